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
        if self._open and self._open[-1][:2] == (kind, call_id):
            self._open[-1][3].append(part.text)
        else:
            self._open.append((kind, call_id, name, [part.text]))
        if (kind, call_id) not in self._seen:
            self._seen.add((kind, call_id))
            self.flush()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(WINDOW_SECONDS, self.flush)

    def flush(self) -> None:
        """Pass on what is collected."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._open:
            return
        found = [self._fact(*entry) for entry in self._open]
        for kind, *_ in self._open:
            self._measure(thinks=kind == "reasoning")
        self._open = []
        failpoints.hit("loop.model_streaming")
        facts = [fact for fact in found if fact is not None]
        if facts:
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

    def _fact(self, kind: str, call_id: str, name: str, texts: list[str]) -> ModelDelta | None:
        text = "".join(texts)
        if kind == "arguments":
            return self._arguments(call_id, name, text)
        return ModelDelta(
            message_id=self._message_id,
            kind="reasoning" if kind == "reasoning" else "text",
            text=text,
        )

    def _arguments(self, call_id: str, name: str, text: str) -> ModelDelta | None:
        """What may be shown of a call by now; None when that is nothing new."""
        is_first = call_id not in self._previews
        if is_first:
            self._previews[call_id] = Preview(self._redactor)
        shown = self._previews[call_id].take(text)
        if not shown and not is_first:
            return None
        return ModelDelta(
            message_id=self._message_id, kind="arguments", text=shown, call_id=call_id, name=name
        )


def _stream(part: TextDelta | ReasoningDelta | CallDelta) -> tuple[str, str, str]:
    match part:
        case TextDelta():
            return "text", "", ""
        case ReasoningDelta():
            return "reasoning", "", ""
        case CallDelta(call_id=call_id, name=name):
            return "arguments", call_id, name
