"""Writes inside one transaction."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from interlock.domain.events import Event, Fact
from interlock.domain.interrupts import NEXT, Decision
from interlock.domain.lifecycle import RUN_OVER, move_run
from interlock.domain.records import Held, Rating, Replay, Run, Thread
from interlock.errors import Conflict, IllegalMove, InterlockError, LeaseLost, NotFound
from interlock.store.follow import follow
from interlock.store.leases import LeaseRows
from interlock.store.outbox import Outbox
from interlock.store.project import Head
from interlock.store.reader import SqlReader
from interlock.store.rows import decision_values, event_rows, run_values, thread_values
from interlock.store.session import Session, Values

HEADS = 1_024
"""Runs of which the writer remembers the owner."""


class SqlTx(SqlReader):
    """``ports.Tx`` over a session in a write transaction.

    ``appended`` collects what is to be published once the transaction is durable.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.appended: list[Sequence[Event]] = []
        self._heads: dict[str, Head] = {}

    def put_thread(self, thread: Thread) -> None:
        """Insert or replace a thread.

        Raises:
            NotFound: The id belongs to somebody else's thread.
        """
        if self.session.run("put_thread", thread_values(thread)) != 1:
            raise NotFound(f"There is no thread {thread.id}.")

    def insert_run(self, run: Run) -> None:
        """Add a run.

        Raises:
            Conflict: The id is taken, or the thread has an active run.
        """
        if self.session.one("run", {"run_id": run.id}) is not None:
            raise Conflict(f"The run id {run.id} is in use: choose another.", "run_exists")
        active = self.active_run(run.thread_id)
        if active is not None and run.status not in RUN_OVER:
            raise Conflict(
                "The thread is busy with a run: wait for its end, or cancel it.",
                "run_active",
                {"run_id": active.id},
            )
        self.session.run("add_run", run_values(run))

    def append(self, run_id: str, facts: Sequence[Fact], now: int) -> list[Event]:
        """Number facts, add them to the run's log, and bring every projection up to date.

        Raises:
            IllegalMove: The run can't end like this.
            InterlockError: There is no such run, or it is over.
        """
        run = self.run(run_id)
        if run is None:
            raise InterlockError(f"there is no run {run_id}")
        events = [Event(run_id, seq, now, fact) for seq, fact in enumerate(facts, run.last_seq + 1)]
        if events:
            self.session.run("set_last_seq", {"last": events[-1].seq, "run_id": run_id})
            self._write(run_id, Head(run.tenant, run.user, run.thread_id, run.status), events)
        return events

    def append_driven(self, run_id: str, fence: int, events: Sequence[Event]) -> None:
        """Append events that the driver of a run has numbered. The hot path.

        Raises:
            LeaseLost: The fence is old or the run is over; nothing was written.
            InterlockError: The numbers do not continue the log; nothing was written.
        """
        if not events:
            return
        before = events[0].seq - 1
        last = before + len(events)
        if [event.seq for event in events] != list(range(before + 1, last + 1)):
            raise InterlockError(f"the new events of run {run_id} are not numbered in a row")
        values = {"last": last, "run_id": run_id, "fence": fence, "before": before}
        if self.session.run("advance", values) != 1:
            self._refuse(run_id, fence, before)
        self._write(run_id, self._head(run_id), events)

    def claim(self, run_id: str, worker: str = "", lease_seconds: float = 0) -> Run | None:
        """Take an unfinished run to drive it. None if it is over, not there, or somebody's."""
        run = self.run(run_id)
        if run is None or run.status in RUN_OVER:
            return None
        status = "running" if run.status == "running" else move_run(run.status, "running")
        lease = {"worker": worker, "lease_ms": int(lease_seconds * 1_000)}
        values: Values = {"status": status, "run_id": run_id, **lease}
        return self.run(run_id) if self.session.run("claim_run", values) == 1 else None

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases. Returns those runs that it still holds."""
        return LeaseRows(self.session).renew(worker, fences, seconds)

    def release(self, run_id: str, fence: int) -> None:
        """Let go of a run in good order; any worker may have it at once."""
        self.session.run("release_run", {"run_id": run_id, "fence": fence})

    def decide(self, interrupt_id: str, decision: Decision) -> bool:
        """Compare-and-swap a question from open. False: somebody was faster.

        Raises:
            IllegalMove: An open question can't become this.
        """
        if decision.status not in NEXT["open"]:
            raise IllegalMove("question", "open", decision.status)
        values = decision_values(interrupt_id, decision)
        if self.session.run("decide", values) != 1:
            return False
        Outbox(self).tell_decision(interrupt_id, decision)
        return True

    def request_cancel(self, run_id: str, by: str, reason: str) -> None:
        """Mark an active run; its worker stops it. The first request stays."""
        self.session.run("request_cancel", {"by": by, "reason": reason, "run_id": run_id})

    def rename_thread(self, thread_id: str, title: str) -> None:
        """Give a thread a person's own name."""
        values = {"thread_id": thread_id, "title": title}
        self.session.run("rename_thread", values)

    def delete_thread(self, thread_id: str, now: int) -> None:
        """Take a thread out of sight; its log stays."""
        values = {"thread_id": thread_id, "now": now}
        self.session.run("delete_thread", values)

    def rate(self, thread: Thread, rating: Rating) -> None:
        """Keep a person's word on an answer, in place of an earlier one."""
        values = {
            "thread_id": thread.id,
            "message_id": rating.message_id,
            "tenant": thread.tenant,
            "user": rating.user,
            "value": rating.value,
            "comment": rating.comment,
            "now": rating.rated_at,
        }
        self.session.run("rate", values)

    def hide_turns(self, thread_id: str, from_turn: str) -> None:
        """Take a turn and all later turns of the thread out of the history."""
        values = {"thread_id": thread_id, "turn_id": from_turn}
        self.session.run("hide_turns", values)

    def remember(self, scope: str, key: str, replay: Replay, now: int) -> None:
        """Bind an idempotency key.

        Raises:
            Conflict: It is bound already.
        """
        values = {
            "scope": scope,
            "key": key,
            "body_digest": replay.body_digest,
            "status": replay.status,
            "subject": replay.subject,
            "now": now,
        }
        if self.session.run("remember", values) != 1:
            raise Conflict("The idempotency key is in use: send a new one.", "key_used")

    def forget(self) -> None:
        """Drop what was remembered between transactions: the last one was not committed."""
        self.appended.clear()
        self._heads.clear()

    def _head(self, run_id: str) -> Head:
        """The head of a running run. Who owns a run never changes, so it is kept for the next."""
        head = self._heads.get(run_id)
        if head is None:
            if len(self._heads) >= HEADS:
                self._heads.clear()
            head = self._heads[run_id] = self._look_up(run_id)
        return head

    def _look_up(self, run_id: str) -> Head:
        row = self.session.one("head", {"run_id": run_id})
        if row is None:
            raise InterlockError(f"there is no run {run_id}")
        return Head(row["tenant"], row["user"], row["thread_id"], row["status"])

    def _write(self, run_id: str, head: Head, events: Sequence[Event]) -> None:
        self.session.run_many("add_event", event_rows(head.tenant, head.user, events))
        follow(self.session, run_id, head, events)
        self.appended.append(events)

    def _refuse(self, run_id: str, fence: int, before: int) -> NoReturn:
        run = self.run(run_id)
        if run is None:
            raise InterlockError(f"there is no run {run_id}")
        if run.fence != fence:
            raise LeaseLost(f"run {run_id} has a new driver")
        if run.status != "running":
            raise LeaseLost(f"run {run_id} is {run.status}, not running")
        raise InterlockError(
            f"run {run_id} ends at event {run.last_seq}: {before + 1} does not continue it"
        )
