"""What the demo model knows when it is asked: the user's words, and what came of its calls."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from interlock import AssistantMessage, Message, ToolMessage, UserMessage, calls_of, text_of

_EDITED = re.compile(
    r"A person changed the arguments .*? It ran with (\{.*\}) and returned:\n(.*)", re.DOTALL
)
"""The server's note that other arguments ran than the model wrote."""


@dataclass(frozen=True)
class Done:
    """A call of the turn with its result as the model reads it."""

    name: str
    arguments: dict[str, Any]
    text: str
    failed: bool

    @property
    def declined(self) -> bool:
        """Whether it did not run because a person said no, or nothing in time."""
        return self.text.startswith(("A person ", "Nobody answered", "The user went on"))

    @property
    def reason(self) -> str:
        """Why a person said no, if they told."""
        _, mark, rest = self.text.partition("Reason given: ")
        return rest.partition(". ")[0].rstrip(".") if mark else ""

    def argument(self, name: str) -> str:
        """One argument in words."""
        return str(self.arguments.get(name, ""))


@dataclass(frozen=True)
class Turn:
    """The last message of the user, and all calls since."""

    words: str
    done: tuple[Done, ...]


def read_turn(messages: Sequence[Message]) -> Turn:
    """Find the present turn at the end of a history."""
    words = ""
    calls: dict[str, tuple[str, dict[str, Any]]] = {}
    done: list[Done] = []
    for message in messages:
        if isinstance(message, UserMessage):
            words, done = text_of(message), []
        elif isinstance(message, AssistantMessage):
            calls |= {part.id: (part.name, _object(part.arguments)) for part in calls_of(message)}
        else:
            done.append(_done(message, calls))
    return Turn(words, tuple(done))


def _done(message: ToolMessage, calls: dict[str, tuple[str, dict[str, Any]]]) -> Done:
    name, arguments = calls[message.call_id]
    edited = _EDITED.match(message.text)
    if edited is None:
        return Done(name, arguments, message.text, message.is_error)
    return Done(name, _object(edited[1]), edited[2], message.is_error)


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text or "{}")
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
