"""Reads over one session. The view is consistent because a transaction is open."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import json

from interlock.domain.cursor import Cursor
from interlock.domain.events import Event, RunStatus
from interlock.domain.interrupts import Question
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.principals import Principal
from interlock.domain.records import Rating, Replay, Run, Thread
from interlock.domain.rights import ADMIN, APPROVER
from interlock.ports import FactPage, LogPage, Tail, Wanted
from interlock.store.access import Access
from interlock.store.figures import Figures
from interlock.store.gauges import Gauges
from interlock.store.hooks import Hooks
from interlock.store.ledger import Ledger
from interlock.store.pack import MOST_EVENTS, unpacked
from interlock.store.packs import Packs
from interlock.store.quotas import Quotas
from interlock.store.rows import (
    event_from,
    question_from,
    rating_from,
    raw_event,
    replay_from,
    run_from,
    thread_from,
)
from interlock.store.schedules import Schedules
from interlock.store.sealed import Sealed
from interlock.store.session import NONE, Row, Session, Value, Values

_END_OF_TIME = 2**63 - 1
_ALL = 2**63 - 1


class SqlReader:
    """``ports.Reader`` over a session in a transaction.

    Other nouns have repositories of their own, reached as attributes.

    Args:
        session: Runs the named queries.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.access = Access(session)
        self.packs = Packs(session)
        self.schedules = Schedules(session)
        self.sealed = Sealed(session)
        self.hooks = Hooks(session)
        self.ledger = Ledger(session)
        self.quotas = Quotas(session)
        self.gauges = Gauges(session)
        self.figures = Figures(session)

    def thread(self, thread_id: str) -> Thread | None:
        """One thread."""
        row = self.session.one("thread", {"thread_id": thread_id})
        return None if row is None else thread_from(row)

    def threads(
        self, principal: Principal, limit: int, before: Cursor | None, words: str = ""
    ) -> list[Thread]:
        """The principal's threads, last updated first, with these words in the title."""
        name = "threads_of_tenant" if ADMIN in principal.roles else "threads_of_user"
        literal = re.sub(r"([\\%_])", r"\\\1", words)
        rows = self.session.all(name, {**_scope(principal, limit, before), "title": f"%{literal}%"})
        return [thread_from(row) for row in rows]

    def ratings(self, thread_id: str) -> list[Rating]:
        """What people said about a thread's answers."""
        return [rating_from(row) for row in self.session.all("ratings", {"thread_id": thread_id})]

    def run(self, run_id: str) -> Run | None:
        """One run."""
        row = self.session.one("run", {"run_id": run_id})
        return None if row is None else run_from(row)

    def runs(
        self, principal: Principal, thread_id: str | None, limit: int, before: Cursor | None
    ) -> list[Run]:
        """The principal's runs, newest first."""
        if thread_id is not None:
            name = "runs_of_thread"
        else:
            name = "runs_of_tenant" if ADMIN in principal.roles else "runs_of_user"
        return self._runs(name, {**_scope(principal, limit, before), "thread_id": thread_id})

    def turn_runs(self, turn_id: str) -> list[Run]:
        """The runs of a turn, in the order in which they began."""
        return self._runs("turn_runs", {"turn_id": turn_id})

    def thread_runs(self, thread_id: str) -> list[Run]:
        """The runs of a thread, oldest first, hidden ones included."""
        return self._runs("thread_runs", {"thread_id": thread_id})

    def active_run(self, thread_id: str) -> Run | None:
        """The queued or running run of a thread, if there is one."""
        row = self.session.one("active_run", {"thread_id": thread_id})
        return None if row is None else run_from(row)

    def unfinished_runs(self) -> list[Run]:
        """All queued and running runs, oldest first."""
        return self._runs("unfinished_runs", NONE)

    def claimable(self, limit: int) -> list[Run]:
        """Runs that wait for a driver or lost theirs, in turn for every tenant."""
        return self._runs("claimable_runs", {"limit": limit})

    def events(
        self, run_id: str, after: int = 0, limit: int | None = None, size: int | None = None
    ) -> list[Event]:
        """The events of a run with ``seq > after``, in order, no more than ``size`` bytes."""
        rows = self._log(run_id, after, limit)
        return [event_from(run_id, row) for row in within(rows, size)]

    def tails(self, tails: Sequence[Tail], limit: int, size: int) -> list[LogPage]:
        """The next pages of many logs, each no larger than this."""
        return [self._tail(tail, limit, size) for tail in tails]

    def raw_events(self, run_id: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The same, each as the JSON of an ``Event``."""
        rows = self._log(run_id, after, limit)
        quoted = json.encode(run_id)
        return [raw_event(quoted, row) for row in rows]

    def thread_facts(self, thread_id: str) -> list[Event]:
        """All lasting events of the visible runs of a thread, in order."""
        rows = self.session.all("thread_facts", {"thread_id": thread_id})
        return [event_from(row["run_id"], row) for row in rows]

    def thread_page(self, thread_id: str, turns: int, before: str = "") -> FactPage:
        """The last visible turns, or the last ones that began before a turn."""
        end = self._begin_of(thread_id, before)
        found = self.session.all(
            "turns_before", {"thread_id": thread_id, "before": end, "limit": turns + 1}
        )
        shown = found[:turns]
        if not shown:
            return FactPage()
        span = {"thread_id": thread_id, "first": shown[-1]["begins"], "last": end}
        return FactPage(
            turns=tuple(row["turn_id"] for row in reversed(shown)),
            events=[event_from(row["run_id"], row) for row in self.session.all("page_facts", span)],
            more=len(found) > turns,
        )

    def _begin_of(self, thread_id: str, turn_id: str) -> int:
        """The number of a turn's first run; beyond all runs for none."""
        row = self.session.one("turn_begins", {"thread_id": thread_id, "turn_id": turn_id})
        return _ALL if row is None or row["begins"] is None else row["begins"]

    def question(self, interrupt_id: str) -> Question | None:
        """One question with its decision."""
        row = self.session.one("question", {"interrupt_id": interrupt_id})
        return None if row is None else question_from(row)

    def questions(self, principal: Principal, wanted: Wanted) -> list[Question]:
        """The questions that the principal may see, newest first."""
        everybodys = not principal.roles.isdisjoint({ADMIN, APPROVER})
        values: dict[str, Value] = {
            "tenant": principal.tenant,
            "user": principal.user,
            "admin": int(everybodys or (wanted.approver in principal.roles)),
            "roles": json.encode(sorted(principal.roles)).decode(),
            "thread_id": wanted.thread_id,
            "status": wanted.status or "",
            "approver": wanted.approver,
            "before_id": wanted.before,
            "limit": wanted.limit,
        }
        return self._questions(_questions_query(principal, wanted, everybodys=everybodys), values)

    def turn_questions(self, turn_id: str) -> list[Question]:
        """All questions of a turn, oldest first."""
        return self._questions("turn_questions", {"turn_id": turn_id})

    def open_questions(self, thread_id: str) -> list[Question]:
        """The open questions of a thread, oldest first."""
        return self._questions("open_questions", {"thread_id": thread_id})

    def due_questions(self, now: int, limit: int) -> list[Question]:
        """Open questions whose time is over."""
        return self._questions("due_questions", {"now": now, "limit": limit})

    def replay(self, scope: str, key: str) -> Replay | None:
        """What an idempotency key stands for in a scope."""
        row = self.session.one("replay", {"scope": scope, "key": key})
        return None if row is None else replay_from(row)

    def _log(self, run_id: str, after: int, limit: int | None) -> Iterator[Row]:
        """Rows of the log. A pack has a place to offer for each event in it, and takes one."""
        upto = _ALL if limit is None else after + limit + MOST_EVENTS
        values: Values = {"run_id": run_id, "after": after, "upto": upto}
        return islice(unpacked(self.session.each("events", values), after), limit)

    def _tail(self, tail: Tail, limit: int, size: int) -> LogPage:
        run = self.run(tail.run_id)
        if run is None:
            return LogPage()
        return page_of(run.status, run.last_seq, self.events(tail.run_id, tail.after, limit, size))

    def _runs(self, name: str, values: Values) -> list[Run]:
        return [run_from(row) for row in self.session.all(name, values)]

    def _questions(self, name: str, values: Values) -> list[Question]:
        return [question_from(row) for row in self.session.all(name, values)]


def page_of(status: RunStatus, last_seq: int, events: list[Event]) -> LogPage:
    """A page of the log of a run that stands so."""
    more = bool(events) and events[-1].seq < last_seq
    return LogPage(events, more=more, over=status in RUN_OVER and not more)


def within(rows: Iterable[Row], size: int | None) -> Iterator[Row]:
    """The first of these rows that together have so many bytes; one of them in any case."""
    left = math.inf if size is None else size
    for row in rows:
        yield row
        left -= len(row["body"])
        if left <= 0:
            return


def _questions_query(principal: Principal, wanted: Wanted, *, everybodys: bool) -> str:
    """The statement for these questions; those with a status have an index of their own."""
    if wanted.thread_id:
        return "questions_of_thread"
    if wanted.approver:
        return "questions_of_approver"
    if everybodys:
        return "questions_of_tenant_by_status" if wanted.status else "questions_of_tenant"
    if principal.roles:
        return "questions_for_roles_by_status" if wanted.status else "questions_for_roles"
    return "questions_of_user_by_status" if wanted.status else "questions_of_user"


def _scope(principal: Principal, limit: int, before: Cursor | None) -> dict[str, Value]:
    return {
        "tenant": principal.tenant,
        "user": principal.user,
        "admin": int(ADMIN in principal.roles),
        "limit": limit,
        "before": _END_OF_TIME if before is None else before.time,
        "before_id": "" if before is None else before.id,
    }
