"""Plain values for the tests of stores and feeds."""

import asyncio
from collections.abc import Sequence

from interlock.domain.events import Event, Fact, ModelDelta, RunEnded, RunStarted
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import TextPart, UserMessage
from interlock.domain.principals import Principal
from interlock.domain.records import Run, Thread
from interlock.ports import Store, Tx

ANN = Principal("acme", "ann")
BOB = Principal("acme", "bob")
CHIEF = Principal("acme", "chief", frozenset({"admin"}))
STRANGER = Principal("other", "ann", frozenset({"admin"}))

BOUND = 10.0
"""Seconds that any wait may take."""


def thread(thread_id: str = "thread_1", owner: Principal = ANN, at: int = 1_000) -> Thread:
    return Thread(
        id=thread_id,
        tenant=owner.tenant,
        user=owner.user,
        agent="clerk",
        created_at=at,
        updated_at=at,
    )


def run(
    run_id: str = "run_1",
    thread_id: str = "thread_1",
    owner: Principal = ANN,
    at: int = 1_000,
    turn_id: str = "turn_1",
) -> Run:
    return Run(
        id=run_id,
        tenant=owner.tenant,
        user=owner.user,
        thread_id=thread_id,
        turn_id=turn_id,
        agent="clerk",
        status="queued",
        created_at=at,
    )


def started(words: str = "hello", thread_id: str = "thread_1") -> RunStarted:
    return RunStarted(
        thread_id=thread_id,
        turn_id="turn_1",
        agent="clerk",
        tenant="acme",
        user="ann",
        message=UserMessage("msg_1", (TextPart(words),)),
    )


def delta(text: str = "word") -> ModelDelta:
    return ModelDelta(message_id="msg_2", kind="text", text=text)


def numbered(
    first: int, facts: Sequence[Fact], run_id: str = "run_1", at: int = 2_000
) -> list[Event]:
    return [Event(run_id, seq, at, fact) for seq, fact in enumerate(facts, first)]


def interrupt(
    interrupt_id: str = "int_1",
    run_id: str = "run_1",
    thread_id: str = "thread_1",
    owner: Principal = ANN,
    expires_at: int = 9_000,
) -> Interrupt:
    return Interrupt(
        id=interrupt_id,
        kind="approval",
        tenant=owner.tenant,
        user=owner.user,
        thread_id=thread_id,
        run_id=run_id,
        turn_id="turn_1",
        agent="clerk",
        question="May I?",
        schema={"type": "boolean"},
        opened_at=2_000,
        expires_at=expires_at,
        call_id="call_1",
        tool="delete_reports",
        arguments={"folder": "a"},
        digest="d" * 64,
    )


def yes(by: str = "ann") -> Decision:
    return Decision(
        status="answered", by=by, at=3_000, channel="api", answer={"ok": True}, reason="fine"
    )


def add_run(
    tx: Tx, run_id: str = "run_1", thread_id: str = "thread_1", owner: Principal = ANN
) -> int:
    """A thread with one running run without events; returns the fence of its driver."""
    if tx.thread(thread_id) is None:
        tx.put_thread(thread(thread_id, owner))
    tx.insert_run(run(run_id, thread_id, owner))
    claimed = tx.claim(run_id)
    assert claimed is not None
    return claimed.fence


async def end(store: Store, run_id: str = "run_1", fence: int = 1) -> None:
    """End a running run, wherever its log stands."""
    last = await store.read(lambda reader: reader.run(run_id))
    assert last is not None
    facts = [RunEnded(status="success")]
    await store.append(run_id, fence, numbered(last.last_seq + 1, facts, run_id))


async def turns(count: int = 20) -> None:
    """Let the event loop go round, so that tasks reach their next wait."""
    for _ in range(count):
        await asyncio.sleep(0)
