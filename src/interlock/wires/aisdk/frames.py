"""The frame around chunks: headers, lines, comments and the end mark.

Source: AI SDK 7, ``ui-message-stream-headers`` and ``json-to-sse-transform-stream``.
"""

from collections.abc import Iterable

from msgspec import json

from interlock.domain.messages import Json

Chunk = dict[str, Json]
"""One chunk of the stream: ``type`` and its fields."""

HEADERS = (
    (b"connection", b"keep-alive"),
    (b"x-vercel-ai-ui-message-stream", b"v1"),
)
"""What a streamed answer has beside the headers of every event stream."""

DONE = b"data: [DONE]\n\n"
"""The last line of every stream, also after ``error`` and ``abort``."""

_encoder = json.Encoder()


def frame(chunks: Iterable[Chunk]) -> bytes:
    """Chunks as the bytes of server-sent events: one line of JSON each, numbers finite."""
    return b"".join(b"data: %b\n\n" % _encoder.encode(chunk) for chunk in chunks)
