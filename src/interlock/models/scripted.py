"""A model that says what a script says. It needs no key and no network, and ships with Interlock.

Use it in your own tests, and for agents that show something without a provider:

    model = Scripted(["call: get_weather {\\"city\\": \\"Oslo\\"}", "text: It rains."])

    def answer(request: ModelRequest) -> Script:
        return ["text: You said: ", Say(last_user_text(request))]
    model = Scripted(answer)

A list is played turn by turn, one for each call of the model. A function gets the whole request
and returns the turn; it sees the last user message and all tool results in ``request.messages``.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from interlock.domain.ids import new_id as make_id
from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    Message,
    ToolMessage,
    UserMessage,
    text_of,
)
from interlock.domain.model import CUT, Fault, ModelRequest, Part, Reply, StopReason
from interlock.domain.usage import Usage
from interlock.models.draft import Draft, parts_of
from interlock.models.faults import Origin, make_fault
from interlock.models.script import (
    Call,
    Fail,
    Say,
    Script,
    Spend,
    Step,
    Stop,
    Think,
    Wait,
    parse_script,
)
from interlock.models.settle import settle_calls, settle_stop

if TYPE_CHECKING:
    from interlock.domain.model import Model

Sleep = Callable[[float], Awaitable[None]]

_CHUNKS = re.compile(r"\s*\S+|\s+$")
_CHARACTERS_PER_TOKEN = 4

BREATH = 200
"""Chunks after which a script without a pace lets the event loop breathe."""


class Scripted:
    """Plays a script.

    Args:
        script: Turns in order, or a function of the request that returns one turn.
        pace: Seconds between two streamed chunks; a chunk is one word.
        sleep: Waits; tests pass their clock's.
        new_id: Makes our ids of calls.
        provider: What the model calls its provider.

    ``requests`` keeps every request, oldest first, for a test to look at. A turn that counts no
    tokens counts a token for every four characters of the request's messages and of the answer.
    """

    def __init__(
        self,
        script: Sequence[Script] | Callable[[ModelRequest], Script],
        *,
        pace: float = 0.0,
        sleep: Sleep = asyncio.sleep,
        new_id: Callable[[str], str] = make_id,
        provider: str = "scripted",
    ) -> None:
        self.requests: list[ModelRequest] = []
        self._script = [script] if isinstance(script, str) else script
        self._pace = pace
        self._sleep = sleep
        self._new_id = new_id
        self._provider = provider

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self._provider

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        """Play the next turn; see ``domain.model.Model``."""
        self.requests.append(request)
        origin = Origin(self._provider, request.model)
        steps = self._turn(request)
        if steps is None:
            yield [_out_of_turns(origin, len(self.requests))]
            return
        draft = Draft(self._new_id)
        for at, step in enumerate(steps):
            match step:
                case Wait():
                    await self._sleep(step.seconds)
                case Fail():
                    usage = _usage(steps[:at], request, draft)
                    yield [*draft.take(), _fault(step, origin, usage)]
                    return
                case _:
                    for written, _ in enumerate(_write(step, draft)):
                        if request.stream:
                            await self._rest(written)
                            yield draft.take()
        yield [*draft.take(), self._reply(steps, request, draft, message_id)]

    async def _rest(self, written: int) -> None:
        """Keep the pace; without one, let others have their turn now and then."""
        if self._pace:
            await self._sleep(self._pace)
        elif written % BREATH == BREATH - 1:
            await asyncio.sleep(0)

    def _turn(self, request: ModelRequest) -> tuple[Step, ...] | None:
        if callable(self._script):
            return parse_script(self._script(request))
        at = len(self.requests) - 1
        return parse_script(self._script[at]) if at < len(self._script) else None

    def _reply(
        self, steps: tuple[Step, ...], request: ModelRequest, draft: Draft, message_id: str
    ) -> Reply:
        stops: list[StopReason] = [step.reason for step in steps if isinstance(step, Stop)]
        stop = stops[-1] if stops else "stop"
        parts = parts_of(draft.blocks(), self._provider)
        parts = settle_calls(parts, self._new_id, cut=stop in CUT)
        called = any(isinstance(part, CallPart) for part in parts)
        return Reply(
            message=AssistantMessage(message_id, parts),
            stop=settle_stop(stop, called=called),
            usage=_usage(steps, request, draft),
            model=request.model,
        )


def last_user_text(request: ModelRequest) -> str:
    """What the person said last, without files; empty if nobody said anything."""
    said = (m for m in reversed(request.messages) if isinstance(m, UserMessage))
    return next((text_of(message) for message in said), "")


def new_results(request: ModelRequest) -> tuple[ToolMessage, ...]:
    """The tool results since the person spoke last, oldest first."""
    results: list[ToolMessage] = []
    for message in reversed(request.messages):
        if isinstance(message, UserMessage):
            break
        if isinstance(message, ToolMessage):
            results.append(message)
    return tuple(reversed(results))


def _write(step: Step, draft: Draft) -> Iterator[None]:
    """Write a step into the draft chunk by chunk, stopping after each."""
    match step:
        case Say():
            for chunk in _CHUNKS.findall(step.text):
                draft.text(chunk)
                yield
        case Think():
            for chunk in _CHUNKS.findall(step.text):
                draft.reasoning(chunk)
                yield
        case Call():
            block = draft.call(step.name, "")
            yield
            for chunk in _CHUNKS.findall(step.arguments):
                draft.add(block, chunk)
                yield
        case _:
            return


def _usage(steps: tuple[Step, ...], request: ModelRequest, draft: Draft) -> Usage:
    spent = [step for step in steps if isinstance(step, Spend)]
    if spent:
        return Usage(input_tokens=spent[-1].input_tokens, output_tokens=spent[-1].output_tokens)
    written = sum(len(draft.written(block)) for block in draft.blocks())
    read = len(request.instructions) + sum(_length(message) for message in request.messages)
    return Usage(
        input_tokens=-(-read // _CHARACTERS_PER_TOKEN),
        output_tokens=-(-written // _CHARACTERS_PER_TOKEN),
    )


def _length(message: Message) -> int:
    match message:
        case ToolMessage():
            return len(message.text)
        case UserMessage() | AssistantMessage():
            return len(text_of(message))


def _fault(step: Fail, origin: Origin, usage: Usage) -> Fault:
    words = "the script says so"
    return make_fault(origin, step.kind, words, retry_after=step.retry_after, usage=usage)


def _out_of_turns(origin: Origin, asked: int) -> Fault:
    fault = make_fault(origin, "bad_request", f"the script has no turn {asked}")
    text = f"The script of this model has {asked - 1} turns and was asked for one more. Add a turn."
    return msgspec.structs.replace(fault, text=text)


if TYPE_CHECKING:
    _fits: type[Model] = Scripted
