"""A PostgreSQL and a Redis of the experiment's own, from this machine's binaries, on free ports.

They live in a folder of their own and end with the experiment. PostgreSQL refuses to run as root;
for root it runs as ``postgres`` or ``nobody``.
"""

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from interlock.errors import ConfigError

Stop = Literal["fast", "immediate", "kill"]
SIGNALS: Mapping[Stop, signal.Signals] = {
    "fast": signal.SIGINT,
    "immediate": signal.SIGQUIT,
    "kill": signal.SIGKILL,
}
"""How PostgreSQL is told to stop: politely, without a checkpoint, and not at all."""

PR_SET_PDEATHSIG = 1
PLACES = "/usr/lib/postgresql/*/bin:/usr/pgsql-*/bin"
START_SECONDS = 30.0
PAUSE_SECONDS = 0.02

POSTGRES = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "shared_buffers": "32MB",
    # A killed process loses nothing that the system has taken over; see docs/proofs.md.
    "fsync": "off",
    "full_page_writes": "off",
    "checkpoint_timeout": "1h",
    "autovacuum_naptime": "10s",
    "log_min_messages": "fatal",
    "log_min_error_statement": "panic",
}


_WORDS = b"\0\3\0\0user\0interlock\0database\0postgres\0\0"
STARTUP = (len(_WORDS) + 4).to_bytes(4, "big") + _WORDS
"""PostgreSQL's first message, protocol 3.0."""


class Engine:
    """A server process that can be stopped and begun again on the same port.

    Args:
        command: What to run.
        folder: Where it runs, and where its log is.
        port: Where it answers.
        user: Whom it runs as; None for us.
    """

    def __init__(self, command: list[str], folder: Path, port: int, user: str | None) -> None:
        self.port = port
        self.restarts = 0
        self._command = command
        self._folder = folder
        self._user = user
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        if self._process is None:
            raise ValueError(f"{self._command[0]} was never begun")
        return self._process.pid

    async def start(self) -> None:
        """Start, and wait until it answers. One that dies at once is begun again.

        PostgreSQL refuses to start while a child of one that was killed still lives.

        Raises:
            RuntimeError: It does not answer.
        """
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._up()
        except TimeoutError as error:
            raise RuntimeError(f"{self._command[0]} did not start: {self.words()}") from error

    async def _up(self) -> None:
        while True:
            if self._process is None or self._process.returncode is not None:
                await self._begin()
            if await answers(self.port, self.greeting, self.welcome):
                return
            await asyncio.sleep(PAUSE_SECONDS)

    async def _begin(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=self._folder,
                user=self._user,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_us if sys.platform == "linux" else None,
            )

    async def stop(self, number: int) -> None:
        """Send a signal, if it still runs, and wait for its end."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)
            await self._process.wait()

    async def restart(self, number: int, pause: float = 0.0) -> None:
        """Stop, wait so many seconds, and start."""
        await self.stop(number)
        await asyncio.sleep(pause)
        await self.start()
        self.restarts += 1

    def words(self) -> str:
        """The end of its log."""
        return (self._folder / "log").read_text("utf-8", "replace")[-1_000:]

    greeting = b"PING\r\n"
    welcome = b"+PONG"


class Redis(Engine):
    """Without persistence: each restart is a loss of everything."""

    async def flush(self) -> None:
        """Lose everything."""
        await answers(self.port, b"FLUSHALL\r\n", b"+OK")


class Postgres(Engine):
    """Answers whoever says who they are with an error until it takes connections."""

    greeting = STARTUP
    welcome = b"R"


def _end_with_us() -> None:
    """Ask Linux to end this process when the one that began it dies, however it dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


async def answers(port: int, greeting: bytes, welcome: bytes) -> bool:
    """Whether a server answers a greeting as it should; one that still starts does not."""
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(greeting)
                return (await reader.read(len(welcome))).startswith(welcome)
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def make_redis(folder: Path) -> Redis:
    """A Redis in a folder.

    Raises:
        ConfigError: The machine has none.
    """
    folder.mkdir()
    port = free_port()
    program = find("valkey-server", "redis-server")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    return Redis([program, *options, "--dir", str(folder)], folder, port, None)


async def make_postgres(folder: Path) -> Postgres:
    """A PostgreSQL with an empty database ``postgres``; its owner ``interlock`` needs no password.

    Raises:
        ConfigError: The machine has none, or it can't be made here.
    """
    user = unprivileged()
    make_room(folder, user)
    data = folder / "data"
    made = await asyncio.create_subprocess_exec(
        find("initdb"),
        *("--pgdata", str(data), "--username", "interlock", "--auth", "trust"),
        *("--no-sync", "--no-instructions", "--encoding", "UTF8", "--locale", "C"),
        cwd=folder,
        user=user,
        stdout=DEVNULL,
    )
    if await made.wait():
        raise ConfigError("initdb failed; what it said is above")
    port = free_port()
    given = POSTGRES | {"port": str(port), "unix_socket_directories": str(folder)}
    options = [word for name, value in given.items() for word in ("-c", f"{name}={value}")]
    return Postgres([find("postgres"), "-D", str(data), *options], folder, port, user)


def make_room(folder: Path, user: str | None) -> None:
    """A folder for somebody else, who may pass through the one around it."""
    folder.mkdir()
    if user is not None:
        shutil.chown(folder, user)
        folder.parent.chmod(0o711)


def find(*names: str) -> str:
    """The first of some programs that this machine has.

    Raises:
        ConfigError: It has none of them.
    """
    places = [str(one) for pattern in PLACES.split(":") for one in Path("/").glob(pattern[1:])]
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *sorted(places, reverse=True)])
    for name in names:
        found = shutil.which(name, path=path)
        if found:
            return found
    raise ConfigError(
        f"{names[-1]} is not here. The cluster experiment starts a PostgreSQL and a Redis of its "
        "own: install both (Debian and Ubuntu: apt-get install postgresql redis-server)."
    )


def unprivileged() -> str | None:
    """Whom PostgreSQL runs as: root has to be somebody else."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
