"""A handle whose secret is gone never reaches a tool, not even after the call was judged."""

from interlock.domain.agents import Agent
from interlock.domain.principals import Principal
from interlock.domain.redact import Redactor
from interlock.domain.state import CallState
from interlock.gate.checks import Place
from interlock.gate.door import Door
from interlock.testing import ManualClock
from interlock.tools.function import tool


class Safe:
    """A tool that notes whatever it is given."""

    def __init__(self) -> None:
        self.got: list[str] = []

    async def check(self, _idempotency_key: str, arguments: dict[str, str]) -> bool:
        self.got.append(arguments["key"])
        return True

    async def store(self, key: str) -> str:
        """Store a key."""
        self.got.append(key)
        return "stored"


def place(safe: Safe) -> Place:
    store = tool(name="store", effect="write")(safe.store)
    store.verifier(safe.check)
    return Place(
        agent=Agent("clerk", tools=[store]),
        principal=Principal("acme", "ann"),
        thread_id="thread_1",
        run_id="run_1",
    )


def call(key: str) -> CallState:
    arguments = {"key": key}
    return CallState(
        id="call_1", name="store", raw="{}", message_id="m", round=1, arguments=arguments
    )


async def test_a_call_whose_secret_is_gone_fails_without_the_tool():
    safe = Safe()
    door = Door(ManualClock(), Redactor([]))
    gone = call("[secret 0123456789abcdef]")
    ended = await door.run(gone, place(safe), 1, lambda _: None)
    found = await door.verify(gone, place(safe))
    assert (ended.kind, ended.code, found.happened) == ("failed", "secret_gone", None)
    assert safe.got == []
    assert "Ask the user" in ended.result.model


async def test_other_arguments_reach_the_tool_as_they_are():
    safe = Safe()
    ended = await Door(ManualClock(), Redactor([])).run(call("k"), place(safe), 1, lambda _: None)
    assert (ended.kind, safe.got) == ("done", ["k"])
