"""The packer: keeps the log small. Fragments of runs that are over move together, bit by bit."""

from collections.abc import Sequence

from interlock.domain.packs import Pack
from interlock.ports import Clock, Store, Tx
from interlock.workers.again import again

PAUSE_SECONDS = 60.0
"""Between two looks that find nothing."""

BREATH_SECONDS = 0.05
"""Between two writes: nobody who waits for a write of his own waits for ours long."""

RUNS = 50
"""That one look takes on."""

EVENTS = 2_048
"""Fragments that one write moves."""


class Packer:
    """Packs ended runs again and again.

    Args:
        store: The log.
        clock: The time.
        age: Seconds since a run's end.
    """

    def __init__(self, store: Store, clock: Clock, age: float) -> None:
        self._store = store
        self._clock = clock
        self._age = age

    async def run(self) -> None:
        """Work until cancelled."""
        await again(
            self.look, self._clock, "the log could not be packed", PAUSE_SECONDS, BREATH_SECONDS
        )

    async def look(self) -> int:
        """Pack some runs. Returns how many there were."""
        before = self._clock.now() - int(self._age * 1_000)
        runs = await self._store.read(lambda reader: reader.packs.due(before, RUNS))
        quiet: list[str] = []
        for run_id in runs:
            after = 0
            while True:
                packs, after = await self._plan(run_id, after)
                if packs:
                    await self._keep(packs)
                if not after:
                    break
            quiet.append(run_id)
        await self._store.write(lambda tx: _done(tx, quiet))
        return len(runs)

    async def _plan(self, run_id: str, after: int) -> tuple[Sequence[Pack], int]:
        return await self._store.read(lambda reader: reader.packs.plan(run_id, after, EVENTS))

    async def _keep(self, packs: Sequence[Pack]) -> None:
        await self._store.write(lambda tx: _keep(tx, packs))
        await self._clock.sleep(BREATH_SECONDS)


def _keep(tx: Tx, packs: Sequence[Pack]) -> None:
    for pack in packs:
        tx.packs.keep(pack)


def _done(tx: Tx, runs: Sequence[str]) -> None:
    for run_id in runs:
        tx.packs.done(run_id)
