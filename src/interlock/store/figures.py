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


_Found = dict[tuple[str, str, str], dict[Place, int]]
"""What is to be added: by tenant, agent and version, and then by place."""


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

    def add(self, counts: Sequence[Count]) -> int:
        """Add runs to the figures of their tenants. How many were not there, and are over.

        The row of a run is locked first, so that no correction is booked between the two of us.
        """
        found: _Found = {}
        marks: list[dict[str, Value]] = []
        added = 0
        for count in counts:
            run = self._claim(count)
            if run is not None:
                added += 1
                whose = run["tenant"], count.agent, count.version
                _collect(found, whose, count.figures)
                for row in self._session.all("corrections_of_run", {"run_id": count.run_id}):
                    _collect(found, whose, _correction(row))
                marks += _mark_values(run, count)
        self._add(found)
        self._session.run_many("mark_run", marks)
        return added

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

    def _claim(self, count: Count) -> Row | None:
        values: dict[str, Value] = {"run_id": count.run_id, "version": count.version}
        rows = self._session.all("claim_count", values)
        return rows[0] if rows else None

    def _add(self, found: _Found) -> None:
        """Add to the sums of every grain; in one order, so that nobody waits in a circle."""
        sums: dict[tuple[str, Figure], int] = {}
        for (tenant, agent, version), places in found.items():
            for place, amount in places.items():
                for figure in figures_of(agent, version, place):
                    key = tenant, figure
                    sums[key] = sums.get(key, 0) + amount
        rows: list[dict[str, Value]] = [
            {"tenant": tenant, **figure._asdict(), "amount": sums[tenant, figure]}
            for tenant, figure in sorted(sums)
        ]
        self._session.run_many("add_figure", rows)


def _collect(found: _Found, whose: tuple[str, str, str], figures: Mapping[Place, int]) -> None:
    sums = found.setdefault(whose, {})
    for place, amount in figures.items():
        sums[place] = sums.get(place, 0) + amount


def _correction(row: Row | Mapping[str, Value]) -> dict[Place, int]:
    """What a correction in the ledger adds: it follows from no event."""
    found: Any = row
    name = f"{found['provider']}:{found['model']}"
    cost = (found["cost"] or 0, -int(found["why"] == "priced"))
    return money_at(found["at"], name, found["role"], cost)


def _mark_values(run: Row, count: Count) -> list[dict[str, Value]]:
    return [
        {
            "tenant": run["tenant"],
            "kind": mark.kind,
            "what": mark.what,
            "ended_at": count.ended_at,
            "run": run["number"],
            "name": mark.name,
            "most": most,
        }
        for mark, most in sorted(count.marks.items())
    ]


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
