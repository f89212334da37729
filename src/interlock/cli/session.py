"""The one place where the synchronous command line meets the asynchronous client."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

from rich.console import Console

from interlock.cli.address import find_address
from interlock.cli.client import Client

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds for which a server may restart under a command that waits for it."""


class Session:
    """A client with its event loop. Between two calls of ``do`` nothing runs, so that prompts and
    Ctrl-C work as in any synchronous program.

    Args:
        url: Of the server; empty to find it.
        token: Of the server; empty to find it.
        patience: Seconds for which the server may be away; see ``Client``.
    """

    def __init__(self, url: str, token: str, patience: float = 0.0) -> None:
        self.notice: Callable[[str], None] = lambda _: None
        self._client = Client(
            lambda: find_address(url, token), patience, lambda text: self.notice(text)
        )
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()

    def __enter__(self) -> Self:
        self._runner.__enter__()
        self._runner.run(self._stack.enter_async_context(self._client))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._runner.run(self._stack.aclose())
        self._runner.__exit__(kind, error, trace)

    @property
    def client(self) -> Client:
        """The client, for the functions of ``cli.api``."""
        return self._client

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run one coroutine to its end."""
        return self._runner.run(work)


def out() -> Console:
    """Standard output for people. Nothing in it is markup."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """Standard error for people."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)
