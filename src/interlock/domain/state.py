"""What a turn amounts to so far: the value that ``fold`` computes and ``decide`` reads."""

from decimal import Decimal

from msgspec import Struct

from interlock.domain.events import EndStatus, ModelFailed, ModelStarted
from interlock.domain.interrupts import Interrupt
from interlock.domain.lifecycle import CallStatus
from interlock.domain.messages import AssistantMessage, Json
from interlock.domain.tools import OutcomeKind
from interlock.domain.usage import NO_USAGE, Usage


class Settlement(Struct, frozen=True):
    """An outcome that is known without running the tool. ``value`` is a person's own result."""

    kind: OutcomeKind
    reason: str = ""
    value: Json = None
    by: str = ""


class CallState(Struct, frozen=True, kw_only=True):
    """One tool call. ``round`` counts the model messages of the turn that proposed calls.

    ``cut``: the answer ended in the middle, and this was its last call.
    """

    id: str
    name: str
    raw: str
    message_id: str
    round: int
    status: CallStatus = "proposed"
    arguments: Json = None
    digest: str = ""
    code: str = ""
    reason: str = ""
    attempts: int = 0
    repeatable: bool = False
    cut: bool = False
    approved_by: str = ""
    approved_tool: str = ""
    approver: str = ""
    standing: bool = False
    edited: bool = False
    settlement: Settlement | None = None
    outcome: OutcomeKind | None = None


class Streak(Struct, frozen=True):
    """How many model rounds in a row a tool failed in, and the last of them."""

    length: int
    round: int


class Tally(Struct, frozen=True, kw_only=True):
    """What the brakes count since the turn began or a person last said go on.

    ``spent_ms`` is the time of finished runs, ``since`` when the present run began to count.
    """

    calls: int = 0
    tokens: int = 0
    usd: Decimal = Decimal(0)
    spent_ms: int = 0
    since: int = 0
    failures: dict[str, Streak] = {}
    repeats: dict[tuple[str, str], int] = {}


class InFlight(Struct, frozen=True, kw_only=True):
    """A model call whose end is not in the log, with what had streamed.

    ``arguments`` are the characters of calls, whose words are not kept.
    """

    message_id: str
    text: str = ""
    reasoning: str = ""
    arguments: int = 0
    call: ModelStarted | None = None
    started_at: int = 0


class TurnState(Struct, frozen=True, kw_only=True):
    """A turn, from a person's message to the present.

    ``latest`` names the calls of the last model message; ``faults`` are the failed attempts since
    that message; ``usage`` and ``asked`` count the present run alone. ``brake_refused`` is a
    person's no to going on, ``released`` names the calls that a yes let through, ``stopped_by`` is
    the brake that ended the turn. ``held`` is the code and the reason of a quota that has no room.
    ``traceparent`` and ``tracestate`` are what the turn's first run was begun with.
    """

    turn_id: str = ""
    thread_id: str = ""
    run_id: str = ""
    agent: str = ""
    calls: dict[str, CallState] = {}
    latest: tuple[str, ...] = ()
    answer: AssistantMessage | None = None
    questions: dict[str, Interrupt] = {}
    in_flight: InFlight | None = None
    faults: tuple[ModelFailed, ...] = ()
    model_calls: int = 0
    rounds: int = 0
    tally: Tally = Tally()
    rejected: frozenset[tuple[str, str]] = frozenset()
    brake_refused: str = ""
    released: frozenset[str] = frozenset()
    stopped_by: str = ""
    held: tuple[str, str] = ("", "")
    asked: int = 0
    untrusted: bool = False
    unavailable: str = ""
    usage: Usage = NO_USAGE
    started_at: int = 0
    ended: EndStatus | None = None
    traceparent: str = ""
    tracestate: str = ""

    def pending(self) -> list[CallState]:
        """The calls of the last model message that have no result yet, in the model's order."""
        found = (self.calls[call_id] for call_id in self.latest)
        return [call for call in found if call.status != "ended"]
