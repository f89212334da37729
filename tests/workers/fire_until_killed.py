"""A process to kill: a scheduler that fires what is due, until nothing is.

Argument: a database (a file, or postgresql://…).
"""

import asyncio
import sys

from tests.workers.tell_until_killed import opened

from interlock.bus.clock import SystemClock
from interlock.bus.queue import LocalQueue
from interlock.commands.planner import Planner


async def main(database: str) -> None:
    store = opened(database)
    planner = Planner(store, LocalQueue(), SystemClock())
    while await planner.fire_due():
        pass
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
