"""The audit: it finds nothing where nothing is wrong, and names whatever somebody changed."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.ledger.company import Company, calls, fails, says
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.domain.usage import Usage
from interlock.settings import Settings
from interlock.sight.audit import audit
from interlock.testing import Story
from interlock.wiring.audit import audit_database
from interlock.wiring.skewed import skewed_clock
from interlock.workers.counter import Counter
from interlock.workers.packer import Packer

USAGE = Usage(input_tokens=1000, output_tokens=100)


async def lived(folder: Path, database: str = "") -> None:
    """A story with answers, failures, a question and its decision, counted and packed."""
    desk = Desk()
    turns = [
        ["Let ", "me ", "see.", calls("delete", '{"folder": "a"}', USAGE)],
        ["Do", "ne.", says(usage=USAGE)],
        [fails("auth")],
        [calls("read_mail", "{}", USAGE)],
        ["I have read it.", says(usage=USAGE)],
    ]
    agent = Agent("clerk", model=Company(turns), attempts=1, tools=desk.all)
    async with Story([agent], folder, database_url=database) as story:
        parts = story.runtime
        told = await story.say("delete a")
        await story.answer(told.questions[0], {"approved": True})
        await story.say("fail")
        await story.say("read my mail")
        while await Counter(parts.store, parts.clock, parts.sight.tallies.fetch).look():
            pass
        await Packer(parts.store, parts.clock, -1).look()
        now = parts.clock.now()
        assert await parts.store.read(lambda reader: audit(reader, "local", now)) == []


async def test_nothing_differs_after_an_ordinary_day(tmp_path: Path, database: str):
    await lived(tmp_path, database)
    settings = Settings(data_dir=str(tmp_path), database_url=database)
    assert audit_database(settings, 2**41) == {"local": []}


async def test_nothing_differs_where_the_clock_of_who_answers_is_behind(
    tmp_path: Path, database: str
):
    """Runs of a turn count in the order in which they were added, not by what clocks said."""
    turns = [[calls("delete", '{"folder": "a"}', USAGE)], [says(usage=USAGE)]]
    agent = Agent("clerk", model=Company(turns), tools=Desk().all)
    ahead = skewed_clock(lambda: 100 * 10**9)
    async with Story([agent], tmp_path, ahead, database_url=database) as story:
        told = await story.say("delete a")
    async with Story([agent], tmp_path, database_url=database) as story:
        ended = await story.answer(told.questions[0], {"approved": True})
    assert ended.events[0].time < told.events[0].time
    settings = Settings(data_dir=str(tmp_path), database_url=database)
    assert audit_database(settings, 2**41) == {"local": []}


DAMAGE: dict[str, tuple[str, str]] = {
    "a row of a run": ("UPDATE runs SET status = 'success' WHERE status = 'failed'", "run"),
    "how a run used tokens": ("UPDATE runs SET usage_json = CAST('{}' AS BLOB)", "run"),
    "an event that is gone": ("DELETE FROM events WHERE type = 'tool.start'", "log"),
    "a pack that is broken": ("UPDATE events SET body = x'00' WHERE packed > 1", "log"),
    "what is left of a pack": ("DELETE FROM events WHERE packed > 1", "log"),
    "a thread that forgot what it read": ("UPDATE threads SET untrusted = 0", "thread"),
    "a question": (
        "UPDATE interrupts SET body = CAST(replace(body, 'folder', 'holder') AS BLOB)",
        "question",
    ),
    "a decision": ("UPDATE interrupts SET decided_by = 'mallory'", "decision"),
    "a row of the ledger": ("UPDATE ledger SET cost = cost + 1 WHERE cost > 0", "row"),
    "a lost row of the ledger": ("DELETE FROM ledger WHERE number = 1", "span"),
    "a sum of a day": ("UPDATE usage_days SET calls = calls + 1", "day"),
    "how many runs a day has": ("UPDATE usage_runs SET runs = runs + 1", "runs"),
    "a figure": ("UPDATE figures SET amount = amount + 1 WHERE what = 'failed'", "figure"),
    "a lost figure": ("DELETE FROM figures WHERE kind = 'wait'", "figure"),
    "a run behind a figure": ("DELETE FROM figure_marks WHERE what = 'done'", "mark"),
    "a run counted twice": ("UPDATE runs SET counted = 0 WHERE status = 'failed'", "figure"),
}


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("day")
    asyncio.run(lived(folder))
    return folder / "interlock.db"


@pytest.mark.parametrize("name", DAMAGE)
def test_what_somebody_changed_is_named(day: Path, tmp_path: Path, name: str):
    statement, what = DAMAGE[name]
    file = tmp_path / "interlock.db"
    with sqlite3.connect(day) as source, sqlite3.connect(file) as copy:
        source.backup(copy)
        changed = copy.execute(statement)
        assert changed.rowcount > 0
    source.close()
    copy.close()
    found: Any = audit_database(Settings(data_dir=str(tmp_path)), 2**41)["local"]
    assert what in {one.what for one in found}, found
