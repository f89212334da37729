"""``interlock serve``: server and worker in one process, until a signal."""

import asyncio
import gc
import os
import secrets
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec
import uvloop
from msgspec.structs import replace

from interlock.cli.address import Address, remove_address, write_address
from interlock.cli.exits import Trouble
from interlock.cli.listen import Listener, open_socket
from interlock.cli.main import installed_version
from interlock.cli.program import DEMO, load_program
from interlock.errors import ConfigError
from interlock.settings import Settings, load_settings, read_secrets
from interlock.wiring.app import Interlock
from interlock.wiring.logs import log_to
from interlock.wiring.registry import secrets_of
from interlock.wiring.runtime import Runtime, runtime
from interlock.wiring.web import LOCAL, make_app, make_sessions

GARBAGE = 10_000
"""New objects before the collector looks for cycles; a run leaves hundreds, and hardly a cycle."""


@click.command()
@click.argument("program", default=DEMO, metavar="[MODULE:APP]")
@click.option("--host", help="The address to listen on; 127.0.0.1 by default.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--token", help="The bearer token; a fresh one is made when it is left out.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON once ready.")
def serve(
    program: str, host: str | None, port: int | None, token: str | None, *, as_json: bool
) -> None:
    """Serve a program's agents; without one, the demo agents.

    Everything that is not said here comes from INTERLOCK_* variables and interlock.toml.
    """
    try:
        environment = read_secrets()
        given = load_settings()
        settings = replace(
            given,
            host=given.host if host is None else host,
            port=given.port if port is None else port,
            token=token or given.token or secrets.token_urlsafe(24),
        )
        log_to(sys.stderr, settings.log_level, [*secrets_of(environment), settings.token])
        app = load_program(program)
        _collect_seldom()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(app, settings, environment, as_json=as_json))
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    except OSError as error:
        text = f"The data directory can't be used: {error.strerror or error}."
        raise Trouble(text, "set INTERLOCK_DATA_DIR to a folder of yours", "data") from error


async def _serve(
    app: Interlock, settings: Settings, environment: Mapping[str, str], *, as_json: bool
) -> None:
    """Listen first: a port that is taken is said before any run is touched."""
    with open_socket(settings.host, settings.port) as listening:
        async with runtime(app, settings, environment=environment) as parts:
            address = Address(_url(listening), settings.token, os.getpid())
            sessions = make_sessions(parts)
            listener = Listener(make_app(parts, sessions=sessions), listening)
            try:
                async with listener:
                    write_address(address)
                    link = f"{address.url}/#code={sessions.invite(LOCAL)}"
                    click.echo(_ready(address, link, parts, as_json=as_json))
                    await listener.signalled()
                    click.echo("Stopping; running work is parked at a safe point.", err=True)
                    await parts.worker.park(settings.drain_seconds)
            finally:
                remove_address(address.pid)


def _collect_seldom() -> None:
    """Leave what was loaded out of every search for garbage, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)


def _url(listening: socket.socket) -> str:
    host, port = str(listening.getsockname()[0]), int(listening.getsockname()[1])
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not a bind
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _ready(address: Address, link: str, parts: Runtime, *, as_json: bool) -> str:
    agents = [agent.name for agent in parts.agents.all()]
    data = parts.settings.database()
    if as_json:
        ready = {
            "url": address.url,
            "token": address.token,
            "link": link,
            "pid": address.pid,
            "agents": agents,
            "database": str(data),
            "version": installed_version(),
        }
        return msgspec.json.encode(ready).decode()
    return (
        f"Interlock {installed_version()}\n"
        f"  open    {link}\n"
        f"  url     {address.url}\n"
        f"  token   {address.token}\n"
        f"  agents  {', '.join(agents)}\n"
        f"  data    {_homely(data)}\n"
        f'Try: interlock run {agents[0] if agents else "AGENT"} "…"    Ctrl-C stops, twice at once.'
    )


def _homely(path: Path) -> str:
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
