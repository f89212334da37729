"""Secrets of calls at rest: sealed in the store, for every process that has the key."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence

from interlock.domain.messages import Json
from interlock.ports import Clock, Reader, SealedSecret, Sealer, Store, Tx

_log = logging.getLogger(__name__)

Place = tuple[str, str]
"""Tenant and thread: whose secrets they are."""


class Chest:
    """Keeps secrets beyond the process.

    Args:
        store: Where they are kept.
        clock: The time.
        load: Makes what seals; called once, with the first secret.
    """

    def __init__(self, store: Store, clock: Clock, load: Callable[[], Sealer]) -> None:
        self._store = store
        self._clock = clock
        self._load = load
        self._loaded: Sealer | None = None

    async def put(self, place: Place, secrets: Mapping[str, Json]) -> None:
        """Seal secrets, by handle, and return when they are durable.

        Raises:
            StoreFailed: The database can't be written now.
        """
        tenant, thread = place
        rows = [
            SealedSecret(
                tenant=tenant,
                thread_id=thread,
                handle=handle,
                body=self._sealer().seal(json.dumps(value).encode(), _about(place, handle)),
            )
            for handle, value in secrets.items()
        ]
        now = self._clock.now()
        await self._store.write(lambda tx: _put(tx, rows, now))

    async def get(self, place: Place, handles: Sequence[str]) -> dict[str, Json]:
        """The secrets behind those handles that are kept and that this key opens.

        Raises:
            StoreFailed: The database can't be read now.
        """
        bodies = await self._store.read(lambda reader: _bodies(reader, place, handles))
        found: dict[str, Json] = {}
        for handle, body in bodies.items():
            plain = self._sealer().open(body, _about(place, handle))
            if plain is None:
                _log.warning("a sealed secret can't be opened: the vault key or the row changed")
            else:
                found[handle] = json.loads(plain)
        return found

    def _sealer(self) -> Sealer:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded


def _about(place: Place, handle: str) -> bytes:
    """What binds a sealed secret to its place: it opens in no other row."""
    return json.dumps([*place, handle]).encode()


def _put(tx: Tx, rows: Sequence[SealedSecret], now: int) -> None:
    for row in rows:
        tx.sealed.put(row, now)


def _bodies(reader: Reader, place: Place, handles: Sequence[str]) -> dict[str, bytes]:
    found = {handle: reader.sealed.body(*place, handle) for handle in handles}
    return {handle: body for handle, body in found.items() if body is not None}
