"""The inbox: questions to people, and their answers."""

from typing import get_args

from msgspec import UNSET, Struct, UnsetType

from interlock.commands.answer import Answer, Answers
from interlock.domain.canonical import canonical
from interlock.domain.interrupts import Decision, Interrupt, InterruptStatus, Question
from interlock.domain.messages import Json
from interlock.domain.rights import may_see
from interlock.errors import Gone, Invalid
from interlock.ports import Wanted
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.owned import seen_question
from interlock.server.problems import Unacceptable
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that Unicode counts as printable, and that nobody sees."""

STATUSES: tuple[InterruptStatus, ...] = get_args(InterruptStatus)


class AnswerIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer, or ``abandon``: close the question without one.

    Args:
        answer: Must fit the question's schema, for example ``{"approved": true}``.
        abandon: Close the question; what it was about does not happen.
        digest: SHA-256 of the arguments that the person saw; another one is refused.
    """

    answer: Json | UnsetType = UNSET
    abandon: bool = False
    digest: str = ""


class QuestionView(Struct, frozen=True, kw_only=True):
    """A question, where it stands, and its arguments as they must be shown.

    ``shown`` is the canonical JSON of the arguments with every invisible character escaped;
    ``length`` counts its characters, so that a card can tell that it shows them all.
    """

    interrupt: Interrupt
    status: InterruptStatus
    decision: Decision | None = None
    shown: str = ""
    length: int = 0


class Inbox(Struct, frozen=True):
    """Questions, newest first. ``before`` asks for older ones; None when there are none."""

    interrupts: list[QuestionView]
    before: str | None = None


class AnswerOut(Struct, frozen=True, kw_only=True):
    """What an answer did.

    Args:
        question: The question with its decision.
        run_id: The run that goes on because of it; empty while questions are open.
        remaining: Ids of the turn's open questions.
        repeated: The same answer had been taken before.
        rule: The id of the standing rule that the answer made; empty when it made none.
    """

    question: QuestionView
    run_id: str = ""
    remaining: tuple[str, ...] = ()
    repeated: bool = False
    rule: str = ""


async def list_questions(call: Call) -> Reply:
    """The questions that the caller may see."""
    limit = call.number("limit", PAGE, 1, MOST)
    wanted = Wanted(
        status=_status(call),
        thread_id=call.query("thread_id") or "",
        approver=call.query("approver") or "",
        before=call.query("before") or "",
        limit=limit,
    )
    questions = await call.parts.store.read(lambda reader: reader.questions(call.principal, wanted))
    seen = [view(one) for one in questions if may_see(call.principal, one.interrupt)]
    older = questions[-1].interrupt.id if len(questions) == limit else None
    return json_reply(Inbox(seen, older))


async def show_question(call: Call) -> Reply:
    """One question."""
    interrupt_id = call.path("interrupt_id")
    question = await call.parts.store.read(
        lambda reader: seen_question(reader, call.principal, interrupt_id)
    )
    return json_reply(view(question))


async def answer_question(call: Call) -> Reply:
    """Answer one question. The first answer wins; the same again is fine."""
    given = await call.read(AnswerIn)
    if given.abandon == (given.answer is not UNSET):
        raise Invalid("Send either an answer, or abandon: true.", "answer_or_abandon")
    one = Answer(
        interrupt_id=call.path("interrupt_id"),
        value=None if given.answer is UNSET else given.answer,
        abandon=given.abandon,
        digest=given.digest,
    )
    try:
        order = Answers(principal=call.principal, answers=(one,), channel=call.channel)
        taken = await call.parts.desk.answer(order)
    except Gone:
        await call.parts.desk.expire()
        raise
    open_ids = tuple(
        left.interrupt.id for left in taken.remaining if may_see(call.principal, left.interrupt)
    )
    done = AnswerOut(
        question=view(taken.questions[0]),
        run_id="" if taken.run is None else taken.run.id,
        remaining=open_ids,
        repeated=taken.repeated,
        rule=taken.rules[0].id if taken.rules else "",
    )
    return json_reply(done)


def view(question: Question) -> QuestionView:
    """A question as clients get it."""
    asked = question.interrupt
    shown = "" if asked.arguments is None else visible(asked.arguments)
    return QuestionView(
        interrupt=asked,
        status=question.status,
        decision=question.decision,
        shown=shown,
        length=len(shown),
    )


def visible(arguments: Json) -> str:
    """Canonical JSON in which nothing hides: what has no shape of its own is an escape.

    Zero-width characters, those that turn the reading direction, every space but the plain one,
    fillers and variation selectors.
    """
    text = canonical(arguments).decode("utf-8", "surrogatepass")
    return "".join(one if _has_shape(one) else _escape(one) for one in text)


def _has_shape(character: str) -> bool:
    return character.isascii() or (
        character.isprintable()
        and character not in _BLANKS
        and not "\ufe00" <= character <= "\ufe0f"
        and not "\U000e0100" <= character <= "\U000e01ef"
    )


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2))


def _status(call: Call) -> InterruptStatus | None:
    text = call.query("status")
    if not text:
        return None
    for status in STATUSES:
        if status == text:
            return status
    raise Unacceptable(400, "bad_query", f"status must be one of {', '.join(STATUSES)}.")


ROUTES = (
    Route(
        method="GET",
        path="/v1/interrupts",
        handler=list_questions,
        summary="The questions that the caller may see, newest first.",
        response=Inbox,
        query=(
            Query("status", f"One of {', '.join(STATUSES)}."),
            Query("thread_id", "Only questions of this thread."),
            Query("approver", "Only questions that ask for this role or group."),
            Query("before", "What the page before said."),
            Query("limit", "How many at most, 200 or fewer.", "integer"),
        ),
    ),
    Route(
        method="GET",
        path="/v1/interrupts/{interrupt_id}",
        handler=show_question,
        summary="One question with its decision.",
        response=QuestionView,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/interrupts/{interrupt_id}/answer",
        handler=answer_question,
        needs="approve",
        summary="Answer a question. The first answer wins; the same answer again is fine.",
        body=AnswerIn,
        response=AnswerOut,
        errors=(403, 404, 409, 410, 413, 415, 422),
    ),
)
