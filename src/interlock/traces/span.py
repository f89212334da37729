"""What a trace is: spans in the order of a tree, with times, tokens and cost."""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from interlock.domain.ledger import Tokens

SpanKind = Literal[
    "run",  # an agent at work: invoke_agent
    "model",  # one attempt to call a model: chat
    "tool",  # one execution of a tool: execute_tool
    "gate",  # a verdict on a call
    "wait",  # a person was asked; not latency of ours
]
SpanStatus = Literal[
    "ok",
    "error",
    "open",  # it goes on
]
Scalar = str | int | float | bool
Attribute = Scalar | list[str]


class TraceSpan(Struct, frozen=True, kw_only=True):
    """Something that took time. Times in ms since the epoch.

    Args:
        id: 16 hexadecimal digits; follows from the ids of the log.
        parent: The span that it is part of; of a first run that of its caller, or empty.
        kind: What it is.
        name: By OpenTelemetry's conventions, for example ``chat gpt-5``.
        run_id: The run that it began in.
        seq: The event that it began with.
        start: When it began.
        end: When it ended; None: it goes on.
        first_at: Of a model, when the first fragment came; 0: none came.
        status: How it stands.
        outcome: How it ended, in the log's own word.
        error: What kind of error, in a stable word; empty for none.
        attributes: By OpenTelemetry's GenAI conventions, and ``interlock.*``.
        tokens: Disjoint counts; of a run, the sum of its models.
        cost: In USD; None: it costs nothing by its nature, or nobody knows its price.
        unpriced: How many attempts in it have no price.
    """

    id: str
    parent: str
    kind: SpanKind
    name: str
    run_id: str
    seq: int
    start: int
    end: int | None = None
    first_at: int = 0
    status: SpanStatus = "open"
    outcome: str = ""
    error: str = ""
    attributes: dict[str, Attribute] = {}
    tokens: Tokens | None = None
    cost: Decimal | None = None
    unpriced: int = 0


class Trace(Struct, frozen=True, kw_only=True):
    """A turn, with all its runs.

    Args:
        trace_id: 32 hexadecimal digits.
        turn_id: The turn.
        spans: Each run, followed by what happened in it, by time.
        work_ms: How long a run of the turn was at work.
        waiting_ms: How long nothing ran because a person was asked. Not part of ``work_ms``.
        model_ms: How long at least one model was at work.
        tool_ms: How long at least one tool was at work.
        tokens: Of all models.
        cost: In USD, of all that has a price.
        unpriced: How many attempts have none.
        errors: How many spans failed.
        over: Nothing of it goes on, and nobody is asked.
    """

    trace_id: str
    turn_id: str
    spans: list[TraceSpan]
    work_ms: int
    waiting_ms: int
    model_ms: int
    tool_ms: int
    tokens: Tokens
    cost: Decimal
    unpriced: int
    errors: int
    over: bool
