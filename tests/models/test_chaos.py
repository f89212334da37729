"""Chaos breaks calls as often as it was told, the same ones every time, and never silently."""

from collections import Counter

import msgspec
import pytest
from tests.models.recordings import CountingIds
from tests.models.server import ask, asking

from interlock.domain.messages import AssistantMessage, CallPart, TextPart
from interlock.domain.model import CallDelta, Fault, Part, Reply, TextDelta
from interlock.models.chaos import Chaos, Rates
from interlock.models.scripted import Scripted

TURN = 'text: Let me look at it.\ncall: f {"a": 1}\nusage: 1 2'


def model(rates: Rates, seed: int = 1, script: str = TURN) -> Chaos:
    return Chaos(
        Scripted(lambda _: script, new_id=CountingIds()),
        seed=seed,
        rates=rates,
        new_id=lambda _: "call_twin",
    )


async def outcome(chaos: Chaos) -> Part:
    return (await ask(chaos, asking()))[-1][-1]


async def test_without_rates_nothing_is_changed() -> None:
    plain = await ask(Scripted([TURN], new_id=CountingIds()), asking())
    assert await ask(model(Rates()), asking()) == plain


@pytest.mark.parametrize(
    ("rates", "kind", "status"),
    [
        (Rates(rate_limit=1.0), "rate_limit", 429),
        (Rates(server=1.0), "overloaded", 503),
        (Rates(cut=1.0), "broken_stream", 0),
    ],
)
async def test_a_sure_fault_always_comes(rates: Rates, kind: str, status: int) -> None:
    for seed in range(20):
        fault = await outcome(model(rates, seed))
        assert isinstance(fault, Fault)
        assert (fault.kind, fault.status) == (kind, status)


async def test_a_cut_stream_shows_a_beginning_of_the_answer() -> None:
    shown: set[str] = set()
    for seed in range(40):
        parts = [part for read in await ask(model(Rates(cut=1.0), seed), asking()) for part in read]
        shown.add("".join(part.text for part in parts if isinstance(part, TextDelta)))
    assert {"", "Let", "Let me", "Let me look at it."} <= shown
    assert all("Let me look at it.".startswith(text) for text in shown)


async def test_a_short_answer_is_cut_too() -> None:
    fault = await outcome(model(Rates(cut=1.0), script="text: a"))
    assert isinstance(fault, Fault)


async def test_broken_arguments_can_not_be_read() -> None:
    reply = await outcome(model(Rates(broken_arguments=1.0)))
    assert isinstance(reply, Reply)
    calls = [part for part in reply.message.parts if isinstance(part, CallPart)]
    assert [call.arguments for call in calls] == ['{"a": 1']


async def test_a_duplicate_call_has_an_id_of_its_own() -> None:
    reads = await ask(model(Rates(duplicate_call=1.0)), asking())
    call = CallPart("call_1", "f", '{"a": 1}', provider="scripted")
    twin = msgspec.structs.replace(call, id="call_twin")
    delta, reply = reads[-1]
    assert delta == CallDelta("call_twin", "f", '{"a": 1}')
    assert isinstance(reply, Reply)
    message = AssistantMessage("msg_1", (TextPart("Let me look at it."), call, twin))
    assert reply.message == message


async def test_an_answer_without_calls_is_left_alone() -> None:
    rates = Rates(broken_arguments=1.0, duplicate_call=1.0)
    reply = await outcome(model(rates, script="text: a"))
    assert isinstance(reply, Reply)
    assert reply.message.parts == (TextPart("a"),)


async def test_a_slow_answer_waits_by_the_given_clock() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    chaos = Chaos(Scripted([TURN]), seed=1, rates=Rates(slow=1.0, delay=7.0), sleep=sleep)
    await outcome(chaos)
    assert slept == [7.0]


async def test_the_same_seed_breaks_the_same_calls() -> None:
    rates = Rates(rate_limit=0.2, server=0.2, cut=0.2, broken_arguments=0.2, duplicate_call=0.2)

    async def history(seed: int) -> list[Part]:
        chaos = model(rates, seed)
        return [await outcome(chaos) for _ in range(30)]

    assert await history(1) == await history(1)
    assert await history(1) != await history(2)


async def test_rates_are_rates() -> None:
    chaos = model(Rates(rate_limit=0.25), seed=3)
    kinds = Counter([type(await outcome(chaos)) for _ in range(400)])
    assert 70 <= kinds[Fault] <= 130
