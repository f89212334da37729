"""A provider for tests: it says what its turns say, under whatever name, and counts as they do."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from interlock.domain.messages import AssistantMessage, CallPart, TextPart
from interlock.domain.model import Fault, ModelRequest, Part, Reply, TextDelta
from interlock.domain.usage import Usage


class Company:
    """Plays turns; the last one again and again.

    Args:
        turns: Each a list of parts; a text is a fragment, and ``None`` waits for ever.
        provider: Its name.
    """

    def __init__(self, turns: Sequence[Sequence[Any]], provider: str = "openai") -> None:
        self.requests: list[ModelRequest] = []
        self.waits = asyncio.Event()
        self._turns = turns
        self._provider = provider

    @property
    def provider(self) -> str:
        return self._provider

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        turn = self._turns[min(len(self.requests), len(self._turns) - 1)]
        self.requests.append(request)
        for step in turn:
            if step is None:
                self.waits.set()
                await asyncio.Event().wait()
            elif isinstance(step, str):
                yield [TextDelta(step)]
            else:
                part: Any = step(message_id) if callable(step) else step
                yield [part]


def says(
    text: str = "Done.", usage: Usage | None = None, model: str = "gpt-4o", **members: Any
) -> Any:
    """The end of a turn: a whole answer."""

    def reply(message_id: str) -> Reply:
        message = AssistantMessage(message_id, (TextPart(text),))
        counted = Usage(known=False) if usage is None else usage
        return Reply(message=message, stop="stop", usage=counted, model=model, **members)

    return reply


def calls(name: str, arguments: str, usage: Usage, model: str = "gpt-4o") -> Any:
    """The end of a turn: a call of a tool."""

    def reply(message_id: str) -> Reply:
        part = CallPart(f"call_{message_id}", name, arguments)
        return Reply(
            message=AssistantMessage(message_id, (part,)), stop="tool_use", usage=usage, model=model
        )

    return reply


def fails(kind: Any, usage: Usage | None = None, **members: Any) -> Fault:
    """The end of a turn: it failed."""
    return Fault(kind=kind, text="It failed.", usage=usage or Usage(), **members)
