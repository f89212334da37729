"""Listening: a socket, uvicorn on it, and what signals do."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Generator
from types import FrameType, TracebackType
from typing import Any, Self

import uvicorn

from interlock.cli.address import remove_address
from interlock.cli.exits import Trouble
from interlock.cli.signals import Signals
from interlock.server.protocol import Protocol


def open_socket(host: str, port: int) -> socket.socket:
    """Bind an address.

    Raises:
        Trouble: It is taken, or is no address of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        text = f"Can't listen on {host}:{port}: {os.strerror(error.errno or 0)}."
        raise Trouble(text, "choose another --port, or 0 for a free one", "no_port") from error
    return listening


class Listener:
    """Serves an ASGI application while its block runs.

    The first SIGINT or SIGTERM ends ``signalled``; the second ends the process at once, which
    costs nothing but time: the next start goes on from the log.

    Args:
        app: The application. Its ``close_streams`` is called before the last connections close.
        listening: A bound socket.
    """

    def __init__(self, app: Any, listening: socket.socket) -> None:  # noqa: ANN401 - ASGI
        self._app = app
        self._socket = listening
        config = uvicorn.Config(
            app,
            http=Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        self._server = _Quiet(config)
        self._signals: Signals | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._signals = Signals(lambda: remove_address(os.getpid()))
        self._task = asyncio.get_running_loop().create_task(self._server.serve([self._socket]))
        await self._server.ready.wait()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._app.close_streams()
        self._server.should_exit = True
        if self._task is not None:
            await self._task

    async def signalled(self) -> None:
        """Wait for the first signal."""
        if self._signals is not None:
            await self._signals.first()


class _Quiet(uvicorn.Server):
    """Leaves signals to us, and says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Capture none."""
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Never called."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        self.ready.set()
