"""What of the log a client may see: everything but what is kept for debugging alone."""

from msgspec import json
from msgspec.structs import replace

from interlock.domain.events import Event, ModelFailed, ToolEnded, ToolJudged

_decoder: json.Decoder[Event] = json.Decoder(Event)
_encoder = json.Encoder()


def shown(event: Event) -> Event:
    """An event without ``ToolResult.debug`` and ``ModelFailed.detail``."""
    fact = event.data
    match fact:
        case ToolEnded(result=result) if result.debug:
            return replace(event, data=replace(fact, result=replace(result, debug="")))
        case ToolJudged(result=result) if result is not None and result.debug:
            return replace(event, data=replace(fact, result=replace(result, debug="")))
        case ModelFailed() if fact.detail:
            return replace(event, data=replace(fact, detail=""))
        case _:
            return event


def shown_raw(raw: bytes) -> bytes:
    """The same for an event's JSON, which is decoded only when it may hold something to hide."""
    if b'"debug":' not in raw and b'"detail":' not in raw:
        return raw
    return _encoder.encode(shown(_decoder.decode(raw)))


def frame(event: Event) -> bytes:
    """An event as a server-sent event; its id is ``seq``."""
    return b"id: %d\ndata: %b\n\n" % (event.seq, _encoder.encode(shown(event)))
