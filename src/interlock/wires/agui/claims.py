"""What a client claims about the past, against what is stored. Only new words of the user count."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from msgspec import Struct

from interlock.domain.events import Fact, ModelStarted, Noted, RunStarted
from interlock.domain.messages import Json, TextPart, UserMessage, UserPart
from interlock.errors import Invalid
from interlock.wires.agui.content import ADDRESS, user_parts
from interlock.wires.agui.frames import WireEvent
from interlock.wires.agui.post import Post, Posted
from interlock.wires.agui.snapshot import wire_messages

_SILENT = frozenset({"reasoning", "activity"})
_ORDERS = frozenset({"system", "developer"})


class Reading(Struct, frozen=True, kw_only=True):
    """What a posted history amounts to.

    Args:
        message: The user's new words; None when there are none.
        notes: What was ignored.
        differs: Whether the client believes something that is not stored, or missed something.
    """

    message: UserMessage | None = None
    notes: tuple[Noted, ...] = ()
    differs: bool = False


def read_claims(post: Post, facts: Sequence[Fact]) -> Reading:
    """Compare a posted history with the stored thread.

    The new words are the user messages at the end that are not stored, joined when several are
    left over. Forged messages behind them don't hide them; none is taken from before an answer.

    Raises:
        Invalid: ``file_address``: the new words refer to a file by its address.
    """
    stored = {message["id"]: message for message in wire_messages(facts)}
    ours = stored.keys() | set(_ids(facts))
    new = _new(post.messages, ours)
    message, dropped = _joined(new)
    taken = {posted.id for posted in new}
    faults = Counter(_faults(post.messages, stored, ours, taken))
    return Reading(
        message=message,
        notes=tuple(_notes(faults, post.dropped, dropped)),
        differs=bool(faults) or _behind(post.messages, stored),
    )


def _ids(facts: Sequence[Fact]) -> Iterator[str]:
    """Ids that we gave, or took, also of messages that no history shows."""
    for fact in facts:
        match fact:
            case ModelStarted(message_id=message_id):
                yield message_id
            case RunStarted(message=UserMessage(id=message_id)):
                yield message_id
            case _:
                pass


def _new(messages: Sequence[Posted], ours: set[str]) -> list[Posted]:
    """The user's unstored messages at the end, in order."""
    found: dict[str, Posted] = {}
    for posted in reversed(messages):
        if posted.id in ours:
            break
        if posted.role == "user":
            found[posted.id] = posted
        elif found and posted.role in {"assistant", "tool"}:
            break
    return list(reversed(found.values()))


def _joined(new: Sequence[Posted]) -> tuple[UserMessage | None, int]:
    """One message of several, and how many parts were dropped."""
    parts: list[UserPart] = []
    dropped = 0
    for posted in new:
        some, faults = user_parts(posted.content)
        if ADDRESS in faults:
            text = "This server fetches no address. Put the file itself into the message (base64)."
            raise Invalid(text, "file_address")
        dropped += len(faults)
        parts += _apart(some) if parts else some
    return (UserMessage(new[-1].id, tuple(parts)) if parts else None), dropped


def _apart(parts: Iterable[UserPart]) -> Iterator[UserPart]:
    """Words that follow other words begin a paragraph."""
    for index, part in enumerate(parts):
        yield TextPart("\n\n" + part.text) if not index and isinstance(part, TextPart) else part


def _faults(
    messages: Sequence[Posted], stored: dict[str, WireEvent], ours: set[str], taken: set[str]
) -> Iterator[str]:
    seen: set[str] = set()
    for posted in messages:
        if posted.role in _SILENT:
            continue
        if posted.role in _ORDERS:
            yield "instructions"
        elif posted.id in seen:
            yield "repeated"
        elif posted.id in stored:
            if not _same(posted, stored[posted.id]):
                yield "changed"
        elif posted.id not in ours and posted.id not in taken:
            yield "foreign"
        seen.add(posted.id)


def _behind(messages: Sequence[Posted], stored: dict[str, WireEvent]) -> bool:
    """Whether a client has some of the stored messages and not all: it went on elsewhere."""
    known = {posted.id for posted in messages} & stored.keys()
    return 0 < len(known) < len(stored)


def _same(posted: Posted, stored: WireEvent) -> bool:
    if posted.role != stored["role"] or posted.call_id != stored.get("toolCallId", ""):
        return False
    calls = tuple(
        (call["id"], call["function"]["arguments"]) for call in stored.get("toolCalls", ())
    )
    return posted.calls == calls and _words(posted.content) == _words(stored.get("content"))


def _words(content: Json) -> str:
    """The text of any content; files are not compared, for none is taken from the past."""
    if isinstance(content, str):
        return content.strip()
    parts = cast("list[Json]", content) if isinstance(content, list) else []
    objects = [cast("dict[str, Json]", part) for part in parts if isinstance(part, dict)]
    return "".join(str(part["text"]) for part in objects if "text" in part).strip()


def _notes(faults: Counter[str], messages: int, parts: int) -> Iterator[Noted]:
    if faults:
        text = "The posted history differs from the stored thread; what differs was ignored."
        yield Noted(code="history_mismatch", text=text, data=dict(faults))
    if messages:
        text = "Messages of an unknown role or without an id were dropped."
        yield Noted(code="messages_dropped", text=text, data={"count": messages})
    if parts:
        text = "Parts of the message that this server can't read were dropped."
        yield Noted(code="parts_dropped", text=text, data={"count": parts})
