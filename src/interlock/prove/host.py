"""A server on a socket that is already open, as ``interlock serve`` sets it up, in a process that
is going to be killed."""

import asyncio
import os
import socket
from importlib import import_module
from pathlib import Path

import uvicorn
import uvloop
from msgspec import json

from interlock.domain.principals import Principal
from interlock.prove.orders import TOKENS, Hosting, Word
from interlock.server.protocol import Protocol
from interlock.settings import Settings
from interlock.wiring.runtime import runtime
from interlock.wiring.web import LOCAL, make_app

GUESTS = {
    TOKENS["reader"]: Principal(LOCAL.tenant, LOCAL.user),
    TOKENS["stranger"]: Principal("elsewhere", LOCAL.user, LOCAL.roles),
}


def host(order: Hosting) -> None:
    """Serve until killed. Says ``ready`` on standard output once requests are answered."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_host(order))


async def _host(order: Hosting) -> None:
    module, _, name = order.program.partition(":")
    app = getattr(import_module(module), name)(order.witness)
    settings = Settings(data_dir=str(Path(order.folder)), token=TOKENS["owner"])
    async with runtime(app, settings, environment={}) as parts:
        config = uvicorn.Config(
            make_app(parts, GUESTS),
            http=Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
        )
        server = _Quiet(config)
        await server.serve([socket.socket(fileno=order.listening)])


class _Quiet(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        os.write(1, json.encode(Word("ready")) + b"\n")
