"""Sealed secrets go when no call can want them, and no sooner."""

import msgspec

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.testing import ManualClock, Story
from interlock.tools.function import tool
from interlock.wiring.vault import WEEK
from interlock.workers.shredder import Shredder

ASKS = "call: keep " + msgspec.json.encode({"password": "correct horse 9"}).decode()


@tool(effect="write", approval="always")
async def keep(password: str) -> str:
    """Keep a password."""
    return str(len(password))


async def test_an_open_question_keeps_its_secret_and_a_quiet_thread_lets_it_go(tmp_path):
    clock = ManualClock()
    model = Scripted([ASKS, "text: Done."])
    agent = Agent("clerk", model=model, tools=[keep], expires_after=100 * WEEK)
    async with Story([agent], tmp_path, clock) as story:
        [question] = (await story.say("keep it")).questions
        store = story.runtime.store
        late = Shredder(store, clock, -1.0)
        assert await late.look() == 0, "its question is open"
        await story.answer(question, {"approved": True})
        assert await Shredder(store, clock, WEEK).look() == 0, "it is not old"
        assert await late.look() == 1
