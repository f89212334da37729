"""A listener of its own for Prometheus: for workers, which serve nobody else."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from interlock.errors import ConfigError
from interlock.traces.series import CONTENT_TYPE


@asynccontextmanager
async def listening(address: str, render: Callable[[], Awaitable[bytes]]) -> AsyncGenerator[None]:
    """Answer ``GET /metrics`` while the block runs, to whoever reaches the address.

    Args:
        address: ``host:port``.
        render: Makes the text.

    Raises:
        ConfigError: The address is none, or taken.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ConfigError("INTERLOCK_METRICS_LISTEN must look like 127.0.0.1:9464")

    async def answer(_request: web.Request) -> web.Response:
        headers = {"content-type": CONTENT_TYPE.decode(), "cache-control": "no-store"}
        return web.Response(body=await render(), headers=headers)

    app = web.Application()
    app.router.add_get("/metrics", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await _listen(runner, host.strip("[]"), int(port))
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except (OSError, OverflowError) as error:
        text = f"Metrics can't be served on {host}:{port}: choose another INTERLOCK_METRICS_LISTEN."
        raise ConfigError(text) from error
