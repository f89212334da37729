"""The leases of a worker, in one transaction or in several short ones."""

from collections.abc import Iterable, Mapping

from msgspec import json

from interlock.domain.records import Held
from interlock.store.session import Row, Session, Values


class LeaseRows:
    """Prolongs leases over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def renew_free(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong the leases of the runs that no other transaction holds; returns those."""
        values: Values = {
            "worker": worker,
            "fences": json.encode(fences).decode(),
            "lease_ms": _ms(seconds),
        }
        return _held(self._session.all("renew_leases", values))

    def renew_one(self, worker: str, run_id: str, fence: int, seconds: float) -> list[Held]:
        """Prolong one lease, and wait for whoever holds its row; empty when it is lost."""
        values: Values = {
            "worker": worker,
            "run_id": run_id,
            "fence": fence,
            "lease_ms": _ms(seconds),
        }
        return _held(self._session.all("renew_lease", values))

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases; returns those that it still has."""
        held = self.renew_free(worker, fences, seconds)
        for run_id in missing(fences, held):
            held += self.renew_one(worker, run_id, fences[run_id], seconds)
        return held


def missing(fences: Mapping[str, int], held: Iterable[Held]) -> list[str]:
    """The runs that were not found free, in a fixed order."""
    return sorted(fences.keys() - {one.run_id for one in held})


def _held(rows: Iterable[Row]) -> list[Held]:
    return [Held(row["id"], row["cancel_by"], row["cancel_reason"]) for row in rows]


def _ms(seconds: float) -> int:
    return int(seconds * 1_000)
