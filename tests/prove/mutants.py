"""Broken variants of the engine. Each breaks one promise, in the process of the killed server only.

A server forks from a process that has imported everything; it loads its program by name, and these
programs break the engine while they are loaded. Nothing in ``src`` knows of them.
"""

from contextlib import aclosing
from typing import Any

from msgspec.structs import replace

from interlock import Interlock
from interlock.bus.feed import StoredFeed
from interlock.bus.queue import LocalQueue
from interlock.commands import answer
from interlock.commands.answer import Answers, Taken
from interlock.commands.desk import Desk
from interlock.domain.decide import RunCalls, Settle, Step
from interlock.domain.events import Fact, ToolStarted
from interlock.domain.interrupts import Decision, Question
from interlock.domain.state import TurnState
from interlock.domain.work import Work
from interlock.loop import drive as loop
from interlock.loop.journal import Journal
from interlock.prove.program import build
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx
from interlock.workers.worker import Worker


def rerun_unknown(witness: str) -> Interlock:
    """A call that a crash cut off is simply made again, whatever the tool."""
    decide = loop.decide

    def rerun(state: TurnState, *others: Any) -> Step:
        step = decide(state, *others)
        return RunCalls(step.calls) if isinstance(step, Settle) else step

    loop.decide = rerun
    return build(witness)


def start_with_end(witness: str) -> Interlock:
    """The start of a call is written together with its end, and not before the tool runs."""
    add = Journal.add

    def late(self: Journal, *facts: Fact) -> None:
        keep = facts and all(isinstance(fact, ToolStarted) for fact in facts)
        (self.hold if keep else lambda *some: add(self, *some))(*facts)

    Journal.add = late
    return build(witness)


def never_sync(witness: str) -> Interlock:
    """Nobody waits until a decision is durable before acting on it."""

    async def at_once(self: Journal) -> None:
        pass

    Journal.sync = at_once
    return build(witness)


def forget_unfinished(witness: str) -> Interlock:
    """A start picks up nothing."""

    async def nothing(self: Worker) -> None:
        pass

    Worker.pick_up = nothing
    return build(witness)


def answer_over(witness: str) -> Interlock:
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
    return build(witness)


def delivered_twice(witness: str) -> Interlock:
    """The queue hands each run out twice, as one with at-least-once delivery may. No mutant."""
    put = LocalQueue.put

    async def twice(self: LocalQueue, work: Work) -> None:
        await put(self, work)
        await put(self, work)

    LocalQueue.put = twice
    return build(witness)


def twice_without_fence(witness: str) -> Interlock:
    """Each run is handed out twice, and an append is taken from whoever sends it."""

    def anybody(self: SqlTx, run_id: str, fence: int, events) -> None:
        if events:
            self.append(run_id, [event.data for event in events], events[0].time)

    SqlTx.append_driven = anybody
    return delivered_twice(witness)


def anybody_answers(witness: str) -> Interlock:
    """Whoever knows a question's id may answer it, and change the arguments, too."""
    answer.may_see = lambda *_: True
    answer.may_edit = lambda *_: True
    return build(witness)


def stale_yes(witness: str) -> Interlock:
    """A yes counts whatever arguments the person had on the screen."""
    take = Desk.answer

    async def blind(self: Desk, order: Answers) -> Taken:
        answers = [replace(one, digest="") for one in order.answers]
        return await take(self, replace(order, answers=answers))

    Desk.answer = blind
    return build(witness)


def forgetful_feed(witness: str) -> Interlock:
    """Who comes back misses an event."""
    follow = StoredFeed.follow

    async def late(self: StoredFeed, run_id: str, after: int = 0):
        async with aclosing(follow(self, run_id, after + 1 if after else 0)) as batches:
            async for batch in batches:
                yield batch

    StoredFeed.follow = late
    return build(witness)


def stammering_feed(witness: str) -> Interlock:
    """Who comes back hears the last event again."""
    follow = StoredFeed.follow

    async def early(self: StoredFeed, run_id: str, after: int = 0):
        async with aclosing(follow(self, run_id, max(0, after - 1))) as batches:
            async for batch in batches:
                yield batch

    StoredFeed.follow = early
    return build(witness)
