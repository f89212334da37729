"""Read the usage of a whole payload, of any API: for records, and for calls that do not stream.

The adapters of streams read the same bodies; what contains what is said in ``usage_rules``.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.model import Share
from interlock.domain.usage import Usage
from interlock.models.anthropic_usage import TokenCounts, UsageBody
from interlock.models.openai_chat_usage import UNKNOWN_USAGE, ChatUsage, read_cost, read_usage
from interlock.models.usage_rules import parts_inside, thoughts_beside


class Counted(Struct, frozen=True):
    """What a payload says of its use; see ``domain.model.Reply`` for the other members."""

    usage: Usage
    tier: str = ""
    reported: Decimal | None = None
    shares: tuple[Share, ...] = ()


class InputDetails(Struct, gc=False):
    """Parts of the input, as the Responses API names them."""

    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class OutputDetails(Struct, gc=False):
    """Parts of the output, as the Responses API names them."""

    reasoning_tokens: int | None = None


class ResponsesUsage(Struct, gc=False):
    """OpenAI's Responses, and the token counts of Codex: the cache is a part of the input."""

    input_tokens: int = 0
    output_tokens: int = 0
    total_tokens: int = 0
    cached_input_tokens: int = 0
    input_tokens_details: InputDetails | None = None
    output_tokens_details: OutputDetails | None = None
    service_tier: str = ""


class GeminiUsage(Struct, gc=False, rename="camel"):
    """``usageMetadata`` of Gemini."""

    prompt_token_count: int = 0
    candidates_token_count: int = 0
    thoughts_token_count: int = 0
    total_token_count: int = 0
    cached_content_token_count: int = 0
    tool_use_prompt_token_count: int = 0


class BilledUnits(Struct, gc=False):
    """What Cohere bills."""

    search_units: int = 0


class CohereMeta(Struct, gc=False):
    """Where Cohere says so."""

    billed_units: BilledUnits | None = None


class CohereUsage(Struct, gc=False):
    """The answer of Cohere's reranker."""

    meta: CohereMeta | None = None


class MessagesEvent(Struct, gc=False):
    """An event, or a whole answer, of Anthropic Messages."""

    usage: UsageBody | None = None
    message: "MessagesEvent | None" = None


def read_payload(api: str, payload: Json) -> Counted:
    """Read a payload, or the events of a stream.

    Args:
        api: ``messages``, ``chat``, ``embeddings``, ``responses``, ``codex-event``,
            ``generateContent`` or ``rerank``; ``-stream`` at the end says that the payload's member
            ``stream`` lists events.
        payload: The usage object, or what holds it.

    Raises:
        KeyError: No such API.
        msgspec.ValidationError: The payload is none of it.
    """
    name = api.removesuffix("-stream")
    events: list[Json] = payload["stream"] if name != api and "stream" in payload else [payload]
    return _READERS[name](events)


def _messages(events: list[Json]) -> Counted:
    counts = TokenCounts()
    for event in events:
        read = msgspec.convert(event, MessagesEvent)
        body = read.message.usage if read.message is not None else read.usage
        counts.update(body or msgspec.convert(event, UsageBody))
    return Counted(counts.usage(), counts.tier, shares=counts.shares)


def _chat(events: list[Json]) -> Counted:
    last: ChatUsage | None = None
    for event in events:
        found = event.get("usage", event)
        if found:
            last = msgspec.json.decode(msgspec.json.encode(found), type=ChatUsage)
    return Counted(read_usage(last), reported=read_cost(last))


def _responses(events: list[Json]) -> Counted:
    usage = msgspec.convert(events[-1], ResponsesUsage)
    given = usage.input_tokens_details or InputDetails()
    made = usage.output_tokens_details or OutputDetails()
    counted = parts_inside(
        usage.input_tokens,
        usage.output_tokens,
        cached=given.cached_tokens or usage.cached_input_tokens,
        written=given.cache_write_tokens or 0,
        reasoning=made.reasoning_tokens or 0,
    )
    return Counted(counted, usage.service_tier)


def _gemini(events: list[Json]) -> Counted:
    usage = msgspec.convert(events[-1], GeminiUsage)
    counted = thoughts_beside(
        usage.prompt_token_count,
        usage.candidates_token_count,
        usage.thoughts_token_count,
        usage.total_token_count,
        cached=usage.cached_content_token_count,
        tools=usage.tool_use_prompt_token_count,
    )
    return Counted(counted)


def _rerank(events: list[Json]) -> Counted:
    meta = msgspec.convert(events[-1], CohereUsage).meta
    if meta is None or meta.billed_units is None:
        return Counted(UNKNOWN_USAGE)
    return Counted(Usage(search_units=meta.billed_units.search_units))


_READERS: Mapping[str, Callable[[list[Json]], Counted]] = {
    "messages": _messages,
    "chat": _chat,
    "embeddings": _chat,
    "responses": _responses,
    "codex-event": _responses,
    "generateContent": _gemini,
    "rerank": _rerank,
}
