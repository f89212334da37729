"""A process that has imported everything and forks servers: a restart in a few milliseconds.

An honest word on what this leaves out: a server that is forked here has not paid for its imports.
Everything after them is as after any start: it opens the database, recovers the write-ahead log,
takes the lock, migrates, picks up unfinished runs, and is killed with SIGKILL like any process.
The listening socket stays open between two servers, so that a client that comes in between waits
a moment instead of being refused.

Lines of JSON come in (an order to begin a server, or to kill it) and go out (``ready``, ``died``).
The nursery is the only one that kills, so that no process id is used after it was given back.
"""

import gc
import os
import select
import signal
import sys
import traceback
from typing import NoReturn

import uvicorn.lifespan.off
from msgspec import json

from interlock import failpoints
from interlock.prove import program
from interlock.prove.host import host
from interlock.prove.orders import Hosting, Order, Word

PRELOADED = (program, uvicorn.lifespan.off)


class Nursery:
    """One server at a time."""

    def __init__(self) -> None:
        self._child = 0
        self._death = -1
        self._inbox = b""

    def run(self) -> None:
        """Work until standard input ends."""
        gc.collect()
        gc.freeze()
        while True:
            ready, _, _ = select.select([0, self._death] if self._child else [0], [], [])
            if self._death in ready:
                self._bury()
            elif not self._listen():
                break
        if self._child:
            os.kill(self._child, signal.SIGKILL)

    def _listen(self) -> bool:
        heard = os.read(0, 65_536)
        *lines, self._inbox = (self._inbox + heard).split(b"\n")
        for line in lines:
            self._obey(json.decode(line, type=Order))
        return bool(heard)

    def _obey(self, order: Order) -> None:
        if order.begin is not None:
            self._fork(order.begin, order.failpoint)
        elif self._child:
            os.kill(self._child, signal.SIGKILL)

    def _fork(self, order: Hosting, failpoint: str) -> None:
        self._death, held = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(self._death)
            _live(order, failpoint)
        os.close(held)

    def _bury(self) -> None:
        os.close(self._death)
        _, status = os.waitpid(self._child, 0)
        self._child = 0
        code = os.waitstatus_to_exitcode(status)
        os.write(1, json.encode(Word("died", code)) + b"\n")


def _live(order: Hosting, failpoint: str) -> NoReturn:
    """Be the server. The other end of the pipe that is still open here tells of the death."""
    os.environ[failpoints.VARIABLE] = failpoint
    try:
        host(order)
    except BaseException:  # noqa: BLE001 - it must not become a second nursery
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    Nursery().run()
