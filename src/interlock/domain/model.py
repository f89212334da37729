"""What a model is to the engine: a request goes in, parts come out, failures are values.

A provider is one file in ``models/`` that implements ``Model``. Nothing else knows its wire format.
"""

from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Literal, Protocol

from msgspec import Struct

from interlock.domain.messages import AssistantMessage, Json, Message
from interlock.domain.usage import NO_USAGE, Usage

StopReason = Literal[
    "stop", "length", "tool_use", "content_filter", "refusal", "pause", "error", "other", "unknown"
]
"""Why a model stopped. ``tool_use`` wins whenever calls exist, whatever word the provider used;
``unknown``: it gave none."""

CUT: frozenset[str] = frozenset({"length", "content_filter"})
"""Why an answer may end in the middle: what its last call was to say may not have come."""

FaultKind = Literal[
    "rate_limit",  # wait, then the same request may work
    "overloaded",  # the provider is busy; retry
    "server",  # 5xx; retry
    "network",  # no connection, or a timeout before the first byte; retry
    "broken_stream",  # the answer was cut; retry
    "auth",  # the key is wrong or lacks rights
    "quota",  # the account has no money or no allowance
    "context_length",  # the request is too long for the model
    "content_filter",  # the provider refuses the content
    "not_found",  # no such model or deployment
    "bad_request",  # our request is wrong; a retry can't help
    "bad_answer",  # the provider answered what nobody can read
]
"""Classes of model failure. ``RETRYABLE`` says which a second attempt may cure."""

RETRYABLE: frozenset[str] = frozenset(
    {"rate_limit", "overloaded", "server", "network", "broken_stream", "bad_answer"}
)


class ToolOffer(Struct, frozen=True):
    """A tool as the model sees it. ``parameters`` is a JSON Schema (Draft 2020-12) of an object."""

    name: str
    description: str
    parameters: dict[str, Json]


class ModelRequest(Struct, frozen=True, kw_only=True):
    """One call of a model.

    Args:
        model: The provider's own name of the model, without our provider prefix.
        instructions: The system prompt.
        messages: History that obeys the rules of ``domain.history``: no orphan call or result.
        tools: What the model may ask for.
        tool_choice: ``auto``, ``none``, ``required`` or the name of one tool.
        max_tokens: Upper bound of the answer, tokens. None leaves it to the provider (adapters
            whose API demands a number choose one).
        temperature: None leaves it to the provider.
        stream: False asks for one JSON document; the parts then come all at once.
        options: Provider-specific members that are merged into the request body as they are.
    """

    model: str
    instructions: str = ""
    messages: tuple[Message, ...] = ()
    tools: tuple[ToolOffer, ...] = ()
    tool_choice: str = "auto"
    max_tokens: int | None = None
    temperature: float | None = None
    stream: bool = True
    options: dict[str, Json] = {}


class TextDelta(Struct, frozen=True):
    """A fragment of the answer."""

    text: str


class ReasoningDelta(Struct, frozen=True):
    """A fragment of visible reasoning."""

    text: str


class CallDelta(Struct, frozen=True):
    """A fragment of a call's argument text. The first fragment of a call may be empty.

    ``call_id`` is the id that the finished ``CallPart`` has.
    """

    call_id: str
    name: str
    text: str


class Counted(Struct, frozen=True):
    """What the provider counted before its answer ended: all there is to know if it never does."""

    usage: Usage


class Share(Struct, frozen=True):
    """A part of a call that is billed by itself, at another model unless that is empty."""

    model: str
    usage: Usage


class Reply(Struct, frozen=True, kw_only=True):
    """The whole answer: the last part of a stream that ended well.

    ``model`` is the model that answered, as the provider names it. ``tier`` is the tier of service
    that it was answered in, ``reported`` what the provider itself says it cost, in USD; ``shares``
    replace the usage where the provider bills parts of the call as different models'.
    """

    message: AssistantMessage
    stop: StopReason
    usage: Usage = NO_USAGE
    model: str = ""
    response_id: str = ""
    stop_raw: str = ""
    tier: str = ""
    reported: Decimal | None = None
    shares: tuple[Share, ...] = ()


class Fault(Struct, frozen=True, kw_only=True):
    """A failed call: the last part of a stream that did not end well.

    ``text`` is for a person: what happened and what to do, never a key, path or stack.
    ``detail`` is for the log: the provider's own words, redacted. ``retry_after`` in seconds.
    """

    kind: FaultKind
    text: str
    detail: str = ""
    status: int = 0
    code: str = ""
    retry_after: float | None = None
    usage: Usage = NO_USAGE


Part = TextDelta | ReasoningDelta | CallDelta | Counted | Reply | Fault


class Model(Protocol):
    """A way to call models of one provider."""

    @property
    def provider(self) -> str:
        """The provider's name, for example ``openai``; it prefixes the model in events."""
        ...

    def stream(self, request: ModelRequest, message_id: str) -> AsyncGenerator[list[Part], None]:
        """Call the model.

        Yields lists of parts, one list for what one read of the connection brought; the last part
        of the last list is a ``Reply`` or a ``Fault``. Never raises for a failed call: exceptions
        are our bugs, and cancellation. Closing the iterator closes the connection.

        Args:
            request: What to ask.
            message_id: The id of the assistant message in the reply.
        """
        ...
