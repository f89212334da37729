"""A model that fails as told: seeded faults around any other model. It ships with Interlock.

    model = Chaos(Scripted(script), seed=7, rates=Rates(rate_limit=0.2, cut=0.1))

The same seed gives the same faults in the same order of calls, whatever the timing.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from random import Random
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from interlock.domain.ids import new_id as make_id
from interlock.domain.messages import AssistantMessage, AssistantPart, CallPart
from interlock.domain.model import CallDelta, Model, ModelRequest, Part, Reply
from interlock.domain.usage import Usage
from interlock.models.faults import Origin, broken, make_fault

_UNKNOWN = Usage(known=False)

MAX_READS_BEFORE_CUT = 8
"""A cut comes after at most this many reads."""


class Rates(Struct, frozen=True, kw_only=True):
    """How often each thing happens, 0 to 1 of all calls; each is drawn for itself.

    Args:
        rate_limit: HTTP 429 with a retry-after, before anything is streamed.
        server: HTTP 503, before anything is streamed.
        cut: The stream breaks off after some reads, or just before its end.
        broken_arguments: One call's arguments lose their last character, so they are not JSON.
        duplicate_call: One call is proposed twice, the second time with an id of its own.
        slow: The first part is late by ``delay``.
        delay: Seconds.
    """

    rate_limit: float = 0.0
    server: float = 0.0
    cut: float = 0.0
    broken_arguments: float = 0.0
    duplicate_call: float = 0.0
    slow: float = 0.0
    delay: float = 1.0


class Chaos:
    """Wraps a model and breaks some of its calls.

    Args:
        model: The model that answers when nothing goes wrong.
        seed: Decides which calls break, and how.
        rates: How often.
        sleep: Waits; tests pass their clock's.
        new_id: Makes the id of a duplicated call.
    """

    def __init__(
        self,
        model: Model,
        *,
        seed: int,
        rates: Rates,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        new_id: Callable[[str], str] = make_id,
    ) -> None:
        self._model = model
        self._seed = seed
        self._rates = rates
        self._sleep = sleep
        self._new_id = new_id
        self._calls = 0

    @property
    def provider(self) -> str:
        """The wrapped model's provider."""
        return self._model.provider

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        """Call the wrapped model, or fail; see ``domain.model.Model``."""
        self._calls += 1
        rates = self._rates
        dice = Random(f"{self._seed}:{self._calls}")  # noqa: S311 - repeatable, not secret
        origin = Origin(self.provider, request.model)
        if dice.random() < rates.slow:
            await self._sleep(rates.delay)
        if dice.random() < rates.rate_limit:
            wait = round(dice.uniform(0.01, 0.1), 3)
            yield [make_fault(origin, "rate_limit", "chaos", status=429, retry_after=wait)]
            return
        if dice.random() < rates.server:
            yield [make_fault(origin, "overloaded", "chaos", status=503)]
            return
        left = dice.randint(0, MAX_READS_BEFORE_CUT) if dice.random() < rates.cut else None
        async with aclosing(self._model.stream(request, message_id)) as reads:
            async for parts in reads:
                final = parts[-1]
                if left is not None and (left == 0 or isinstance(final, Reply)):
                    yield [broken(origin, final.usage if isinstance(final, Reply) else _UNKNOWN)]
                    return
                left = None if left is None else left - 1
                if isinstance(final, Reply):
                    yield [*parts[:-1], *self._twisted(final, dice)]
                else:
                    yield parts

    def _twisted(self, reply: Reply, dice: Random) -> list[Part]:
        """Break or double a call of a finished answer."""
        message = reply.message
        shown: list[Part] = []
        calls = [part for part in message.parts if isinstance(part, CallPart)]
        kept: tuple[AssistantPart, ...] = message.parts
        if calls and dice.random() < self._rates.broken_arguments:
            victim = dice.choice(calls)
            short = msgspec.structs.replace(victim, arguments=victim.arguments[:-1])
            kept = tuple(short if part is victim else part for part in kept)
        if calls and dice.random() < self._rates.duplicate_call:
            call = dice.choice(calls)
            twin = msgspec.structs.replace(call, id=self._new_id("call"))
            kept = (*kept, twin)
            shown.append(CallDelta(twin.id, twin.name, twin.arguments))
        answer = AssistantMessage(message.id, kept)
        return [*shown, msgspec.structs.replace(reply, message=answer)]


if TYPE_CHECKING:
    _fits: type[Model] = Chaos
