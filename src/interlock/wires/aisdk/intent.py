"""What a posted chat asks for, once everything is left out that a client may not decide."""

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.messages import UserMessage
from interlock.errors import Invalid
from interlock.wires.aisdk.answers import Reading, read_answers
from interlock.wires.aisdk.known import Known, Said
from interlock.wires.aisdk.request import ChatRequest, Object, new_message, text_at, user_parts


class Say(Struct, frozen=True, kw_only=True):
    """A message to begin a turn with; ``replaces`` is the turn whose place it takes."""

    message: UserMessage
    replaces: str = ""
    notes: tuple[str, ...] = ()


class Answer(Struct, frozen=True, kw_only=True):
    """Answers to questions of a turn, or none: its message goes on from where they were asked."""

    turn_id: str
    reading: Reading
    notes: tuple[str, ...] = ()


class Look(Struct, frozen=True, kw_only=True):
    """Nothing new: the turn's message as it is."""

    turn_id: str
    notes: tuple[str, ...] = ()


Intent = Say | Answer | Look


def read_intent(request: ChatRequest, known: Known, fallback_id: str) -> Intent:
    """Say what a posted chat asks for.

    Args:
        request: The chat as posted.
        known: The chat as stored.
        fallback_id: The id of a new user message that has no usable one.

    Raises:
        Invalid: There is nothing in it that could be done, or its new message can't be read.
    """
    talk = [one for one in request.messages if one.get("role") in {"user", "assistant"}]
    notes = (*_odd_roles(request), *_changed(talk[:-1], known))
    if request.trigger == "regenerate-message":
        return _regenerate(request, talk, known, notes)
    if not talk:
        raise Invalid("There is no message. Write something.", "empty_message")
    last = talk[-1]
    if last.get("role") == "user":
        return _say(request, last, known, fallback_id, notes)
    reading = read_answers(request, known)
    turn_id = _continued(request, last, known, reading)
    return Answer(turn_id=turn_id, reading=reading, notes=(*notes, *reading.notes))


def _say(
    request: ChatRequest, last: Object, known: Known, fallback_id: str, notes: tuple[str, ...]
) -> Intent:
    """A new message, an edit of a stored one, or one that came before."""
    message = new_message(last, fallback_id)
    stored = known.said.get(message.id)
    if stored is None:
        claims = read_answers(replace(request, answers={}), known)
        late = [f"an answer to {one.interrupt_id}, sent with a new message" for one in claims.given]
        return Say(message=message, notes=(*notes, *claims.notes, *late))
    if stored.message.parts == message.parts:
        return Look(turn_id=stored.turn_id, notes=notes)
    if request.message_id == message.id:
        return Say(message=message, replaces=stored.turn_id, notes=notes)
    return Look(turn_id=stored.turn_id, notes=(*notes, f"another text of message {message.id}"))


def _regenerate(
    request: ChatRequest, talk: list[Object], known: Known, notes: tuple[str, ...]
) -> Intent:
    """The turn that is meant, once more, with the message as it is stored.

    A turn that was replaced before is not replaced twice: the request came a second time.
    """
    if request.message_id in known.replaced:
        return Look(turn_id=known.replaced[request.message_id], notes=notes)
    last_user = next((one for one in reversed(talk) if one.get("role") == "user"), None)
    found = known.turn(request.message_id) or known.said.get(request.message_id)
    if found is None:
        stored = None if last_user is None else known.said.get(text_at(last_user, "id"))
        found = known.latest() if last_user is None else stored
    if found is None:
        raise Invalid("There is no answer to write anew. Send the message again.", "unknown_turn")
    return Say(message=found.message, replaces=found.turn_id, notes=notes)


def _continued(request: ChatRequest, last: Object, known: Known, reading: Reading) -> str:
    named = (request.message_id, text_at(last, "id"))
    asked = (known.asked[one].turn_id for one in reading.shown)
    found = next((turn for turn in (*named, *asked) if known.turn(turn) is not None), None)
    if found is None:
        raise Invalid("There is nothing to continue here. Write a new message.", "unknown_turn")
    return found


def _odd_roles(request: ChatRequest) -> tuple[str, ...]:
    roles = (one.get("role") for one in request.messages)
    return tuple(f"a message of the role {role}" for role in roles if role not in _ROLES)


_ROLES = ("user", "assistant")


def _changed(talk: list[Object], known: Known) -> list[str]:
    """Old user messages that the client tells otherwise than they are stored, or that are none."""
    notes: list[str] = []
    for one in talk:
        if one.get("role") != "user":
            continue
        stored = known.said.get(text_at(one, "id"))
        if stored is None:
            notes.append("an earlier message that is not stored")
        elif not _same(stored, one):
            notes.append(f"another text of message {stored.message.id}")
    return notes


def _same(stored: Said, posted: Object) -> bool:
    try:
        return user_parts(posted) == stored.message.parts
    except Invalid:
        return False
