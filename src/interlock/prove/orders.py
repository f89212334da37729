"""What is said to and by the process that forks others: lines of JSON."""

import signal
from typing import Literal

from msgspec import Struct

TOKENS = {"owner": "prove-owner", "reader": "prove-reader", "stranger": "prove-stranger"}
"""Who may call; the servers live for seconds, on loopback. The reader is the owner without roles,
the stranger has every role in another tenant."""


class Hosting(Struct, frozen=True, kw_only=True):
    """What to serve.

    Args:
        program: ``module:function``; the function takes the witness's socket and builds a program.
        folder: The data directory.
        witness: The witness's socket.
        listening: The file descriptor of the listening socket; a worker has none.
        part: How it belongs to a cluster; None for a server that is alone.
    """

    program: str
    folder: str
    witness: str
    listening: int = -1
    part: "Part | None" = None


class Part(Struct, frozen=True, kw_only=True):
    """A process of a cluster.

    Args:
        role: What it does.
        name: Its name in this life, also in the database's list of connections.
        database: PostgreSQL, through this process's own cable.
        redis: Redis, through this process's own cable.
        lease_seconds: See the setting.
        skew: The file that says how wrong its clock is.
    """

    role: Literal["server", "worker"]
    name: str
    database: str
    redis: str
    lease_seconds: float
    skew: str


class Order(Struct, frozen=True, kw_only=True):
    """Begin a process, to die at a named point if one is given; or, without one, signal it."""

    name: str = "server"
    begin: Hosting | None = None
    failpoint: str = ""
    signal: int = signal.SIGKILL


class Word(Struct, frozen=True):
    """``code`` is that of a process that died: negative for a signal."""

    event: Literal["ready", "died"]
    code: int = 0
    name: str = "server"
