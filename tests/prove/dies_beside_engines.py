"""Starts both engines in a folder, says who they are, and is killed."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from interlock.prove.engines import make_postgres, make_redis


async def main(folder: Path) -> None:
    postgres, redis = await make_postgres(folder / "postgres"), make_redis(folder / "redis")
    await postgres.start()
    await redis.start()
    os.write(1, f"{postgres.pid} {redis.pid}\n".encode())
    os.kill(os.getpid(), signal.SIGKILL)


asyncio.run(main(Path(sys.argv[1])))
