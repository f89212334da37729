"""A process that is going to be killed: a server as ``interlock serve`` sets it up on a socket that
is already open, or a server or worker of a cluster."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Callable, Generator
from importlib import import_module

import uvicorn
import uvloop
from msgspec import json
from msgspec.structs import replace

from interlock.domain.principals import Principal
from interlock.ports import Clock
from interlock.prove.orders import TOKENS, Hosting, Part, Word
from interlock.prove.skew import Skew
from interlock.server.protocol import Protocol
from interlock.settings import Settings
from interlock.wiring.runtime import Runtime, runtime
from interlock.wiring.skewed import skewed_clock
from interlock.wiring.web import LOCAL, make_app

GUESTS = {
    TOKENS["reader"]: Principal(LOCAL.tenant, LOCAL.user),
    TOKENS["stranger"]: Principal("elsewhere", LOCAL.user, LOCAL.roles),
}
DRAIN_SECONDS = 1.0
QUIET = "critical"
"""A cluster that is broken all the time has much to say; ``INTERLOCK_LOG_LEVEL`` lets it."""


def host(order: Hosting, name: str) -> None:
    """Work until killed, or told to stop. Says ``ready`` on standard output once it works."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_host(order, name))


async def _host(order: Hosting, name: str) -> None:
    module, _, function = order.program.partition(":")
    app = getattr(import_module(module), function)(order.witness)
    settings = Settings(data_dir=order.folder, token=TOKENS["owner"], drain_seconds=DRAIN_SECONDS)
    clock: Clock | None = None
    if order.part is not None:
        settings = _of_cluster(settings, order.part)
        logging.basicConfig(level=os.environ.get("INTERLOCK_LOG_LEVEL", QUIET).upper())
        clock = skewed_clock(Skew(order.part.skew).read)
    async with runtime(app, settings, clock, environment={}) as parts:
        if order.listening < 0:
            await _until_told(name)
        else:
            await _serve(parts, order.listening, name)


def _of_cluster(settings: Settings, part: Part) -> Settings:
    return replace(
        settings,
        role=part.role,
        worker_id=part.name,
        database_url=part.database,
        redis_url=part.redis,
        lease_seconds=part.lease_seconds,
        # The experiment kills more often in a minute than a year does.
        max_attempts=0,
        webhooks_private=True,
    )


async def _until_told(name: str) -> None:
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    _say_ready(name)
    await told.wait()


async def _serve(parts: Runtime, listening: int, name: str) -> None:
    app = make_app(parts, GUESTS)
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = _Quiet(config, name, app.close_streams)
    serving = asyncio.get_running_loop().create_task(
        server.serve([socket.socket(fileno=listening)])
    )
    try:
        await asyncio.shield(serving)
    finally:
        # Also when a part broke: nobody is answered while the store closes.
        server.stop()
        await serving


class _Quiet(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, name: str, close_streams: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._name = name
        self._close_streams = close_streams

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop when told to; uvicorn would send itself the signal again afterwards."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.stop)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        _say_ready(self._name)

    def stop(self) -> None:
        """Take no more, and end in good order."""
        self._close_streams()
        self.should_exit = True


def _say_ready(name: str) -> None:
    os.write(1, json.encode(Word("ready", name=name)) + b"\n")
