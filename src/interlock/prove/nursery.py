"""A process that has imported everything and forks others: a restart in a few milliseconds.

An honest word on what this leaves out: a server that is forked here has not paid for its imports.
Everything after them is as after any start: it opens the database, recovers the write-ahead log,
takes the lock, migrates, picks up unfinished runs, and is killed with SIGKILL like any process.
The listening socket stays open between two servers, so that a client that comes in between waits
a moment instead of being refused.

Lines of JSON come in (an order to begin a server, or to kill it) and go out (``ready``, ``died``).
The nursery is the only one that kills, so that no process id is used after it was given back.
"""

import contextlib
import gc
import os
import select
import signal
import sys
import traceback
from importlib import import_module
from typing import NoReturn

import uvicorn.lifespan.off
from msgspec import json

from interlock import failpoints
from interlock.errors import ConfigError
from interlock.prove import program
from interlock.prove.host import host
from interlock.prove.orders import Hosting, Order, Word

PRELOADED = (program, uvicorn.lifespan.off)
SHARED = "interlock.wiring.shared"
"""What a cluster needs, too; an embedded installation can't import it."""


class Nursery:
    """Any number of processes, each by its name; one of a name at a time."""

    def __init__(self) -> None:
        self._children: dict[str, tuple[int, int]] = {}
        self._inbox = b""

    def run(self) -> None:
        """Work until standard input ends."""
        with contextlib.suppress(ModuleNotFoundError):
            import_module(SHARED)
        gc.collect()
        gc.freeze()
        while True:
            deaths = {death: name for name, (_, death) in self._children.items()}
            ready, _, _ = select.select([0, *deaths], [], [])
            dead = [deaths[one] for one in ready if one in deaths]
            for name in dead:
                self._bury(name)
            if not dead and not self._listen():
                break
        for pid, _ in self._children.values():
            os.kill(pid, signal.SIGKILL)

    def _listen(self) -> bool:
        heard = os.read(0, 65_536)
        *lines, self._inbox = (self._inbox + heard).split(b"\n")
        for line in lines:
            self._obey(json.decode(line, type=Order))
        return bool(heard)

    def _obey(self, order: Order) -> None:
        if order.begin is not None:
            self._fork(order.name, order.begin, order.failpoint)
        elif order.name in self._children:
            os.kill(self._children[order.name][0], order.signal)

    def _fork(self, name: str, order: Hosting, failpoint: str) -> None:
        death, held = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(death)
            for _, other in self._children.values():
                os.close(other)
            _live(order, failpoint, name)
        os.close(held)
        self._children[name] = (pid, death)

    def _bury(self, name: str) -> None:
        pid, death = self._children.pop(name)
        os.close(death)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        os.write(1, json.encode(Word("died", code, name)) + b"\n")


def _live(order: Hosting, failpoint: str, name: str) -> NoReturn:
    """Be the process. The other end of the pipe that is still open here tells of the death."""
    os.environ[failpoints.VARIABLE] = failpoint
    code = 1
    try:
        host(order, name)
        code = 0
    except ConfigError as error:
        if order.part is None:
            sys.stderr.write(f"{name} can't start: {error}\n")
    except BaseException:  # noqa: BLE001 - it must not become a second nursery
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    Nursery().run()
