"""Steps and the running text inside them: what is open, and how it closes."""

from collections.abc import Callable
from typing import Literal

from interlock.wires.aisdk.frames import Chunk

TextKind = Literal["text", "reasoning"]


class Steps:
    """Writes steps, text and reasoning. At most one part of running text is open.

    A step begins with its first content, so that an attempt that gave nothing leaves none behind.

    Args:
        emit: Takes chunks.
    """

    def __init__(self, emit: Callable[[Chunk], None]) -> None:
        self._emit = emit
        self._open: tuple[TextKind, str] | None = None
        self._count = 0
        self._since = 0
        self._thoughts = 0
        self.inside = False
        self.now = 0
        """The time of the event that is translated, ms."""
        self.thought: tuple[int, ...] = ()
        """What the log says of the thoughts of this model call, ms each; empty while it streams."""

    def call(self) -> None:
        """Another model call begins: the step before it ends, and thoughts are counted anew."""
        self.finish()
        self._thoughts = 0
        self.thought = ()

    def begin(self) -> None:
        """Be inside a step."""
        if not self.inside:
            self._emit({"type": "start-step"})
            self.inside = True

    def write(self, kind: TextKind, text: str) -> None:
        """Go on with the open part, or with a new one when it is of the other kind."""
        if not text:
            return
        self.begin()
        if self._open is None or self._open[0] != kind:
            self.close()
            self._count += 1
            self._open = (kind, f"p{self._count}")
            self._since = self.now
            self._emit({"type": f"{kind}-start", "id": self._open[1]})
        self._emit({"type": f"{kind}-delta", "id": self._open[1], "delta": text})

    def close(self) -> None:
        """End the open part."""
        if self._open is not None:
            kind, part_id = self._open
            took = self._took() if kind == "reasoning" else 0
            self._emit({"type": f"{kind}-end", "id": part_id, **_measured(took)})
            self._open = None

    def finish(self) -> None:
        """End the step with everything in it."""
        self.close()
        if self.inside:
            self._emit({"type": "finish-step"})
            self.inside = False

    def _took(self) -> int:
        """How long the thought took that ends now, ms; 0 when nobody knows."""
        at, self._thoughts = self._thoughts, self._thoughts + 1
        return self.thought[at] if at < len(self.thought) else self.now - self._since


def _measured(took: int) -> Chunk:
    """Clients keep this with the part; those that do not know it take no notice."""
    return {"providerMetadata": {"interlock": {"milliseconds": took}}} if took else {}
