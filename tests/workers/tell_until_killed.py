"""A process to kill: runs end, a postman tells of it, and each end is printed once it is durable.

Arguments: a database (a file, or postgresql://…), and how many runs.
"""

import asyncio
import os
import sys
from pathlib import Path

from tests.store.build import add_run, numbered
from tests.workers.mail import working

from interlock.domain.events import RunEnded
from interlock.ports import Store
from interlock.store.postgres import PostgresStore
from interlock.store.sqlite import SqliteStore


def opened(database: str) -> Store:
    if database.startswith("postgresql://"):
        return PostgresStore(database, lambda _: None)
    return SqliteStore(Path(database), lambda _: None, "NORMAL")


async def end(store: Store, number: int) -> None:
    run_id = f"run_{number}"
    fence = await store.write(lambda tx: add_run(tx, run_id, f"thread_{number}"))
    await store.append(run_id, fence, numbered(1, [RunEnded(status="success")], run_id))
    os.write(1, f"{run_id}\n".encode())


async def main(database: str, count: int) -> None:
    store = opened(database)
    async with working(store):
        for number in range(0, count, 5):
            await asyncio.gather(*(end(store, number + one) for one in range(5)))
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
