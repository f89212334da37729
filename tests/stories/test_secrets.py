"""A secret in a call's arguments: exact for the tool, seen by nobody, there after a restart."""

import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest
from tests.databases import postgres_schema
from tests.planted import PLANTED

from interlock.domain.agents import Agent
from interlock.domain.events import ToolEnded, encode_fact
from interlock.domain.policy import CallView, Ruling
from interlock.models.scripted import Scripted
from interlock.testing import Story
from interlock.tools.function import tool

KEY = PLANTED[2].body
YES = {"approved": True}
ASKS = "call: store " + msgspec.json.encode({"key": KEY, "note": f"use {KEY}"}).decode()


class Safe:
    """A tool that keeps what it is given."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str]] = []
        self.store = tool(name="store", effect="write", returns="trusted", approval="always")(
            self._store
        )

    async def _store(self, key: str, note: str) -> str:
        """Store a key."""
        self.got.append((key, note))
        return f"stored {key}"


def agent(safe: Safe, script=(ASKS, "text: Done."), **options: Any) -> Agent:
    return Agent("clerk", model=Scripted(script), tools=[safe.store], **options)


def written(told) -> str:
    return "".join(encode_fact(fact).decode() for fact in told.facts)


async def test_a_person_approves_a_handle_and_the_tool_gets_the_secret(tmp_path):
    safe = Safe()
    async with Story([agent(safe)], tmp_path) as story:
        asked = await story.say("store it")
        [question] = asked.questions
        assert question.arguments["note"] == f"use {question.arguments['key']}"
        told = await story.answer(question, YES, digest=question.digest)
    assert safe.got == [(KEY, f"use {KEY}")]
    assert told.results == [("store", "done")]
    assert KEY not in written(asked) + written(told) + str(question) + str(told.messages)


async def test_after_a_restart_a_yes_still_runs_the_very_call_once(tmp_path, database):
    safe = Safe()
    async with Story([agent(safe)], tmp_path, database_url=database) as story:
        asked = await story.say("store it")
    [question] = asked.questions
    async with Story([agent(safe, ["text: Done."])], tmp_path, database_url=database) as story:
        told = await story.answer(question, YES, digest=question.digest)
    assert safe.got == [(KEY, f"use {KEY}")]
    assert told.results == [("store", "done")]
    assert KEY not in written(asked) + written(told)


async def test_another_worker_runs_the_very_call_once(tmp_path):
    first, second = Safe(), Safe()
    with postgres_schema() as url:
        asks = Story([agent(first)], tmp_path, database_url=url)
        runs = Story([agent(second, ["text: Done."])], tmp_path, database_url=url)
        async with runs:
            async with asks:
                [question] = (await asks.say("store it")).questions
            told = await runs.answer(question, YES, digest=question.digest)
    assert (first.got, second.got) == ([], [(KEY, f"use {KEY}")])
    assert told.results == [("store", "done")]


async def test_no_event_is_durable_before_the_secret_that_it_stands_for(tmp_path):
    """A death between the two leaves a call that was never recorded, and none that is lost."""
    safe = Safe()
    async with Story([agent(safe)], tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "interlock.db")) as connection, connection:
        connection.execute(
            "CREATE TRIGGER early BEFORE INSERT ON events"
            " WHEN NEW.type = 'model.end' AND NOT EXISTS (SELECT 1 FROM sealed)"
            " BEGIN SELECT RAISE(ABORT, 'too early'); END"
        )
    async with Story([agent(safe)], tmp_path) as story:
        [question] = (await story.say("store it")).questions
        told = await story.answer(question, YES)
    assert told.results == [("store", "done")]


async def test_the_same_secret_in_another_process_has_the_same_handle_and_digest(tmp_path):
    safe = Safe()
    async with Story([agent(safe)], tmp_path) as story:
        first = await story.say("store it")
        await story.answer(first.questions[0], {"approved": False})
    async with Story([agent(safe)], tmp_path) as story:
        second = await story.say("store it", first.thread_id)
    assert first.questions[0].digest == second.questions[0].digest


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE sealed SET body = CAST(body || x'00' AS BLOB)",
        "UPDATE sealed SET handle = '[secret 0123456789abcdef]'",
        "DELETE FROM sealed",
    ],
    ids=["changed", "moved", "dropped"],
)
async def test_a_sealed_secret_that_was_tampered_with_lets_nothing_run(tmp_path, statement):
    safe = Safe()
    async with Story([agent(safe)], tmp_path) as story:
        [question] = (await story.say("store it")).questions
    with closing(sqlite3.connect(tmp_path / "interlock.db")) as connection, connection:
        assert connection.execute(statement).rowcount == 1
    async with Story([agent(safe, ["text: Which key?"])], tmp_path) as story:
        told = await story.answer(question, YES)
    assert safe.got == []
    [ended] = [fact for fact in told.facts if isinstance(fact, ToolEnded)]
    assert (ended.kind, ended.code) == ("invalid", "secret_gone")


async def test_with_another_key_the_call_does_not_run_and_the_model_is_told_why(tmp_path):
    safe = Safe()
    async with Story([agent(safe)], tmp_path) as story:
        [question] = (await story.say("store it")).questions
    (tmp_path / "secret").unlink()
    async with Story([agent(safe, ["text: Which key?"])], tmp_path) as story:
        told = await story.answer(question, YES)
    assert safe.got == []
    [ended] = [fact for fact in told.facts if isinstance(fact, ToolEnded)]
    assert (ended.kind, ended.code) == ("invalid", "secret_gone")
    assert "Ask the user for the secret" in ended.result.model
    assert told.text == "Which key?"


async def test_the_policy_and_the_schema_see_what_the_tool_will_get(tmp_path):
    seen: list[object] = []

    def policy(view: CallView) -> Ruling:
        seen.append(view.arguments["key"])
        return Ruling("refuse", "no", f"the key {view.arguments['key']} is old")

    safe = Safe()
    async with Story([agent(safe, policy=policy)], tmp_path) as story:
        told = await story.say("store it")
    assert seen == [KEY]
    assert KEY not in written(told)


async def test_the_same_call_again_is_seen_to_be_the_same(tmp_path):
    safe = Safe()
    async with Story([agent(safe, [ASKS, ASKS, "text: Done."])], tmp_path) as story:
        first = await story.say("store it")
        second = await story.answer(first.questions[0], YES)
    assert first.questions[0].digest == second.questions[0].digest
