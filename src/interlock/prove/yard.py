"""Where an experiment takes place: a witness, a nursery, a folder and one open socket."""

import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

from msgspec import convert, json

from interlock.prove.line import ask
from interlock.prove.orders import Hosting, Order, Word
from interlock.prove.witness import Tally

PROGRAM = "interlock.prove.program:build"
BACKLOG = 1_024
START_SECONDS = 30.0


class Yard:
    """One server at a time, over one database, that can be killed and begun again.

    Args:
        url: Where the servers answer, each after the other.
        witness: The witness's socket.
        hosting: What is served.
        nursery: Forks servers.
    """

    def __init__(self, url: str, witness: str, hosting: Hosting, nursery: Process) -> None:
        self.url = url
        self.witness = witness
        self.deaths = 0
        self.strange_deaths: list[int] = []
        self.ready = asyncio.Event()
        self.dead = asyncio.Event()
        self.dead.set()
        self._gone = False
        self._hosting = hosting
        self._nursery = nursery

    async def start(self, failpoint: str = "") -> None:
        """Begin a server and return at once; ``ready`` is set when it answers.

        Raises:
            RuntimeError: There is nobody left who could.
        """
        if self._gone:
            raise RuntimeError("the process that begins servers is gone; its last words are above")
        self.dead.clear()
        await self._say(Order(begin=self._hosting, failpoint=failpoint))

    async def up(self) -> None:
        """Begin a server and wait until it answers.

        Raises:
            RuntimeError: It died before.
        """
        await self.start()
        async with asyncio.timeout(START_SECONDS):
            await first(self.ready, self.dead)
        if self.dead.is_set():
            raise RuntimeError("the server died while it started")

    async def kill(self) -> None:
        """Kill the server, if it still lives, and wait for its death."""
        if not self.dead.is_set():
            await self._say(Order())
        await self.dead.wait()

    async def tally(self) -> Tally:
        """What the witness has seen."""
        return convert(await ask(self.witness, about="tally"), Tally)

    async def listen(self) -> None:
        """Hear what the nursery says, until it ends."""
        out = cast("asyncio.StreamReader", self._nursery.stdout)
        while line := await out.readline():
            word = json.decode(line, type=Word)
            if word.event == "ready":
                self.ready.set()
            else:
                self.deaths += word.code == -signal.SIGKILL
                if word.code != -signal.SIGKILL:
                    self.strange_deaths.append(word.code)
                self._bury()
        self._gone = True
        self._bury()

    def _bury(self) -> None:
        self.ready.clear()
        self.dead.set()

    async def _say(self, order: Order) -> None:
        inbox = cast("asyncio.StreamWriter", self._nursery.stdin)
        inbox.write(json.encode(order) + b"\n")
        await inbox.drain()


async def first(*events: asyncio.Event) -> None:
    """Wait for any of them."""
    async with asyncio.TaskGroup() as group:
        waits = [group.create_task(event.wait()) for event in events]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()


@asynccontextmanager
async def yard(program: str = PROGRAM) -> AsyncGenerator[Yard]:
    """Set up a yard; everything in it ends with the block.

    Args:
        program: ``module:function`` of the program to serve.
    """
    folder = Path(tempfile.mkdtemp(prefix="interlock-prove-"))
    witness = str(folder / "witness")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    async with AsyncExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=BACKLOG))
        seer = await process("witness", witness, environment=environment)
        stack.push_async_callback(end, seer)
        await cast("asyncio.StreamReader", seer.stdout).readline()
        number = listening.fileno()
        nursery = await process("nursery", environment=environment, keep=(number,))
        stack.push_async_callback(end, nursery)
        hosting = Hosting(
            program=program, folder=str(folder / "data"), witness=witness, listening=number
        )
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        place = Yard(url, witness, hosting, nursery)
        listener = asyncio.get_running_loop().create_task(place.listen())
        stack.callback(listener.cancel)
        yield place


async def process(
    name: str, *arguments: str, environment: dict[str, str], keep: Sequence[int] = ()
) -> Process:
    """Begin a process of the experiment; it inherits the descriptors in ``keep``."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        f"interlock.prove.{name}",
        *arguments,
        stdin=PIPE,
        stdout=PIPE,
        env=environment,
        pass_fds=keep,
    )


async def end(process: Process) -> None:
    """Both processes end when their standard input does."""
    cast("asyncio.StreamWriter", process.stdin).close()
    await process.wait()
