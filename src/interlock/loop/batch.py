"""Batches of fragments: the first of a stream goes out at once, later ones in 50 ms windows."""

import asyncio
from collections.abc import Callable

from interlock import failpoints
from interlock.domain.events import ModelDelta
from interlock.domain.model import CallDelta, ReasoningDelta, TextDelta
from interlock.domain.redact import Redactor
from interlock.gate.preview import Preview

WINDOW_SECONDS = 0.05
"""How long a later fragment may wait for its neighbours."""


class Batch:
    """Collects the fragments of one answer and passes on whole ``ModelDelta`` facts, in order.

    Args:
        message_id: The message that the fragments belong to.
        emit: Takes the facts of one window.
        now: The time, ms since the epoch: thoughts are measured as they are passed on.
        redactor: Knows what of arguments must not be shown.
    """

    def __init__(
        self,
        message_id: str,
        emit: Callable[..., None],
        now: Callable[[], int],
        redactor: Redactor,
    ) -> None:
        self._message_id = message_id
        self._emit = emit
        self._now = now
        self._redactor = redactor
        self._previews: dict[str, Preview] = {}
        self._thought: list[int] = []
        self._thinks_since: int | None = None
        self._open: list[tuple[str, str, str, list[str]]] = []
        self._seen: set[tuple[str, str]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def push(self, part: TextDelta | ReasoningDelta | CallDelta) -> None:
        """Take one fragment."""
        kind, call_id, name = _stream(part)
        text = part.text if kind != "arguments" else self._previewed(call_id, part.text)
        if not text and (kind, call_id) in self._seen:
            return
        if self._open and self._open[-1][:2] == (kind, call_id):
            self._open[-1][3].append(text)
        else:
            self._open.append((kind, call_id, name, [text]))
        if (kind, call_id) not in self._seen:
            self._seen.add((kind, call_id))
            self.flush()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(WINDOW_SECONDS, self.flush)

    def _previewed(self, call_id: str, text: str) -> str:
        if call_id not in self._previews:
            self._previews[call_id] = Preview(self._redactor)
        return self._previews[call_id].take(text)

    def flush(self) -> None:
        """Pass on what is collected."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._open:
            return
        facts = [self._fact(*entry) for entry in self._open]
        self._open = []
        for fact in facts:
            self._measure(thinks=fact.kind == "reasoning")
        failpoints.hit("loop.model_streaming")
        self._emit(*facts)

    def thought(self) -> tuple[int, ...]:
        """How long each stretch of visible reasoning took, up to now, ms."""
        self.flush()
        self._measure(thinks=False)
        return tuple(self._thought)

    def _measure(self, *, thinks: bool) -> None:
        if thinks and self._thinks_since is None:
            self._thinks_since = self._now()
        elif not thinks and self._thinks_since is not None:
            self._thought.append(self._now() - self._thinks_since)
            self._thinks_since = None

    def _fact(self, kind: str, call_id: str, name: str, texts: list[str]) -> ModelDelta:
        text = "".join(texts)
        if kind == "arguments":
            return ModelDelta(
                message_id=self._message_id,
                kind="arguments",
                text=text,
                call_id=call_id,
                name=name,
            )
        return ModelDelta(
            message_id=self._message_id,
            kind="reasoning" if kind == "reasoning" else "text",
            text=text,
        )


def _stream(part: TextDelta | ReasoningDelta | CallDelta) -> tuple[str, str, str]:
    match part:
        case TextDelta():
            return "text", "", ""
        case ReasoningDelta():
            return "reasoning", "", ""
        case CallDelta(call_id=call_id, name=name):
            return "arguments", call_id, name
