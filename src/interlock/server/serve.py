"""Listens, and stops in good order: no new requests, streams ended, the rest finished."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Generator

import uvicorn

from interlock.errors import ConfigError
from interlock.server.app import ServerApp
from interlock.server.protocol import Protocol

DRAIN_SECONDS = 5.0
"""How long requests that are under way may take at a stop."""

DEAD_MS = 60_000
"""A connection whose other side acknowledges nothing for so long is dropped by the kernel."""

_WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - to show a URL


async def serve(
    app: ServerApp,
    host: str,
    port: int,
    ready: Callable[[str], None],
    stop: asyncio.Event | None = None,
) -> None:
    """Serve until told to stop.

    Args:
        app: What to serve.
        host: The address to listen on.
        port: 0 takes a free one.
        ready: Told the server's URL once connections are taken.
        stop: Ends the server when it is set. None makes SIGINT and SIGTERM do that; a second
            SIGINT does not wait for requests that are under way.

    Raises:
        ConfigError: The address can't be listened on.
    """
    listener = _listen(host, port)
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(DRAIN_SECONDS),
    )
    url = _url(host, listener.getsockname()[1])
    server = _Server(config, app, lambda: ready(url))
    if stop is None:
        with _signals(server):
            await server.serve([listener])
        return
    async with asyncio.TaskGroup() as group:
        watch = group.create_task(_watch(stop, server))
        await server.serve([listener])
        watch.cancel()


class _Server(uvicorn.Server):
    """uvicorn's server without its signal handlers, which would end the process too early."""

    def __init__(self, config: uvicorn.Config, app: ServerApp, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.close_streams()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@contextlib.contextmanager
def _signals(server: uvicorn.Server) -> Generator[None]:
    loop = asyncio.get_running_loop()

    def interrupt() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    def terminate() -> None:
        server.should_exit = True

    loop.add_signal_handler(signal.SIGINT, interrupt)
    loop.add_signal_handler(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)


async def _watch(stop: asyncio.Event, server: uvicorn.Server) -> None:
    await stop.wait()
    server.should_exit = True


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)
        listener.bind((host.strip("[]"), port))
    except OSError as error:
        listener.close()
        text = (
            f"{host}:{port} can't be listened on ({error.strerror}). Choose another port or host."
        )
        raise ConfigError(text) from error
    return listener


def _url(host: str, port: int) -> str:
    name = _WILDCARDS.get(host, host).strip("[]")
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
