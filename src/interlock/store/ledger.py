"""The ledger in the database: a row an attempt, and the sums that are kept with every row."""

from collections.abc import Sequence
from typing import Final

from msgspec import json
from msgspec.structs import asdict

from interlock.domain.events import Event, ModelEnded, ModelFailed, RunEnded, ToolEnded
from interlock.domain.ledger import Entry, Owner, Tokens, entry_of
from interlock.domain.money import Line, from_pico, to_pico
from interlock.domain.quotas import day_of
from interlock.domain.report import Count, Span, Sum
from interlock.errors import InterlockError
from interlock.ports import ledger
from interlock.store.figures import Figures
from interlock.store.quotas import Quotas
from interlock.store.session import Row, Session, Value

BOOKED: Final = (ModelEnded, ModelFailed, RunEnded)
"""The facts that the ledger counts, beside business actions."""

_lines: Final = json.Decoder(tuple[Line, ...])
_encode: Final = json.Encoder().encode
_TOKENS: Final = Tokens.__struct_fields__


def counts(event: Event) -> bool:
    """Whether the ledger has something to do with an event."""
    fact = event.data
    return fact.business if isinstance(fact, ToolEnded) else isinstance(fact, BOOKED)


class Ledger:
    """``ports.ledger.Ledger`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def follow(self, run_id: str, events: Sequence[Event]) -> None:
        """Book what events say, in their own transaction."""
        facts = [event for event in events if counts(event)]
        if facts:
            owner, measured = self._look_up(run_id)
            for event in facts:
                self._follow(owner, event, measured=measured)

    def owner(self, run_id: str) -> Owner:
        """Whose run it is.

        Raises:
            InterlockError: There is no such run.
        """
        return self._look_up(run_id)[0]

    def _look_up(self, run_id: str) -> tuple[Owner, bool]:
        """Whose run it is, and whether there is a meter at all that its calls may count on."""
        row = self._session.one("ledger_head", {"run_id": run_id})
        if row is None:
            raise InterlockError(f"there is no run {run_id}")
        owner = Owner(
            run_id=run_id,
            tenant=row["tenant"],
            user=row["user"],
            agent=row["agent"],
            thread_id=row["thread_id"],
            key=row["key"],
            zone=row["zone"],
        )
        return owner, bool(row["metered"])

    def book(self, entry: Entry) -> bool:
        """Add a row to the ledger, to its day and to its meters. False: it was there already."""
        return self._book(entry, measured=True)

    def _book(self, entry: Entry, *, measured: bool) -> bool:
        values = entry_values(entry)
        if self._session.run("add_ledger_row", values) != 1:
            return False
        self._session.run("add_to_day", values)
        if measured:
            Quotas(self._session).spend(values)
        if entry.revision:
            Figures(self._session).correct(values)
        return True

    def of_run(self, run_id: str) -> list[Entry]:
        """The rows of a run, corrections included, in order."""
        return [entry_from(row) for row in self._session.all("ledger_of_run", {"run_id": run_id})]

    def page(self, tenant: str, span: tuple[int, int], limit: int) -> list[Entry]:
        """Rows of a tenant whose call was made in a stretch of time, by that time."""
        since, until = span
        values: dict[str, Value] = {
            "tenant": tenant,
            "since": since,
            "until": until,
            "limit": limit,
        }
        return [entry_from(row) for row in self._session.all("ledger_page", values)]

    def sums(self, span: Span, by: Sequence[str]) -> list[Sum]:
        """What a stretch of days holds, grouped."""
        values = {**_span(span), **{f"by_{name}": int(name in by) for name in ledger.GROUPS}}
        return [_sum(row) for row in self._session.all("usage_sums", values)]

    def count(self, span: Span) -> Count:
        """How many runs, actions and active users a stretch of days has."""
        values = _span(span)
        runs = self._session.all("usage_run_count", values)
        actions = self._session.all("usage_action_count", values)
        users = self._session.one("active_users", values)
        return Count(
            runs={row["status"]: row["runs"] for row in runs},
            actions={row["tool"]: row["actions"] for row in actions},
            users=0 if users is None else users["users"],
        )

    def kept(self, span: Span) -> list[Sum]:
        """The sums as they are kept."""
        return [_sum(row) for row in self._session.all("usage_days", _span(span))]

    def recounted(self, span: Span) -> list[Sum]:
        """The same sums, counted anew from the rows."""
        return [_sum(row) for row in self._session.all("usage_recount", _span(span))]

    def invoiced(self, tenant: str, span: tuple[int, int], provider: str = "") -> list[Sum]:
        """What was booked by day of UTC, provider and model."""
        since, until = span
        values: dict[str, Value] = {
            "tenant": tenant,
            "since": since,
            "until": until,
            "provider": provider,
        }
        return [
            Sum(
                day=day_of(row["day"] * 86_400_000, "UTC"),
                provider=row["provider"],
                model=row["model"],
                calls=row["calls"],
                tokens=Tokens(input_tokens=row["tokens_in"], output_tokens=row["tokens_out"]),
                cost=from_pico(row["cost"]),
                unpriced=row["unpriced"],
            )
            for row in self._session.all("invoice_days", values)
        ]

    def run_counts(self, tenant: str) -> dict[tuple[str, ...], int]:
        """Ended runs by day, user, agent and status, as they are kept."""
        rows = self._session.all("run_counts", {"tenant": tenant})
        names = ("day", "user", "agent", "status")
        return {tuple(row[name] for name in names): row["runs"] for row in rows}

    def action_counts(self, tenant: str) -> dict[tuple[str, ...], int]:
        """Business actions by day, user, agent and tool, as they are kept."""
        rows = self._session.all("action_counts", {"tenant": tenant})
        names = ("day", "user", "agent", "tool")
        return {tuple(row[name] for name in names): row["actions"] for row in rows}

    def runs_between(self, tenant: str, span: tuple[int, int]) -> list[str]:
        """The runs of a tenant that began in a stretch of time."""
        since, until = span
        values: dict[str, Value] = {"tenant": tenant, "since": since, "until": until}
        return [row["id"] for row in self._session.all("billed_runs", values)]

    def zone(self, tenant: str) -> str:
        """Where the days of a tenant begin."""
        row = self._session.one("zone", {"tenant": tenant})
        return "UTC" if row is None else row["zone"]

    def put_zone(self, tenant: str, zone: str) -> None:
        """Choose it, for what is booked from now on."""
        self._session.run("put_zone", {"tenant": tenant, "zone": zone})

    def _follow(self, owner: Owner, event: Event, *, measured: bool) -> None:
        fact = event.data
        entry = entry_of(owner, event)
        if entry is not None:
            self._book(entry, measured=measured)
            if not isinstance(fact, ModelEnded | ModelFailed) or fact.bill is None:
                raise TypeError(event)
            if fact.bill.reserved:
                Quotas(self._session).settle(owner.run_id, entry.call_index, entry.attempt)
            return
        where: dict[str, Value] = {
            "tenant": owner.tenant,
            "user": owner.user,
            "agent": owner.agent,
            "day": day_of(event.time, owner.zone),
        }
        if isinstance(fact, RunEnded):
            self._session.run("count_run", {**where, "status": fact.status})
            if measured:
                Quotas(self._session).release(owner.run_id)
        elif isinstance(fact, ToolEnded) and fact.business:
            self._session.run("count_action", {**where, "tool": fact.name})


def _span(span: Span) -> dict[str, Value]:
    return {
        "tenant": span.tenant,
        "since": span.since,
        "until": span.until,
        "user": span.user,
        "agent": span.agent,
    }


def entry_values(entry: Entry) -> dict[str, Value]:
    """The row of an entry, and what it adds to the sums."""
    first = entry.revision == 0
    tokens, cost, reported = entry.tokens, entry.cost, entry.reported
    pico = None if cost is None else to_pico(cost)
    values: dict[str, Value] = {**asdict(entry), **asdict(tokens)}
    values["fallback"] = int(entry.fallback)
    values["consistent"] = int(entry.consistent)
    values["cost"] = pico
    values["spent"] = pico or 0
    values["reported"] = None if reported is None else to_pico(reported)
    values["lines_json"] = _encode(entry.lines)
    values["calls"] = int(first)
    values["unpriced"] = int(cost is None) if first else -int(entry.why == "priced")
    values["estimated"] = int(first and entry.source == "estimated")
    values["tokens"] = tokens.total
    del values["lines"]
    return values


_PLAIN: Final = tuple(
    name
    for name in Entry.__struct_fields__
    if name not in {"tokens", "fallback", "consistent", "cost", "reported", "lines"}
)


def entry_from(row: Row) -> Entry:
    """An entry from its row."""
    return Entry(
        **{name: row[name] for name in _PLAIN},
        tokens=Tokens(**{name: row[name] for name in _TOKENS}),
        fallback=bool(row["fallback"]),
        consistent=bool(row["consistent"]),
        cost=None if row["cost"] is None else from_pico(row["cost"]),
        reported=None if row["reported"] is None else from_pico(row["reported"]),
        lines=_lines.decode(row["lines_json"]),
    )


def _sum(row: Row) -> Sum:
    return Sum(
        **{name: row[name] for name in ("day", "user", *ledger.NAMES)},
        fallback=bool(row["fallback"]),
        calls=row["calls"],
        tokens=Tokens(**{name: row[name] for name in _TOKENS}),
        cost=from_pico(row["cost"]),
        unpriced=row["unpriced"],
        estimated=row["estimated"],
    )
