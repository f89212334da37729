"""A check and a policy that give no clear yes are a no, and what they say carries no secret."""

import asyncio

import pytest

from interlock.domain.agents import Agent
from interlock.domain.policy import Policy, Ruling, allow_all
from interlock.domain.principals import Principal
from interlock.domain.redact import Redactor
from interlock.domain.state import CallState
from interlock.gate.checks import Checks, Place
from interlock.gate.limits import Limiter
from interlock.testing import ManualClock
from interlock.tools.function import tool

KEY = "Zq9-hunter2-very-secret"
HALF = b"caf\xe9".decode("utf-8", "surrogateescape")


async def judge(policy: Policy = allow_all, objection: object = None):
    @tool(effect="read")
    async def look(city: str) -> str:
        """Look."""
        return city

    @look.checker
    async def check(_principal, _arguments):
        if isinstance(objection, Exception):
            raise objection
        return objection

    checks = Checks(Limiter(ManualClock()), Redactor([KEY]))
    place = Place(
        agent=Agent("clerk", tools=[look], policy=policy),
        principal=Principal("acme", "ann"),
        thread_id="thread_1",
        run_id="run_1",
    )
    call = CallState(id="call_1", name="look", raw='{"city": "A"}', message_id="m", round=1)
    return await checks.judge(call, place)


async def test_the_reason_of_a_check_is_told_without_secrets_and_half_characters():
    judged = await judge(objection=f"{KEY} may not read {HALF}")
    assert (judged.verdict, judged.code) == ("refuse", "check")
    assert judged.reason == "[redacted] may not read caf\ufffd"
    assert judged.result is not None
    assert KEY not in judged.result.model + str(judged.result.person)


async def test_the_reason_of_a_policy_is_told_without_secrets():
    judged = await judge(lambda _view: Ruling("refuse", "no", f"not with {KEY}"))
    assert judged.reason == "not with [redacted]"


@pytest.mark.parametrize(
    "word",
    [
        None,
        True,
        "allow",
        Ruling("maybe", "x"),  # type: ignore[arg-type]
        Ruling("allow", None),  # type: ignore[arg-type]
        Ruling("allow", "x", 7),  # type: ignore[arg-type]
    ],
)
async def test_a_policy_that_answers_nonsense_refuses(word):
    judged = await judge(lambda _view: word)
    assert (judged.verdict, judged.code) == ("refuse", "policy_failed")


@pytest.mark.parametrize("objection", [True, False, 0, RuntimeError(KEY)])
async def test_a_check_that_does_not_say_none_refuses(objection):
    judged = await judge(objection=objection)
    assert (judged.verdict, judged.code) == ("refuse", "check")
    assert KEY not in judged.reason


async def test_a_check_that_never_ends_is_a_no():
    @tool(effect="read", timeout=0.02)
    async def look(city: str) -> str:
        """Look."""
        return city

    @look.checker
    async def check(_principal, _arguments):
        await asyncio.Event().wait()

    checks = Checks(Limiter(ManualClock()), Redactor())
    agent = Agent("clerk", tools=[look], policy=allow_all)
    place = Place(agent=agent, principal=Principal("acme", "ann"), thread_id="t", run_id="r")
    call = CallState(id="call_1", name="look", raw='{"city": "A"}', message_id="m", round=1)
    async with asyncio.timeout(5):
        judged = await checks.judge(call, place)
    assert (judged.verdict, judged.reason) == ("refuse", "its own check could not decide")
