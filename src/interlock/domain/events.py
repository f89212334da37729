"""The closed union of facts, and the envelope that numbers them.

A run is a list of events; state, feeds, traces and ledger are projections of that list. A fact
never changes after it was appended. Adding a fact here makes every ``match`` that forgets it a
type error.
"""

from typing import Literal

from msgspec import Struct, json

from interlock.domain.exhibits import Exhibit
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import AssistantMessage, Json, UserMessage
from interlock.domain.model import FaultKind, StopReason
from interlock.domain.money import Bill
from interlock.domain.tools import OutcomeKind, ToolResult
from interlock.domain.usage import NO_USAGE, Usage

RunStatus = Literal["queued", "running", "success", "interrupted", "cancelled", "failed"]
EndStatus = Literal["success", "interrupted", "cancelled", "failed"]
Verdict = Literal["allow", "ask", "refuse", "invalid", "unknown_tool"]
FaultAction = Literal["retry", "fallback", "give_up"]


class RunStarted(Struct, frozen=True, kw_only=True, tag="run.start", omit_defaults=True):
    """A run begins: with a person's message, or (``resumes``) with answers to questions.

    ``traceparent`` names the span of somebody else's from which it was begun, as W3C has it, and
    ``tracestate`` is what came with it.
    """

    thread_id: str
    turn_id: str
    agent: str
    tenant: str
    user: str
    message: UserMessage | None = None
    resumes: str = ""
    replaces: str = ""
    channel: str = "api"
    key: str = ""
    traceparent: str = ""
    tracestate: str = ""


class ModelStarted(Struct, frozen=True, kw_only=True, tag="model.start", omit_defaults=True):
    """A model is about to be called. ``call_index`` counts model turns of the run, from 1.

    ``input_estimate`` is about how many tokens are sent, for the case that nobody counts them.
    ``reserved``: room in quotas is held for this attempt. ``version`` is the agent's, and
    ``offered`` names its tools; a driver says both once.
    """

    message_id: str
    call_index: int
    attempt: int
    provider: str
    model: str
    input_estimate: int = 0
    reserved: bool = False
    version: str = ""
    offered: tuple[str, ...] = ()


class ModelHeld(Struct, frozen=True, kw_only=True, tag="model.hold"):
    """A model was not called, for a quota has no room left. ``reason`` finishes "because …"."""

    code: str
    reason: str


class ModelDelta(Struct, frozen=True, kw_only=True, tag="model.delta", omit_defaults=True):
    """A fragment of an answer. For ``arguments``, the first fragment of a call names the tool."""

    message_id: str
    kind: Literal["text", "reasoning", "arguments"]
    text: str
    call_id: str = ""
    name: str = ""


class ModelEnded(Struct, frozen=True, kw_only=True, tag="model.end", omit_defaults=True):
    """The whole answer. The calls that it holds are thereby proposed. ``bill``: what it cost.

    ``thought`` is how long each stretch of visible reasoning took, in ms, as its fragments came.
    """

    message: AssistantMessage
    stop: StopReason
    usage: Usage = NO_USAGE
    provider: str = ""
    model: str = ""
    response_id: str = ""
    bill: Bill | None = None
    thought: tuple[int, ...] = ()


class ModelFailed(Struct, frozen=True, kw_only=True, tag="model.error", omit_defaults=True):
    """An attempt failed or was cut off. ``action`` says what the loop does about it.

    ``text`` is for a person, ``detail`` for the log; ``wait`` is in seconds; ``partial`` is what
    had streamed, without calls; ``bill`` is what it cost all the same.
    """

    message_id: str
    kind: FaultKind | Literal["interrupted", "cancelled"]
    text: str
    action: FaultAction
    detail: str = ""
    status: int = 0
    wait: float = 0.0
    usage: Usage = NO_USAGE
    partial: AssistantMessage | None = None
    bill: Bill | None = None


class ToolJudged(Struct, frozen=True, kw_only=True, tag="tool.judged", omit_defaults=True):
    """The gate's verdict on a proposed call, before anything runs.

    ``arguments`` are parsed and valid unless the verdict is ``invalid`` or ``unknown_tool``.
    ``result`` is what the model reads when the verdict already ends the call. ``approver`` is the
    role or group that must answer, ``standing`` whether a person's rule could answer the next time,
    ``rule`` the id of the rule that did.
    """

    call_id: str
    name: str
    verdict: Verdict
    code: str
    arguments: Json = None
    digest: str = ""
    reason: str = ""
    result: ToolResult | None = None
    approver: str = ""
    standing: bool = False
    rule: str = ""


class ToolStarted(Struct, frozen=True, kw_only=True, tag="tool.start", omit_defaults=True):
    """The tool is about to be invoked. Durable before the invocation."""

    call_id: str
    name: str
    attempt: int
    repeatable: bool
    digest: str
    arguments: Json = None


class ToolProgressed(Struct, frozen=True, kw_only=True, tag="tool.progress"):
    """A running tool shows progress."""

    call_id: str
    data: Json


class Shown(Struct, frozen=True, kw_only=True, tag="show"):
    """A running tool shows something beside the answer, in place of an earlier one of its name."""

    call_id: str
    exhibit: Exhibit


class ToolEnded(Struct, frozen=True, kw_only=True, tag="tool.end", omit_defaults=True):
    """A call has its one result. ``untrusted``: third parties may have written what it returned."""

    call_id: str
    name: str
    kind: OutcomeKind
    result: ToolResult
    code: str = ""
    ms: int = 0
    untrusted: bool = False
    business: bool = False


class InterruptOpened(Struct, frozen=True, kw_only=True, tag="interrupt.open"):
    """A question to a person is stored."""

    interrupt: Interrupt


class InterruptClosed(Struct, frozen=True, kw_only=True, tag="interrupt.close", omit_defaults=True):
    """A question got its decision; told by the run that goes on because of it."""

    interrupt_id: str
    decision: Decision
    call_id: str = ""


class Spoken(Struct, frozen=True, kw_only=True, tag="say"):
    """The server itself says something to the person, in a model's place: why it stopped."""

    message: AssistantMessage
    code: str


class Noted(Struct, frozen=True, kw_only=True, tag="note", omit_defaults=True):
    """Something worth keeping that changes nothing: an ignored forgery, a dropped part."""

    code: str
    text: str
    data: Json = None


class RunEnded(Struct, frozen=True, kw_only=True, tag="run.end", omit_defaults=True):
    """The one end of a run. ``usage`` is this run's own; ``brake`` names the limit that was hit."""

    status: EndStatus
    code: str = ""
    text: str = ""
    by: str = ""
    brake: str = ""
    usage: Usage = NO_USAGE


Fact = (
    RunStarted
    | ModelStarted
    | ModelHeld
    | ModelDelta
    | ModelEnded
    | ModelFailed
    | ToolJudged
    | ToolStarted
    | ToolProgressed
    | Shown
    | ToolEnded
    | InterruptOpened
    | InterruptClosed
    | Spoken
    | Noted
    | RunEnded
)


class Event(Struct, frozen=True):
    """A fact in its place: ``seq`` counts 1, 2, 3 … in the run; ``time`` in ms since the epoch."""

    run_id: str
    seq: int
    time: int
    data: Fact


_encoder = json.Encoder()
_decoder: json.Decoder[Fact] = json.Decoder(Fact)


def fact_type(fact: Fact) -> str:
    """The word that names a fact in the log, for example ``tool.start``."""
    return str(fact.__struct_config__.tag)


def encode_fact(fact: Fact) -> bytes:
    """A fact as JSON, the form that the log keeps."""
    return _encoder.encode(fact)


def decode_fact(body: bytes | str) -> Fact:
    """A fact from the log.

    Raises:
        msgspec.ValidationError: The bytes are no fact of this version.
    """
    return _decoder.decode(body)
