"""Leases on PostgreSQL, prolonged in short transactions that hold up no driver."""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeVar

from interlock.domain.records import Held
from interlock.scope import EVERYBODY
from interlock.store.leases import LeaseRows, missing
from interlock.store.postgres_transaction import Transactor
from interlock.store.tx import SqlTx

T = TypeVar("T")


class Renewal:
    """Prolongs leases over a connection of its own, so that no queue of writes delays it.

    Rows that an append holds are waited for one at a time: whoever waits holds nothing else, and
    so nobody can wait for each other.

    Args:
        transactor: Nobody else uses it.
    """

    def __init__(self, transactor: Transactor) -> None:
        self._transactor = transactor
        self._turn = Lock()

    def renew(self, worker: str, fences: Mapping[str, int], seconds: float) -> list[Held]:
        """Prolong a worker's leases. Returns those that it still has. Blocks.

        Raises:
            StoreFailed: The database can't be reached now.
        """
        if not fences:
            return []
        with self._turn:
            held = self._brief(lambda rows: rows.renew_free(worker, fences, seconds))
            for run_id in missing(fences, held):
                held += self._wait_for(worker, run_id, fences[run_id], seconds)
        return held

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            self._transactor.close()

    def _wait_for(self, worker: str, run_id: str, fence: int, seconds: float) -> list[Held]:
        return self._brief(lambda rows: rows.renew_one(worker, run_id, fence, seconds))

    def _brief(self, work: Callable[[LeaseRows], T]) -> T:
        def look(tx: SqlTx) -> T:
            return work(LeaseRows(tx.session))

        return self._transactor.write(EVERYBODY, look, "READ COMMITTED")[0]
