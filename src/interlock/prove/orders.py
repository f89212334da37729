"""What is said to and by the process that forks servers: lines of JSON."""

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
        listening: The file descriptor of the listening socket.
    """

    program: str
    folder: str
    witness: str
    listening: int


class Order(Struct, frozen=True, kw_only=True):
    """Begin a server, to die at a named point if one is given; or, without one, kill it."""

    begin: Hosting | None = None
    failpoint: str = ""


class Word(Struct, frozen=True):
    """``code`` is that of a process that died: negative for a signal."""

    event: Literal["ready", "died"]
    code: int = 0
