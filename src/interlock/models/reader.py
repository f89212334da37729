"""Read an answer of any wire API, sans I/O: bytes go in, parts come out.

An adapter writes a ``Wire``: what one event, one document and the end mean. Splitting, batching
and ending once are here.
"""

from typing import Protocol

from interlock.domain.model import Fault, Part, Reply
from interlock.models.draft import Draft
from interlock.models.error_words import decode_error, holds_error
from interlock.models.sse import SseSplitter

Final = Reply | Fault


class Wire(Protocol):
    """What an adapter knows: the meaning of events. It keeps the draft it is given."""

    @property
    def draft(self) -> Draft:
        """Where the answer grows."""
        ...

    def event(self, payload: bytes) -> Final | None:
        """Take in one event; return the outcome if it was the last."""
        ...

    def document(self, body: bytes) -> Final:
        """Take in a whole answer that didn't come as a stream."""
        ...

    def ended(self, stray: bytes, detail: str) -> Final:
        """Say the outcome of a stream that is over without a last event.

        Args:
            stray: A JSON error that came outside every event, or empty.
            detail: Why the stream is over, for the log; empty if it simply ended.
        """
        ...


class AnswerReader:
    """Reads one answer. After ``done`` it takes in nothing more."""

    __slots__ = ("_began", "_splitter", "_wire", "done")

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._splitter = SseSplitter()
        self._began = False
        self.done = False

    def feed(self, data: bytes) -> list[Part]:
        """Take in what one read of a stream brought."""
        event = self._wire.event
        payloads = self._splitter.feed(data)
        for payload in payloads:
            final = event(payload)
            if final is not None:
                return self._finish(final)
        if payloads:
            self._began = True
        elif self._splitter.overflowed:
            return self._finish(self._wire.ended(b"", "one event is larger than any answer"))
        return self._wire.draft.take()

    def close(self, detail: str = "") -> list[Part]:
        """Take in the end of a stream; the list ends with the outcome.

        Args:
            detail: Why it ended, if the connection says so; for the log.
        """
        for payload in self._splitter.close():
            if not _is_whole(payload):
                break
            final = self._wire.event(payload)
            if final is not None:
                return self._finish(final)
        stray = self._splitter.stray
        if not self._began and decode_error(stray) is not None:
            return self._finish(self._wire.document(stray))
        kept = stray if holds_error(decode_error(stray)) else b""
        return self._finish(self._wire.ended(kept, detail))

    def document(self, body: bytes) -> list[Part]:
        """Take in a whole answer; the list ends with the outcome.

        A server that streams although one document was asked for, under a wrong label, is read too.
        """
        if body.lstrip()[:5] in {b"data:", b"event"}:
            parts = self.feed(body)
            return parts if self.done else parts + self.close()
        return self._finish(self._wire.document(body))

    def _finish(self, final: Final) -> list[Part]:
        self.done = True
        return [*self._wire.draft.take(), final]


def _is_whole(payload: bytes) -> bool:
    """Say whether the last, unended event is complete: a cut event must not count as garbage."""
    return payload.strip() == b"[DONE]" or decode_error(payload) is not None
