"""The ports of writing to the durable log and its projections."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from interlock.domain.events import Event, Fact
from interlock.domain.interrupts import Decision
from interlock.domain.records import Held, Rating, Replay, Run, Thread
from interlock.ports.reader import Reader

T = TypeVar("T")


class Tx(Reader, Protocol):
    """One write transaction. Everything in it happens, or nothing does."""

    @property
    def appended(self) -> Sequence[Sequence[Event]]:
        """What was appended up to now, also by others whose work is committed together with ours.

        Each item holds events of one run.
        """
        ...

    def put_thread(self, thread: Thread) -> None:
        """Insert or replace a thread."""
        ...

    def insert_run(self, run: Run) -> None:
        """Add a run. Its id must be new, and its thread must have no active run."""
        ...

    def append(self, run_id: str, facts: Sequence[Fact], now: int) -> list[Event]:
        """Number facts, add them to the run's log, and bring every projection up to date.

        Run status, usage, interrupt rows and the thread's taint follow from the facts.
        """
        ...

    def claim(self, run_id: str, worker: str = "", lease_seconds: float = 0) -> Run | None:
        """Take an unfinished run to drive it: status running, fence + 1, attempts + 1.

        None if it is over or not there, or while the lease of another worker is alive by the
        database's clock. The embedded store has one process, and no lease holds it back.
        """
        ...

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases, counted from the database's present.

        Args:
            worker: Who claimed the runs.
            fences: The fence that it got, by run.
            seconds: For so long from now.

        Returns:
            The runs that it still holds; it has lost the rest, and must not begin anything there.
        """
        ...

    def release(self, run_id: str, fence: int) -> None:
        """Let go of a run in good order: any worker may have it at once, and attempts are 0.

        Its status stays; nothing happens when the fence is old.
        """
        ...

    def decide(self, interrupt_id: str, decision: Decision) -> bool:
        """Compare-and-swap a question from open. False: somebody was faster."""
        ...

    def request_cancel(self, run_id: str, by: str, reason: str) -> None:
        """Mark an active run; its worker stops it."""
        ...

    def hide_turns(self, thread_id: str, from_turn: str) -> None:
        """Take a turn and all later turns of the thread out of the history."""
        ...

    def rename_thread(self, thread_id: str, title: str) -> None:
        """Give a thread a person's own name."""
        ...

    def delete_thread(self, thread_id: str, now: int) -> None:
        """Take a thread out of sight; its log stays."""
        ...

    def rate(self, thread: Thread, rating: Rating) -> None:
        """Keep a person's word on an answer, in place of an earlier one."""
        ...

    def remember(self, scope: str, key: str, replay: Replay, now: int) -> None:
        """Bind an idempotency key."""
        ...


class Store(Protocol):
    """The durable log and its projections."""

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a synchronous function over one consistent view."""
        ...

    def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> Awaitable[T]:
        """Submit a synchronous function to run in one transaction; await to know it durable.

        The function may run more than once and must therefore do nothing but use its ``Tx``.
        Events that it appended are published after the commit.

        ``by_locks``: it changes only rows that it has locked or compares with what they were, so
        that the database need not watch what it read. Many rivals then don't repeat one another.
        """
        ...

    def append(self, run_id: str, fence: int, events: Sequence[Event]) -> Awaitable[None]:
        """Submit events that the driver of a run has numbered; await to know them durable.

        Submitted when called, not when awaited: calls take effect in the order in which they were
        made. The awaitable raises ``LeaseLost`` when the fence is old; nothing was written then.
        """
        ...

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """``Tx.renew`` in a transaction of its own, for a thread of its own. Blocks.

        A blocked event loop neither delays it, nor is it needed for it.

        Raises:
            StoreFailed: The database can't be reached now.
        """
        ...

    async def close(self) -> None:
        """Finish what was submitted, and close."""
        ...
