"""What people do with their threads: rename, delete, rate an answer."""

from msgspec import Struct

from interlock.domain.interrupts import Decision
from interlock.domain.principals import Principal
from interlock.domain.records import Rating, Thread
from interlock.domain.rights import ADMIN
from interlock.errors import Conflict, Invalid, NotFound
from interlock.ports import Reader, Tx

TITLE_CHARACTERS = 200
COMMENT_CHARACTERS = 4000


class Rate(Struct, frozen=True, kw_only=True):
    """A person's word on an answer.

    Args:
        principal: Who rates.
        thread_id: The thread.
        message_id: The answer: the id of its turn, or of one of its messages.
        value: 1 is good, -1 is bad, 0 takes it back.
        comment: Why.
    """

    principal: Principal
    thread_id: str
    message_id: str
    value: int
    comment: str = ""


def find_thread(reader: Reader, principal: Principal, thread_id: str) -> Thread:
    """A thread of the principal's.

    Raises:
        NotFound: There is none, it was deleted, or it is somebody else's: nobody learns which.
    """
    thread = reader.thread(thread_id)
    if thread is None or thread.deleted_at or not _owns(principal, thread):
        raise NotFound("There is no such thread.", "thread_not_found")
    return thread


def rename(tx: Tx, principal: Principal, thread_id: str, title: str) -> Thread:
    """Give a thread a name of one's own.

    Raises:
        NotFound: No such thread.
        Invalid: The title is empty or too long.
    """
    find_thread(tx, principal, thread_id)
    words = " ".join(title.split())
    if not 0 < len(words) <= TITLE_CHARACTERS:
        raise Invalid(f"A title has 1 to {TITLE_CHARACTERS} characters.", "bad_title")
    tx.rename_thread(thread_id, words)
    return find_thread(tx, principal, thread_id)


def delete(tx: Tx, principal: Principal, thread_id: str, now: int) -> None:
    """Take a thread out of sight. Open questions are closed; what they were about never runs.

    Raises:
        NotFound: No such thread.
        Conflict: A run of it is active.
    """
    thread = find_thread(tx, principal, thread_id)
    active = tx.active_run(thread.id)
    if active is not None:
        text = "This thread is still working. Cancel its run first."
        raise Conflict(text, "run_active", {"run_id": active.id})
    reason = "the thread was deleted"
    gone = Decision(status="cancelled", by=principal.user, at=now, channel="api", reason=reason)
    for question in tx.open_questions(thread.id):
        tx.decide(question.interrupt.id, gone)
    tx.delete_thread(thread.id, now)


def rate(tx: Tx, order: Rate, now: int) -> Rating:
    """Keep a person's word on an answer; a later one takes its place.

    Raises:
        NotFound: No such thread, or no such answer in it.
        Invalid: The value is none of 1, 0 and -1, or the comment is too long.
    """
    thread = find_thread(tx, order.principal, order.thread_id)
    if order.value not in {-1, 0, 1}:
        raise Invalid("A rating is 1 for good, -1 for bad, or 0 to take it back.", "bad_rating")
    if len(order.comment) > COMMENT_CHARACTERS:
        raise Invalid(f"A comment has at most {COMMENT_CHARACTERS} characters.", "bad_rating")
    if not any(run.turn_id == order.message_id for run in tx.thread_runs(thread.id)):
        raise NotFound("There is no such answer in this thread.", "message_not_found")
    rating = Rating(
        thread_id=thread.id,
        message_id=order.message_id,
        user=order.principal.user,
        value=order.value,
        comment=order.comment,
        rated_at=now,
    )
    tx.rate(thread, rating)
    return rating


def _owns(principal: Principal, thread: Thread) -> bool:
    same_user = principal.user == thread.user or ADMIN in principal.roles
    return principal.tenant == thread.tenant and same_user
