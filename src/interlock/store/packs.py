"""Fragments of ended runs, many to a row."""

from interlock.domain.packs import Pack
from interlock.errors import InterlockError
from interlock.store.pack import packs_of
from interlock.store.session import Session, Value


class Packs:
    """``ports.Packs`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def due(self, ended_before: int, limit: int) -> list[str]:
        """Runs whose fragments stand loose, longest ended first."""
        values: dict[str, Value] = {"ended_before": ended_before, "limit": limit}
        return [str(row["id"]) for row in self._session.all("loose_runs", values)]

    def plan(self, run_id: str, after: int, limit: int) -> tuple[list[Pack], int]:
        """How to pack some of a run's fragments, and the number to go on after; 0 for no more."""
        values: dict[str, Value] = {"run_id": run_id, "after": after, "limit": limit}
        rows = self._session.all("loose_events", values)
        going_on = rows[-1]["seq"] if len(rows) == limit else 0
        return packs_of(run_id, rows), going_on

    def keep(self, pack: Pack) -> None:
        """Put a pack in the place of its events, unless somebody did.

        Raises:
            InterlockError: The log is not what was packed; nothing was written.
        """
        values: dict[str, Value] = {
            "run_id": pack.run_id,
            "first": pack.last - pack.count + 1,
            "last": pack.last,
            "count": pack.count,
            "body": pack.body,
        }
        if self._session.run("pack_events", values) != 1:
            return
        if self._session.run("drop_packed", values) != pack.count - 1:
            raise InterlockError(f"the events of run {pack.run_id} changed while they were packed")

    def done(self, run_id: str) -> None:
        """Nothing of this run stands loose any more."""
        self._session.run("packed_run", {"run_id": run_id})
