"""The lease is looked at directly before the effect, and its loss is no result of a call."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest
from tests.store.build import run

from interlock.domain.agents import Agent
from interlock.domain.principals import Principal
from interlock.domain.redact import Redactor
from interlock.domain.state import CallState
from interlock.domain.tools import Tool
from interlock.errors import LeaseLost, ToolUnavailable
from interlock.gate.checks import Place
from interlock.gate.door import Door
from interlock.testing import ManualClock
from interlock.tools.function import tool
from interlock.tools.raw import schema_tool
from interlock.workers.lease import TimedLease

LIVE, OVER = 0.0, 10.0


class Bench:
    """A few kinds of tools, and the effects that they had."""

    def __init__(self) -> None:
        self.effects: list[str] = []

    async def by_schema(self, _context, _arguments):
        self.effects.append("by_schema")
        return "done"

    def in_thread(self) -> str:
        """Work in a thread."""
        self.effects.append("in_thread")
        return "done"

    async def down(self) -> str:
        """Be down."""
        self.effects.append("down")
        raise ToolUnavailable("it is down")

    def tools(self) -> list[Tool]:
        schema = {"type": "object", "properties": {}}
        return [
            schema_tool("by_schema", "Work.", schema, self.by_schema, effect="write"),
            tool(name="in_thread", effect="write")(self.in_thread),
            tool(name="down", effect="read")(self.down),
        ]


async def carry_out(bench: Bench, name: str, times: Iterator[float]) -> str:
    """Run one call whose lease is looked at by these times of the clock."""
    lease = TimedLease(run("run_1"), 5.0, 0, lambda: next(times), lambda: None)
    place = Place(
        agent=Agent("clerk", tools=bench.tools()),
        principal=Principal("acme", "ann"),
        thread_id="thread_1",
        run_id="run_1",
        lease=lease,
    )
    call = CallState(id="call_1", name=name, raw="{}", message_id="m", round=1, arguments={})
    ended = await Door(Hasty(), Redactor([])).run(call, place, 1, lambda _: None)
    return ended.kind


class Hasty(ManualClock):
    """A clock whose sleep is over at once."""

    async def sleep(self, seconds: float) -> None:
        self.move(seconds)


@pytest.mark.parametrize("name", ["by_schema", "in_thread"])
async def test_under_a_living_lease_a_call_runs_once(name: str):
    bench = Bench()
    assert await carry_out(bench, name, repeat(LIVE)) == "done"
    assert bench.effects == [name]


@pytest.mark.parametrize("name", ["by_schema", "in_thread"])
async def test_when_the_lease_is_over_nothing_is_invoked(name: str):
    bench = Bench()
    with pytest.raises(LeaseLost):
        await carry_out(bench, name, repeat(OVER))
    assert bench.effects == []


async def test_a_thread_that_begins_after_the_lease_is_over_does_nothing():
    bench = Bench()
    with pytest.raises(LeaseLost):
        await carry_out(bench, "in_thread", chain([LIVE], repeat(OVER)))
    assert bench.effects == []


async def test_a_second_try_needs_the_lease_as_the_first_one_did():
    bench = Bench()
    with pytest.raises(LeaseLost):
        await carry_out(bench, "down", chain([LIVE, LIVE], repeat(OVER)))
    assert bench.effects == ["down"]
