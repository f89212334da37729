"""The answer while it grows: what both wire adapters write into, sans I/O.

Fragments go in one by one; ``take`` returns what the last read added, with neighbouring fragments
merged into one delta; ``parts`` is the finished message. Nothing outside this room sees a draft.
"""

from collections.abc import Callable

from interlock.domain.messages import AssistantPart, CallPart, Json, ReasoningPart, TextPart
from interlock.domain.model import CallDelta, Counted, Part, ReasoningDelta, TextDelta
from interlock.domain.usage import Usage


class TextBlock:
    """Words of the answer."""

    __slots__ = ("fragments",)

    def __init__(self) -> None:
        self.fragments: list[str] = []

    def delta(self, text: str) -> Part | None:
        """What a reader of the stream gets of a new fragment."""
        return TextDelta(text) if text else None

    def part(self, provider: str) -> AssistantPart | None:  # noqa: ARG002
        """The finished part; None if nothing came."""
        text = "".join(self.fragments)
        return TextPart(text) if text else None


class ReasoningBlock:
    """Visible reasoning, with the provider's own block if it wants that back."""

    __slots__ = ("fragments", "opaque")

    def __init__(self, opaque: Json = None) -> None:
        self.fragments: list[str] = []
        self.opaque: Json = opaque

    def delta(self, text: str) -> Part | None:
        """What a reader of the stream gets of a new fragment."""
        return ReasoningDelta(text) if text else None

    def part(self, provider: str) -> AssistantPart | None:
        """The finished part; None if nothing came."""
        text = "".join(self.fragments)
        if not text and self.opaque is None:
            return None
        return ReasoningPart(text, provider=provider, opaque=self.opaque)


class CallBlock:
    """A tool call. ``silent`` keeps it out of the deltas until it is known to be ours to run."""

    __slots__ = ("announced", "fragments", "id", "name", "opaque", "provider_id", "silent")

    def __init__(self, call_id: str, name: str, provider_id: str) -> None:
        self.id = call_id
        self.name = name
        self.provider_id = provider_id
        self.fragments: list[str] = []
        self.opaque: Json = None
        self.announced = False
        self.silent = False

    def delta(self, text: str) -> Part | None:
        """What a reader of the stream gets of a new fragment; the first one may be empty."""
        if self.silent or not self.name or (self.announced and not text):
            return None
        if not self.announced:
            text = "".join(self.fragments)
            self.announced = True
        return CallDelta(self.id, self.name, text)

    def part(self, provider: str) -> AssistantPart | None:
        """The finished part; None for a call without a name and arguments."""
        arguments = "".join(self.fragments)
        if not self.name and not arguments:
            return None
        return CallPart(
            id=self.id,
            name=self.name,
            arguments=arguments,
            provider=provider,
            provider_id=self.provider_id,
            opaque=self.opaque,
        )


Block = TextBlock | ReasoningBlock | CallBlock


class Draft:
    """An answer in the making.

    Args:
        new_id: Makes our own id of a call.
    """

    __slots__ = ("_blocks", "_current", "_new_id", "_pending", "_ready")

    def __init__(self, new_id: Callable[[str], str]) -> None:
        self._new_id = new_id
        self._blocks: list[Block] = []
        self._current: Block | None = None
        self._pending: list[str] = []
        self._ready: list[Part] = []

    def text(self, fragment: str) -> None:
        """Add words to the answer."""
        if type(self._current) is not TextBlock:
            self.open(TextBlock())
        self._pending.append(fragment)

    def reasoning(self, fragment: str) -> None:
        """Add to the visible reasoning."""
        if type(self._current) is not ReasoningBlock:
            self.open(ReasoningBlock())
        self._pending.append(fragment)

    def call(self, name: str, provider_id: str) -> CallBlock:
        """Begin a tool call."""
        block = CallBlock(self._new_id("call"), name, provider_id)
        self.open(block)
        return block

    def open(self, block: Block) -> None:
        """Begin a block; what follows is written into it."""
        self._flush()
        self._blocks.append(block)
        self._current = block

    def add(self, block: Block, fragment: str) -> None:
        """Add to one block; calls may grow in turns."""
        if self._current is not block:
            self._flush()
            self._current = block
        self._pending.append(fragment)

    def written(self, block: Block) -> str:
        """Everything that a block holds up to now."""
        text = "".join(block.fragments)
        return text + "".join(self._pending) if block is self._current else text

    def keep_with_reasoning(self, opaque: Json) -> None:
        """Attach what the provider wants back to the last reasoning, or to one without words."""
        self._flush()
        for block in reversed(self._blocks):
            if isinstance(block, ReasoningBlock):
                block.opaque = opaque
                return
        self._blocks.insert(0, ReasoningBlock(opaque))

    def counted(self, usage: Usage) -> None:
        """Pass on what the provider has counted up to now."""
        self._flush()
        self._ready.append(Counted(usage))

    def reset(self) -> None:
        """Forget everything: the provider began its answer again."""
        self._blocks.clear()
        self._pending.clear()
        self._ready.clear()
        self._current = None

    def take(self) -> list[Part]:
        """Return the deltas since the last time, neighbours merged."""
        self._flush()
        ready = self._ready
        self._ready = []
        return ready

    def blocks(self) -> list[Block]:
        """Everything up to now, in the model's order, with no fragment pending."""
        self._flush()
        return self._blocks

    def _flush(self) -> None:
        block = self._current
        if block is None:
            return
        text = "".join(self._pending)
        self._pending.clear()
        if text:
            block.fragments.append(text)
        delta = block.delta(text)
        if delta is not None:
            self._ready.append(delta)


def parts_of(blocks: list[Block], provider: str) -> tuple[AssistantPart, ...]:
    """Make the parts of the finished message."""
    parts = (block.part(provider) for block in blocks)
    return tuple(part for part in parts if part is not None)
