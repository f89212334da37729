"""The ports of the durable log and its projections."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from interlock.domain.cursor import Cursor
from interlock.domain.events import Event, Fact
from interlock.domain.interrupts import Decision, InterruptStatus, Question
from interlock.domain.principals import Principal
from interlock.domain.records import Held, Rating, Replay, Run, Thread
from interlock.ports.access import Access
from interlock.ports.figures import Figures
from interlock.ports.gauges import Gauges
from interlock.ports.hooks import Hooks
from interlock.ports.ledger import Ledger, Quotas
from interlock.ports.packs import Packs
from interlock.ports.schedules import Schedules

T = TypeVar("T")


class Wanted(Struct, frozen=True, kw_only=True):
    """Which questions are looked for. What is empty does not matter.

    Args:
        status: Where they stand.
        thread_id: Of which conversation.
        approver: Which role or group they ask for.
        before: The id of the last question of the page before.
        limit: How many at most.
    """

    status: InterruptStatus | None = None
    thread_id: str = ""
    approver: str = ""
    before: str = ""
    limit: int = 50


class FactPage(Struct, frozen=True):
    """A part of a thread.

    Args:
        turns: The ids of its turns, oldest first.
        events: What happened in them, in order, and in the first run after them: that may close
            what they asked.
        more: There are earlier turns.
    """

    turns: tuple[str, ...] = ()
    events: Sequence[Event] = ()
    more: bool = False


class Reader(Protocol):
    """Synchronous reads inside one consistent view of the store."""

    @property
    def access(self) -> Access:
        """Keys, people, standing rules, and the audit log."""
        ...

    @property
    def ledger(self) -> Ledger:
        """What calls cost."""
        ...

    @property
    def quotas(self) -> Quotas:
        """What may still be spent."""
        ...

    @property
    def figures(self) -> Figures:
        """What the dashboard shows."""
        ...

    @property
    def gauges(self) -> Gauges:
        """How the installation stands."""
        ...

    @property
    def schedules(self) -> Schedules:
        """What runs by itself, and when."""
        ...

    @property
    def packs(self) -> Packs:
        """Fragments of ended runs, many to a row."""
        ...

    @property
    def hooks(self) -> Hooks:
        """Webhooks, and the notices on their way to them."""
        ...

    def thread(self, thread_id: str) -> Thread | None:
        """One thread."""
        ...

    def threads(
        self, principal: Principal, limit: int, before: Cursor | None, words: str = ""
    ) -> list[Thread]:
        """The principal's threads, last updated first; ``before`` pages on.

        ``words`` must occur in the title, in whatever case. Deleted threads do not exist.
        """
        ...

    def ratings(self, thread_id: str) -> list[Rating]:
        """What people said about a thread's answers."""
        ...

    def run(self, run_id: str) -> Run | None:
        """One run."""
        ...

    def runs(
        self, principal: Principal, thread_id: str | None, limit: int, before: Cursor | None
    ) -> list[Run]:
        """The principal's runs, newest first."""
        ...

    def turn_runs(self, turn_id: str) -> list[Run]:
        """The runs of a turn, in the order in which they began."""
        ...

    def thread_runs(self, thread_id: str) -> list[Run]:
        """The runs of a thread, oldest first, hidden ones included."""
        ...

    def active_run(self, thread_id: str) -> Run | None:
        """The queued or running run of a thread, if there is one; there is never more than one."""
        ...

    def unfinished_runs(self) -> list[Run]:
        """All queued and running runs, oldest first: what a start picks up."""
        ...

    def claimable(self, limit: int) -> list[Run]:
        """Queued runs, and running ones whose lease is over by the database's clock.

        Each tenant's first comes before any tenant's second; a tenant's own go by priority, then
        by age. A run that is driven without a lease looks as if its lease were over.
        """
        ...

    def events(self, run_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """The events of a run with ``seq > after``, in order."""
        ...

    def raw_events(self, run_id: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The same, each as the JSON of an ``Event``, without decoding it."""
        ...

    def thread_facts(self, thread_id: str) -> list[Event]:
        """All events of the visible runs of a thread in order, without deltas and progress."""
        ...

    def thread_page(self, thread_id: str, turns: int, before: str = "") -> FactPage:
        """The last visible turns, or the last ones that began before a turn."""
        ...

    def question(self, interrupt_id: str) -> Question | None:
        """One question with its decision."""
        ...

    def questions(self, principal: Principal, wanted: Wanted) -> list[Question]:
        """The questions that the principal may see, newest first."""
        ...

    def turn_questions(self, turn_id: str) -> list[Question]:
        """All questions of a turn, oldest first."""
        ...

    def open_questions(self, thread_id: str) -> list[Question]:
        """The open questions of a thread, oldest first."""
        ...

    def due_questions(self, now: int, limit: int) -> list[Question]:
        """Open questions whose time is over."""
        ...

    def replay(self, scope: str, key: str) -> Replay | None:
        """What an idempotency key stands for in a scope (tenant, user and route)."""
        ...


class Tx(Reader, Protocol):
    """One write transaction. Everything in it happens, or nothing does."""

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

    async def write(self, work: Callable[[Tx], T], *, by_locks: bool = False) -> T:
        """Run a synchronous function in one transaction; return when it is durable.

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
