"""A pure reducer: events in, what a terminal shows out. Rendering lives elsewhere."""

from typing import Literal

from msgspec import Struct

from interlock.domain.events import RunEnded
from interlock.domain.exhibits import Exhibit
from interlock.domain.messages import Json

CardState = Literal[
    "preparing",  # the model writes its arguments
    "checking",  # the gate judges it
    "waiting",  # a person is asked
    "approved",  # a person said yes; it is about to run
    "running",
    "ended",
]


class Card(Struct, frozen=True, kw_only=True):
    """A tool call as it is shown. ``chars`` counts its argument text while it streams."""

    id: str
    name: str
    state: CardState = "preparing"
    chars: int = 0
    arguments: Json = None
    progress: Json = None
    attempt: int = 1
    outcome: str = ""
    result: Json = None
    decided_by: str = ""
    untrusted: bool = False
    ms: int = 0


class Said(Struct, frozen=True):
    """Words of the agent. ``aborted``: the rest never came; ``final``: they end the turn."""

    text: str
    final: bool = False
    aborted: bool = False


class Thought(Struct, frozen=True):
    """Visible reasoning."""

    text: str


class Note(Struct, frozen=True):
    """Something that happened around the answer: a retry, a reopened question."""

    text: str


class Panel(Struct, frozen=True):
    """Something that a tool showed beside the answer, as it stood in the end."""

    exhibit: Exhibit


Entry = Said | Thought | Card | Note | Panel


class View(Struct, frozen=True, kw_only=True):
    """What there is to see of a turn.

    ``log`` is what will not change any more, in order; ``text`` and ``reasoning`` are streaming;
    ``cards`` are the calls that have not ended, in the model's order; ``panels`` are what they
    showed, by kind and name, while it may still change. ``answer`` is the last message without
    calls.
    """

    run_id: str = ""
    seq: int = 0
    log: tuple[Entry, ...] = ()
    message_id: str = ""
    text: str = ""
    reasoning: str = ""
    thinking: bool = False
    cards: dict[str, Card] = {}
    panels: dict[str, Panel] = {}
    answer: str = ""
    end: RunEnded | None = None
