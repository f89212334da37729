"""The port of looking at the durable log and its projections."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from interlock.domain.cursor import Cursor
from interlock.domain.events import Event
from interlock.domain.interrupts import InterruptStatus, Question
from interlock.domain.principals import Principal
from interlock.domain.records import Rating, Replay, Run, Thread
from interlock.ports.access import Access
from interlock.ports.figures import Figures
from interlock.ports.gauges import Gauges
from interlock.ports.hooks import Hooks
from interlock.ports.ledger import Ledger, Quotas
from interlock.ports.packs import Packs
from interlock.ports.schedules import Schedules
from interlock.ports.sealed import Sealed


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


class Tail(NamedTuple):
    """What a reader of a log wants next: the events of a run with ``seq > after``."""

    run_id: str
    after: int


class LogPage(NamedTuple):
    """Events in a row; whether the log has more already, or never will have."""

    events: Sequence[Event] = ()
    more: bool = False
    over: bool = True


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
    def sealed(self) -> Sealed:
        """Secrets of the arguments of calls."""
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

    def events(
        self, run_id: str, after: int = 0, limit: int | None = None, size: int | None = None
    ) -> list[Event]:
        """The events of a run with ``seq > after``, in order.

        Args:
            run_id: The run.
            after: The number of the last event that is not wanted.
            limit: How many at most.
            size: How many bytes at most, of their JSON; one event comes whatever its size.
        """
        ...

    def tails(self, tails: Sequence[Tail], limit: int, size: int) -> list[LogPage]:
        """The next pages of many logs: each no more than ``limit`` events and, but for its first
        event, ``size`` bytes. A log that nobody knows is over.
        """
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
