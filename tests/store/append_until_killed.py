"""A process to kill: writers append, and each event is told on standard output once it is durable.

Arguments: the database, how many writers, and how large a file may grow (bytes; 0: as it likes).
"""

import asyncio
import os
import resource
import sys
from pathlib import Path

from interlock.domain.events import Event, ModelDelta
from interlock.domain.records import Run, Thread
from interlock.ports import Tx
from interlock.store.sqlite import SqliteStore

MANY = 100_000


def begin(tx: Tx, run_id: str) -> None:
    tx.put_thread(Thread(id=run_id, tenant="t", user="u", agent="a", created_at=1, updated_at=1))
    run = Run(
        id=run_id,
        tenant="t",
        user="u",
        thread_id=run_id,
        turn_id=run_id,
        agent="a",
        status="queued",
        created_at=1,
    )
    tx.insert_run(run)
    tx.claim(run_id)


async def write(store: SqliteStore, run_id: str) -> None:
    for seq in range(1, MANY):
        fact = ModelDelta(message_id="m", kind="text", text=str(seq))
        await store.append(run_id, 1, [Event(run_id, seq, 1, fact)])
        os.write(1, f"{run_id} {seq}\n".encode())


async def main(path: Path, writers: int, room: int) -> None:
    store = SqliteStore(path, lambda _: None)
    run_ids = [f"run_{number}" for number in range(writers)]
    await store.write(lambda tx: [begin(tx, run_id) for run_id in run_ids])
    if room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    faults = await asyncio.gather(
        *(write(store, run_id) for run_id in run_ids), return_exceptions=True
    )
    sys.stderr.write("\n".join(sorted({str(fault) for fault in faults})))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
