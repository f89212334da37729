"""What a posted input may do: the stored state decides, the client only asks. Pure.

An open question is answered by a ``resume`` entry and by nothing else. A message that arrives while
something waits does not answer it, and does not abandon it either (interrupt-resume pattern,
"uncovered"): the same questions are asked again, unless the agent says otherwise, or every one of
them is cancelled together with the message.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from interlock.domain.agents import Agent, OnNewMessage
from interlock.domain.events import Fact, Noted
from interlock.domain.ids import MAX_ID_LENGTH
from interlock.domain.interrupts import InterruptKind, Question
from interlock.domain.messages import Json, UserMessage
from interlock.domain.records import Run
from interlock.errors import Conflict
from interlock.wires.agui.claims import Reading, read_claims
from interlock.wires.agui.post import Entry, Post

_NAMED = 20
"""How many names a note repeats of what a client sent."""


class Known(Struct, frozen=True, kw_only=True):
    """What is stored about the thread, as far as the sender may see it.

    Args:
        facts: The facts of its visible runs.
        named: The questions of this thread that ``resume`` names.
        open: Its open questions, oldest first.
        active: Its queued or running run.
    """

    facts: Sequence[Fact] = ()
    named: Sequence[Question] = ()
    open: Sequence[Question] = ()
    active: Run | None = None


class Say(Struct, frozen=True, kw_only=True):
    """Begin a run. ``supersede``: close what is open; ``snapshot``: put the client right first."""

    message: UserMessage
    supersede: bool = False
    snapshot: bool = False
    notes: tuple[Noted, ...] = ()


class Reply(Struct, frozen=True, kw_only=True):
    """Answer these questions: ``(question, entry, value)``; all count, or none."""

    answers: tuple[tuple[Question, Entry, Json], ...]
    notes: tuple[Noted, ...] = ()


class AskAgain(Struct, frozen=True, kw_only=True):
    """Change nothing; the open questions stand."""

    notes: tuple[Noted, ...] = ()


class Attach(Struct, frozen=True, kw_only=True):
    """Change nothing; show the run that is at work."""

    run: Run
    notes: tuple[Noted, ...] = ()


class Rest(Struct, frozen=True, kw_only=True):
    """Change nothing; show the thread."""

    notes: tuple[Noted, ...] = ()


Plan = Say | Reply | AskAgain | Attach | Rest


def plan(post: Post, known: Known, agent: Agent) -> Plan:
    """Decide what a posted input does.

    Raises:
        Conflict: ``reserved_tool_name``: a client's tool has the name of one of ours;
            ``run_waiting``: questions are open, and the agent refuses messages then.
        Invalid: The new message refers to a file by its address.
    """
    _refuse_reserved(post, agent)
    reading = read_claims(post, known.facts)
    found = {question.interrupt.id: question for question in known.named}
    live = [entry for entry in post.resume if _counts(entry, found)]
    notes = (*reading.notes, *_asides(post), *_unheard(post.resume, found))
    if live:
        return _resumed(live, found, known, reading, notes)
    message = reading.message
    if known.open:
        return _waiting(message, known, agent.on_new_message, reading, notes)
    if message is not None:
        return Say(message=message, snapshot=reading.differs, notes=notes)
    if known.active is not None:
        return Attach(run=known.active, notes=notes)
    return Rest(notes=notes)


def _refuse_reserved(post: Post, agent: Agent) -> None:
    names = sorted({name for name in post.tools if agent.tool(name) is not None})
    if names:
        text = "A client tool has the name of a server tool. Rename it."
        raise Conflict(text, "reserved_tool_name", {"tools": names})


def _counts(entry: Entry, found: dict[str, Question]) -> bool:
    """Whether an entry says anything: giving up what is closed already is how clients let go."""
    question = found.get(entry.interrupt_id)
    return question is not None and (question.status == "open" or entry.status == "resolved")


def _resumed(
    live: Sequence[Entry],
    found: dict[str, Question],
    known: Known,
    reading: Reading,
    notes: tuple[Noted, ...],
) -> Plan:
    given_up = {entry.interrupt_id for entry in live if entry.status == "cancelled"}
    message = reading.message
    if message is not None and given_up == {one.interrupt.id for one in known.open}:
        return Say(message=message, supersede=True, snapshot=reading.differs, notes=notes)
    if message is not None:
        text = "The turn goes on with the answers; the message was not taken. Send it afterwards."
        notes = (*notes, Noted(code="message_not_taken", text=text))
    answers = [(found[one.interrupt_id], one) for one in live]
    return Reply(
        answers=tuple((question, one, _value(question, one)) for question, one in answers),
        notes=notes,
    )


def _value(question: Question, entry: Entry) -> Json:
    """A payload as an answer. A bare true, false or text is short for the one required member."""
    kind: InterruptKind = question.interrupt.kind
    payload = entry.payload
    if isinstance(payload, bool) and kind in {"approval", "brake"}:
        return {"approved": payload}
    if isinstance(payload, str) and kind == "input":
        return {"answer": payload}
    return payload


def _waiting(
    message: UserMessage | None,
    known: Known,
    on_new_message: OnNewMessage,
    reading: Reading,
    notes: tuple[Noted, ...],
) -> Plan:
    if message is None:
        return AskAgain(notes=notes)
    match on_new_message:
        case "supersede":
            return Say(message=message, supersede=True, snapshot=reading.differs, notes=notes)
        case "refuse":
            text = "This thread waits for answers. Answer or cancel the open questions first."
            waiting = [question.interrupt.id for question in known.open]
            raise Conflict(text, "run_waiting", {"interrupts": waiting})
        case "":
            text = "The message was not taken: answer or cancel the open questions, then send it."
            return AskAgain(notes=(*notes, Noted(code="message_not_taken", text=text)))


def _asides(post: Post) -> Iterable[Noted]:
    if post.tools:
        text = "This server runs its own tools only; those of the client were not offered."
        yield Noted(code="client_tools_ignored", text=text, data=_some(post.tools))
    if post.asides:
        text = "State, context and properties of the client never reach the model."
        yield Noted(code="asides_ignored", text=text, data=list(post.asides))


def _some(names: Iterable[str]) -> list[str]:
    return [name[:MAX_ID_LENGTH] for name in sorted({*names} - {""})[:_NAMED]]


def _unheard(resume: Sequence[Entry], found: dict[str, Question]) -> Iterable[Noted]:
    ids = dict.fromkeys(entry.interrupt_id[:MAX_ID_LENGTH] for entry in resume)
    unknown = [name for name in ids if name not in found]
    if unknown:
        text = "No such question is known in this thread; the entry was ignored."
        yield Noted(code="unknown_interrupt", text=text, data=unknown[:_NAMED])
    for entry in resume:
        question = found.get(entry.interrupt_id)
        if question is not None and not _counts(entry, found):
            text = f"The question is closed already ({question.status}); nothing changed."
            yield Noted(code="interrupt_closed", text=text, data=entry.interrupt_id)
