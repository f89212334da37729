"""A line-based language for what a scripted model says, and its parser.

    # a comment
    reasoning: The user wants the weather.
    text: Let me look.\\n
    call: get_weather {"city": "Shenzhen"}
    usage: 120 45
    wait: 0.05
    stop: length
    fault: rate_limit 2.5

Each line is one step. ``text`` and ``reasoning`` are joined as they stand; ``\\n`` is a line end.
``call`` takes a tool's name and the rest of the line as its raw arguments, well formed or not.
``usage`` counts input and output tokens. ``wait`` is a pause in seconds. ``stop`` replaces the
stop reason. ``fault`` ends the answer as a failed call: a kind of ``domain.model.FaultKind``, and
for ``rate_limit`` a retry-after in seconds if there is one.
"""

from collections.abc import Callable, Iterable
from typing import cast, get_args

from msgspec import Struct

from interlock.domain.model import FaultKind, StopReason
from interlock.errors import ConfigError


class Say(Struct, frozen=True):
    """Words of the answer."""

    text: str


class Think(Struct, frozen=True):
    """Visible reasoning."""

    text: str


class Call(Struct, frozen=True):
    """A tool call with its raw argument text."""

    name: str
    arguments: str = "{}"


class Spend(Struct, frozen=True):
    """Token counts of the call."""

    input_tokens: int
    output_tokens: int


class Wait(Struct, frozen=True):
    """A pause, seconds."""

    seconds: float


class Stop(Struct, frozen=True):
    """Why the model stops, where the parts alone would say something else."""

    reason: StopReason


class Fail(Struct, frozen=True):
    """The call fails here. ``retry_after`` in seconds."""

    kind: FaultKind
    retry_after: float | None = None


Step = Say | Think | Call | Spend | Wait | Stop | Fail
Script = str | Iterable[str | Step]
"""One turn of a model: text in the language above, or lines and steps, mixed as you like."""


def parse_script(script: Script) -> tuple[Step, ...]:
    """Read one turn.

    Raises:
        ConfigError: A line can't be read; the text quotes it and says what would be right.
    """
    lines = script.splitlines() if isinstance(script, str) else script
    steps = (parse_line(line) if isinstance(line, str) else line for line in lines)
    return tuple(step for step in steps if step is not None)


def parse_line(line: str) -> Step | None:
    """Read one line; None for an empty one and for a comment."""
    if not line.strip() or line.lstrip().startswith("#"):
        return None
    word, colon, rest = line.lstrip().partition(":")
    if not colon:
        raise ConfigError(f'a script line is "word: …", this is not: {line!r}')
    try:
        return _step(word.strip(), rest.removeprefix(" "))
    except ValueError as error:
        raise ConfigError(f"this script line can't be read: {line!r}: {error}") from error


def _step(word: str, rest: str) -> Step:
    read = _READERS.get(word)
    if read is None:
        raise ValueError(f"the words are {', '.join(_READERS)}")
    return read(rest)


def _call(rest: str) -> Call:
    name, _, arguments = rest.strip().partition(" ")
    return Call(name, arguments.strip() or "{}")


def _spend(rest: str) -> Spend:
    counts = rest.split()
    if len(counts) != 2:
        raise ValueError("usage takes two numbers, input and output tokens")
    return Spend(int(counts[0]), int(counts[1]))


def _fail(rest: str) -> Fail:
    words = rest.split()
    if not words:
        raise ValueError("fault takes a kind")
    kind = cast("FaultKind", _one_of(words[0], get_args(FaultKind)))
    return Fail(kind, float(words[1]) if len(words) > 1 else None)


def _one_of(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")
    return word


_READERS: dict[str, Callable[[str], Step]] = {
    "text": lambda rest: Say(rest.replace("\\n", "\n")),
    "reasoning": lambda rest: Think(rest.replace("\\n", "\n")),
    "call": _call,
    "usage": _spend,
    "wait": lambda rest: Wait(float(rest)),
    "stop": lambda rest: Stop(cast("StopReason", _one_of(rest.strip(), get_args(StopReason)))),
    "fault": _fail,
}
