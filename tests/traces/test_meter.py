"""What a process counts follows from what it wrote into the log."""

from typing import Any

import pytest
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.testing import Story


@pytest.fixture
def tell(tmp_path):
    def begin(*turns: Any) -> Story:
        return Story([Agent("clerk", model=Scripted(list(turns)), tools=Desk().all)], tmp_path)

    return begin


def counted(story: Story, name: str) -> dict[tuple[str, ...], float]:
    """The values of a metric, by the values of its labels."""
    (family,) = (one for one in story.runtime.sight.meter.families() if one.name == name)
    return {
        tuple(value for _, value in sample.labels): sample.value
        for sample in family.samples
        if sample.suffix in {"", "_count"}
    }


async def test_runs_calls_verdicts_and_questions_are_counted(tell):
    calls = ['call: look {"city": "A"}', 'call: flaky {"how": "error"}', "call: nothing {}"]
    async with tell(calls, 'call: delete {"folder": "a"}', "text: Done.") as story:
        asked = await story.say("go")
        await story.answer(asked.questions[0], {"approved": True})
        assert counted(story, "interlock_runs_total") == {("interrupted",): 1, ("success",): 1}
        assert counted(story, "interlock_tool_verdicts_total") == {
            ("read", "allow"): 2,
            ("unknown", "unknown_tool"): 1,
            ("destructive", "ask"): 1,
        }
        assert counted(story, "interlock_tool_calls_total") == {
            ("read", "done"): 1,
            ("read", "failed"): 1,
            ("unknown", "unknown_tool"): 1,
            ("destructive", "done"): 1,
        }
        assert counted(story, "interlock_questions_total") == {("approval",): 1}
        calls = counted(story, "agent_llm_calls_total")
        assert calls == {("scripted", "scripted", "chat", "ok"): 3}
        assert counted(story, "gen_ai_client_operation_duration_seconds") == {
            ("chat", "scripted", "scripted"): 3
        }
        assert counted(story, "interlock_store_failures_total") == {}
        assert counted(story, "interlock_store_duration_seconds")[("append",)] > 0


async def test_tokens_and_cost_are_those_of_the_ledger(tell):
    async with tell("text: Hello.") as story:
        told = await story.say("hello")
        rows = await story.runtime.store.read(lambda reader: reader.ledger.of_run(told.run_id))
        tokens = counted(story, "agent_llm_tokens_total")
        priced = counted(story, "agent_llm_cost_usd_total")
        unpriced = counted(story, "agent_llm_unpriced_calls_total")
    assert sum(tokens.values()) == sum(row.tokens.total for row in rows) > 0
    assert len(priced) + unpriced[()] == len(rows) == 1


async def test_attempts_that_failed_are_counted_by_their_kind(tell):
    async with tell("fault: bad_request") as story:
        told = await story.say("hello")
        calls = counted(story, "agent_llm_calls_total")
        runs = counted(story, "interlock_runs_total")
    assert told.status == "failed"
    assert calls == {("scripted", "scripted", "chat", "bad_request"): 1}
    assert runs == {("failed",): 1}


async def test_no_label_is_a_person_a_run_or_a_question(tell):
    async with tell('call: look {"city": "A"}', "text: Sunny.") as story:
        told = await story.say("weather?")
        families = story.runtime.sight.meter.families()
    labels = {label for one in families for sample in one.samples for label in sample.labels}
    assert {name for name, _ in labels} <= {
        *("effect", "kind", "le", "model", "operation", "outcome", "provider", "status"),
        *("gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model"),
        *("gen_ai_token_type", "type", "verdict"),
    }
    values = {value for _, value in labels}
    assert values.isdisjoint({told.run_id, told.thread_id, "ann", "local", "A"})
