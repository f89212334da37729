"""Figures of the dashboard in the database: sums by minute, hour and day, and the runs behind."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from interlock.domain.figures import Count, Figure, Kind, Mark, Place, figures_of, money_at
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.rights import ADMIN
from interlock.ports import figures
from interlock.ports.figures import FigureSum, PointSum, Sought, Stretch, Whose
from interlock.store.rows import run_from
from interlock.store.session import NONE, Row, Session, Value

_END_OF_TIME: Final = 2**63 - 1


_Found = dict[tuple[tuple[str, str, str], Place], int]
"""What is to be added: by tenant, agent and version, and by place."""


class Figures:
    """``ports.figures.Figures`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def due(self, limit: int) -> list[str]:
        """Runs that are over and in no figure yet, longest ended first."""
        return [row["id"] for row in self._session.all("uncounted_runs", {"limit": limit})]

    def tenants(self) -> list[str]:
        """Tenants that have runs."""
        return [row["tenant"] for row in self._session.all("run_tenants", NONE)]

    def waiting(self, tenant: str) -> int:
        """How many runs of a tenant those are."""
        row = self._session.one("uncounted", {"tenant": tenant})
        return 0 if row is None else row["runs"]

    def add(self, counts: Sequence[tuple[str, Count]]) -> int:
        """Add runs to the figures of their tenants. How many were not there, and are over.

        The row of a run is locked first, so that no correction is booked between the two of us.
        """
        claimed = [(tenant, count) for tenant, count in counts if self._claim(count)]
        found: _Found = {}
        for tenant, count in claimed:
            whose = tenant, count.agent, count.version
            _collect(found, whose, count.figures)
            for row in self._session.all("ledger_of_run", {"run_id": count.run_id}):
                _collect(found, whose, _correction(row))
        self._add(found)
        self._session.run_many(
            "mark_run",
            [
                _mark_values(tenant, count, mark)
                for tenant, count in claimed
                for mark in sorted(count.marks)
            ],
        )
        return len(claimed)

    def correct(self, values: Mapping[str, Value]) -> None:
        """Add a correction of the ledger that was just booked, if its run is counted.

        Args:
            values: Its row.
        """
        run: dict[str, Value] = {"run_id": values["run_id"]}
        self._session.run("hold_run", run)
        row = self._session.one("counted_run", run)
        if row is not None and row["counted"]:
            found: _Found = {}
            _collect(found, (row["tenant"], row["agent"], row["version"]), _correction(values))
            self._add(found)

    def sums(self, whose: Whose, kind: Kind, stretches: Sequence[Stretch]) -> list[FigureSum]:
        """The sums of one kind in stretches of time; one place may be there more than once."""
        return [
            FigureSum(row["agent"], row["version"], row["name"], row["what"], row["amount"])
            for stretch in stretches
            for row in self._session.all("figure_sums", _values(whose, kind, stretch))
        ]

    def points(self, whose: Whose, kind: Kind, stretch: Stretch, step: int) -> list[PointSum]:
        """The sums of one kind in even steps of a stretch of time, whatever their names.

        A sum whose time no step holds whole is left out.
        """
        values = {**_values(whose, kind, stretch), "step": step}
        rows = self._session.all("figure_points", values)
        return [PointSum(row["at"], row["what"], row["amount"]) for row in rows]

    def runs(self, principal: Principal, sought: Sought) -> list[Run]:
        """The principal's runs behind a figure, last ended first; without one, newest first."""
        before = sought.before
        values: dict[str, Value] = {
            "tenant": principal.tenant,
            "user": principal.user,
            "admin": int(ADMIN in principal.roles),
            "status": sought.status,
            "agent": sought.agent,
            "version": sought.version,
            "since": sought.since,
            "until": sought.until,
            "least": sought.least,
            "limit": sought.limit,
            "before": _END_OF_TIME if before is None else before.time,
            "before_id": "" if before is None else before.id,
        }
        if sought.mark is None:
            return [run_from(row) for row in self._session.all("runs_sought", values)]
        rows = self._session.all("runs_behind", {**values, **sought.mark._asdict()})
        return [run_from(row) for row in rows]

    def counted(self, tenant: str) -> dict[str, bool]:
        """The runs that are in the figures, and whether the figures of routes are among them."""
        rows = self._session.all("counted_runs", {"tenant": tenant})
        return {row["id"]: bool(row["routed"]) for row in rows}

    def every(self, tenant: str) -> dict[Figure, int]:
        """All sums of a tenant that are not 0."""
        rows = self._session.all("every_figure", {"tenant": tenant})
        return {Figure(*(row[name] for name in Figure._fields)): row["amount"] for row in rows}

    def every_mark(self, tenant: str) -> dict[tuple[str, Mark], int]:
        """All marks of a tenant by run."""
        rows = self._session.all("every_mark", {"tenant": tenant})
        return {
            (row["run_id"], Mark(row["kind"], row["name"], row["what"])): row["most"]
            for row in rows
        }

    def forget(self, tenant: str) -> None:
        """Forget all figures of a tenant, so that every run is counted again."""
        for name in ("drop_figures", "drop_marks", "uncount_runs"):
            self._session.run(name, {"tenant": tenant})

    def _claim(self, count: Count) -> bool:
        values: dict[str, Value] = {"run_id": count.run_id, "version": count.version}
        return self._session.run("claim_count", values) == 1

    def _add(self, found: _Found) -> None:
        """Add to the sums of every grain; in one order, so that nobody waits in a circle."""
        sums: dict[tuple[str, Figure], int] = {}
        for ((tenant, agent, version), place), amount in found.items():
            for figure in figures_of(agent, version, place):
                key = tenant, figure
                sums[key] = sums.get(key, 0) + amount
        rows: list[dict[str, Value]] = [
            {"tenant": tenant, **figure._asdict(), "amount": sums[tenant, figure]}
            for tenant, figure in sorted(sums)
        ]
        self._session.run_many("add_figure", rows)


def _collect(found: _Found, whose: tuple[str, str, str], figures: Mapping[Place, int]) -> None:
    for place, amount in figures.items():
        key = whose, place
        found[key] = found.get(key, 0) + amount


def _correction(row: Row | Mapping[str, Value]) -> dict[Place, int]:
    """What a row of the ledger adds that follows from no event; nothing for a first one."""
    if not row["revision"]:
        return {}
    found: Any = row
    name = f"{found['provider']}:{found['model']}"
    cost = (found["cost"] or 0, -int(found["why"] == "priced"))
    return money_at(found["at"], name, found["role"], cost)


def _mark_values(tenant: str, count: Count, mark: Mark) -> dict[str, Value]:
    return {
        "tenant": tenant,
        "kind": mark.kind,
        "name": mark.name,
        "what": mark.what,
        "ended_at": count.ended_at,
        "run_id": count.run_id,
        "agent": count.agent,
        "version": count.version,
        "most": count.marks[mark],
    }


def _values(whose: Whose, kind: Kind, stretch: Stretch) -> dict[str, Value]:
    return {
        "tenant": whose.tenant,
        "agent": whose.agent,
        "version": whose.version,
        "kind": kind,
        "grain": stretch.grain,
        "since": stretch.since,
        "until": stretch.until,
    }


_fits: type[figures.Figures] = Figures
