"""Broken variants of the engine, for the matrix. Each breaks a rule, in the dying process only."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.prove import mutants

from interlock import Interlock
from interlock.commands import answer as answering
from interlock.commands.answer import Answers, Taken
from interlock.commands.desk import Desk
from interlock.domain.events import Event, RunEnded
from interlock.domain.ids import new_id
from interlock.domain.interrupts import Decision, Question
from interlock.domain.records import Run
from interlock.domain.work import work_of
from interlock.ports import Tx
from interlock.prove.scene import build
from interlock.store import postgres
from interlock.store.ledger import Ledger
from interlock.store.sqlite import SqliteStore
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx
from interlock.workers.lease import TimedLease


def _unasked(self: TimedLease) -> None:
    """Any driver may go on."""


def _unbilled(self: Ledger, run_id: str, events: Sequence[Event]) -> None:
    """Not now."""


def no_fencing(folder: str) -> Interlock:
    """Nobody looks whether a driver still has its run: neither the database nor the driver."""
    read = postgres.postgres_queries

    def unfenced() -> dict[str, bytes]:
        fences = (b"runs.fence = given.fence AND ", b" AND fence = %(fence)s")
        found = read()
        for fence in fences:
            found = {name: text.replace(fence, b"") for name, text in found.items()}
        return found

    postgres.postgres_queries = unfenced
    TimedLease.check = _unasked
    return build(folder)


def rerun_unknown(folder: str) -> Interlock:
    """A call that a crash cut off is simply made again, whatever the tool."""
    mutants.rerun_unknown("")
    return build(folder)


def ledger_afterwards(folder: str) -> Interlock:
    """The ledger is written in a second transaction, after that of the answer it is about."""
    follow, append = Ledger.follow, SqliteStore.append
    Ledger.follow = _unbilled

    async def both(self: SqliteStore, first: Any, run_id: str, events: Any) -> None:
        await first

        def bill(tx: Tx) -> None:
            assert isinstance(tx, SqlTx)
            follow(Ledger(tx.session), run_id, events)

        await self.write(bill)

    def later(self: SqliteStore, run_id: str, fence: int, events: Any) -> "asyncio.Task[None]":
        first = append(self, run_id, fence, events)
        return asyncio.get_running_loop().create_task(both(self, first, run_id, events))

    SqliteStore.append = later
    return build(folder)


def sums_afterwards(folder: str) -> Interlock:
    """A run that ended is added to the sums of its day a moment later, and nobody waits for it."""
    follow, append = Ledger.follow, SqliteStore.append

    def ends(events: Sequence[Event]) -> list[Event]:
        return [event for event in events if isinstance(event.data, RunEnded)]

    def others(self: Ledger, run_id: str, events: Sequence[Event]) -> None:
        follow(self, run_id, [event for event in events if event not in ends(events)])

    async def add(self: SqliteStore, first: Any, run_id: str, events: Any) -> None:
        await first

        def work(tx: Tx) -> None:
            assert isinstance(tx, SqlTx)
            follow(Ledger(tx.session), run_id, ends(events))

        await self.write(work)

    def later(self: SqliteStore, run_id: str, fence: int, events: Any) -> Any:
        first = append(self, run_id, fence, events)
        if ends(events):
            asyncio.get_running_loop().create_task(add(self, first, run_id, events))
        return first

    Ledger.follow, SqliteStore.append = others, later
    return build(folder)


def consumed_afterwards(folder: str) -> Interlock:
    """An answer is stored in one transaction, and its turn goes on in a second one."""
    resume, take = answering.resume_if_answered, Desk.answer
    answering.resume_if_answered = lambda *_: None

    async def answer(self: Desk, order: Answers) -> Taken:
        taken = await take(self, order)
        asked = taken.questions[0].interrupt

        def go_on(tx: Tx) -> Run | None:
            run = tx.run(asked.run_id)
            assert run is not None
            return resume(tx, run, new_id("run"), order.channel, self._clock.now())

        run = await self._store.write(go_on)
        if run is not None:
            await self._queue.put(work_of(run))
        return taken

    Desk.answer = answer
    return build(folder)


def answer_without_swap(folder: str) -> Interlock:
    """A later answer replaces an earlier one: the question is written without looking."""
    find, decide = SqlTx.question, SqlTx.decide

    def undecided(self: SqlTx, interrupt_id: str) -> Question | None:
        question = find(self, interrupt_id)
        return None if question is None else Question(interrupt=question.interrupt)

    def over(self: SqlTx, interrupt_id: str, decision: Decision) -> bool:
        assert isinstance(self.session, SqliteSession)
        reopen = "UPDATE interrupts SET status='open' WHERE id=?"
        self.session.connection.execute(reopen, (interrupt_id,))
        return decide(self, interrupt_id, decision)

    SqlTx.question, SqlTx.decide = undecided, over
    return build(folder)
