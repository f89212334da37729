"""Between rows and the frozen data of the domain. The one place that knows column names."""

from collections.abc import Sequence
from typing import Final

from msgspec import json

from interlock.domain.events import Event, decode_fact, encode_fact, fact_type
from interlock.domain.interrupts import Decision, Interrupt, Question
from interlock.domain.records import Rating, Replay, Run, Thread
from interlock.domain.usage import Usage
from interlock.store.session import Row, Value
from interlock.store.upgrade import ENCODING, upgraded

_usage: Final = json.Decoder(Usage)
_interrupt: Final = json.Decoder(Interrupt)


def thread_from(row: Row) -> Thread:
    """A thread from its row."""
    return Thread(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        agent=row["agent"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        title=row["title"],
        untrusted=bool(row["untrusted"]),
        deleted_at=row["deleted_at"],
    )


def rating_from(row: Row) -> Rating:
    """A rating from its row."""
    return Rating(
        thread_id=row["thread_id"],
        message_id=row["message_id"],
        user=row["user"],
        value=row["value"],
        comment=row["comment"],
        rated_at=row["rated_at"],
    )


def thread_values(thread: Thread) -> dict[str, Value]:
    """The row of a thread."""
    return {
        "id": thread.id,
        "tenant": thread.tenant,
        "user": thread.user,
        "agent": thread.agent,
        "title": thread.title,
        "untrusted": int(thread.untrusted),
        "created_at": thread.created_at,
        "updated_at": thread.updated_at,
    }


def run_from(row: Row) -> Run:
    """A run from its row."""
    return Run(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        thread_id=row["thread_id"],
        turn_id=row["turn_id"],
        agent=row["agent"],
        status=row["status"],
        created_at=row["created_at"],
        resumes=row["resumes"],
        channel=row["channel"],
        ended_at=row["ended_at"],
        last_seq=row["last_seq"],
        fence=row["fence"],
        hidden=bool(row["hidden"]),
        cancel_by=row["cancel_by"],
        cancel_reason=row["cancel_reason"],
        code=row["code"],
        text=row["text"],
        brake=row["brake"],
        usage=_usage.decode(row["usage_json"]),
        worker=row["worker"],
        lease_until=row["lease_until"],
        attempts=row["attempts"],
        priority=row["priority"],
        key=row["key"],
    )


def run_values(run: Run) -> dict[str, Value]:
    """The row of a run."""
    return {
        "id": run.id,
        "tenant": run.tenant,
        "user": run.user,
        "thread_id": run.thread_id,
        "turn_id": run.turn_id,
        "agent": run.agent,
        "status": run.status,
        "last_seq": run.last_seq,
        "fence": run.fence,
        "created_at": run.created_at,
        "ended_at": run.ended_at,
        "resumes": run.resumes,
        "channel": run.channel,
        "hidden": int(run.hidden),
        "cancel_by": run.cancel_by,
        "cancel_reason": run.cancel_reason,
        "code": run.code,
        "text": run.text,
        "brake": run.brake,
        "usage_json": json.encode(run.usage),
        "priority": run.priority,
        "key": run.key,
    }


def question_from(row: Row) -> Question:
    """A question, with its decision if it has one."""
    interrupt = _interrupt.decode(row["body"])
    if row["status"] == "open":
        return Question(interrupt=interrupt)
    decision = Decision(
        status=row["status"],
        by=row["decided_by"],
        at=row["decided_at"],
        channel=row["channel"],
        answer=json.decode(row["answer_json"]),
        reason=row["reason"],
    )
    return Question(interrupt=interrupt, decision=decision)


def question_values(interrupt: Interrupt) -> dict[str, Value]:
    """The row of a question that is being asked."""
    return {
        "id": interrupt.id,
        "tenant": interrupt.tenant,
        "user": interrupt.user,
        "thread_id": interrupt.thread_id,
        "run_id": interrupt.run_id,
        "turn_id": interrupt.turn_id,
        "kind": interrupt.kind,
        "digest": interrupt.digest,
        "opened_at": interrupt.opened_at,
        "expires_at": interrupt.expires_at,
        "body": json.encode(interrupt),
        "answer_json": b"null",
        "approver": interrupt.approver,
    }


def decision_values(interrupt_id: str, decision: Decision) -> dict[str, Value]:
    """The columns of a decision."""
    return {
        "id": interrupt_id,
        "status": decision.status,
        "by": decision.by,
        "at": decision.at,
        "channel": decision.channel,
        "reason": decision.reason,
        "answer_json": json.encode(decision.answer),
    }


def replay_from(row: Row) -> Replay:
    """What an idempotency key stands for."""
    return Replay(body_digest=row["body_digest"], status=row["status"], subject=row["subject"])


def event_rows(tenant: str, user: str, events: Sequence[Event]) -> list[dict[str, Value]]:
    """The rows of events of one run."""
    return [
        {
            "run_id": event.run_id,
            "seq": event.seq,
            "time": event.time,
            "type": fact_type(event.data),
            "tenant": tenant,
            "user": user,
            "body": encode_fact(event.data),
            "encoding": ENCODING,
        }
        for event in events
    ]


def event_from(run_id: str, row: Row) -> Event:
    """An event from its row in the log."""
    fact = decode_fact(upgraded(row["body"], row["encoding"]))
    return Event(run_id, row["seq"], row["time"], fact)


def raw_event(run_id_json: bytes, row: Row) -> bytes:
    """The JSON of an event, put around the stored body.

    Args:
        run_id_json: The run's id as a JSON string.
        row: Its row in the log.
    """
    body = upgraded(row["body"], row["encoding"])
    return b'{"run_id":%b,"seq":%d,"time":%d,"data":%b}' % (
        run_id_json,
        row["seq"],
        row["time"],
        body,
    )
