"""Put tool calls of chat completions together from fragments that servers number as they like."""

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.models.draft import CallBlock, Draft
from interlock.models.settle import is_object


class FunctionBody(Struct, gc=False):
    """A function as a server names it; arguments should be text and sometimes aren't."""

    name: str | None = None
    arguments: Json = None


class CallBody(Struct, gc=False):
    """A call or a fragment of one."""

    index: int | None = None
    id: str | int | None = None
    function: FunctionBody | None = None
    extra_content: Json = None


class ChatCalls:
    """The calls of one answer.

    An index names a call, unless a different id or a second whole object shows that the server
    uses one index for several. Without an index an id does, and without both the latest call.
    Names and ids that are repeated, or empty, change nothing.

    Args:
        draft: Where the calls grow.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._by_index: dict[int | None, CallBlock] = {}
        self._latest: CallBlock | None = None

    def grow(self, body: CallBody) -> None:
        """Take in a whole call or a fragment."""
        function = body.function
        name = (function.name if function else None) or ""
        text = _as_text(function.arguments if function else None)
        provider_id = "" if body.id is None else str(body.id)
        block = self._find(body.index, provider_id, name)
        if block is None:
            if not (name or provider_id or text):
                return
            block = self._begin(body.index, name, provider_id)
        elif text[:1] == "{" and self._is_full(block):
            block = self._begin(body.index, name or block.name, provider_id)
        block.name = block.name or name
        block.provider_id = block.provider_id or provider_id
        if body.extra_content is not None:
            block.opaque = {"extra_content": body.extra_content}
        self._draft.add(block, text)

    def _begin(self, index: int | None, name: str, provider_id: str) -> CallBlock:
        block = self._draft.call(name, provider_id)
        self._by_index[index] = block
        self._latest = block
        return block

    def _find(self, index: int | None, provider_id: str, name: str) -> CallBlock | None:
        """Find the call that a fragment continues; None if it begins one."""
        block = self._latest if index is None else self._by_index.get(index)
        if block is None:
            return None
        if provider_id and block.provider_id:
            return block if provider_id == block.provider_id else None
        if index is None and name and block.name:
            return None
        return block

    def _is_full(self, block: CallBlock) -> bool:
        written = self._draft.written(block)
        return written.rstrip().endswith("}") and is_object(written)


def _as_text(arguments: Json) -> str:
    if arguments is None:
        return ""
    if isinstance(arguments, str):
        return arguments
    return msgspec.json.encode(arguments).decode()
