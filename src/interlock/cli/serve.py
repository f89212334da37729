"""``interlock serve``: server and worker in one process, until a signal."""

import os
import secrets
import socket
from collections.abc import Mapping

import click
import msgspec
from msgspec.structs import replace

from interlock.cli.address import Address, remove_address, write_address
from interlock.cli.listen import Listener, open_socket
from interlock.cli.main import installed_version
from interlock.cli.program import DEMO
from interlock.cli.start import data_place, homely, start
from interlock.domain.members import Role
from interlock.settings import Settings, load_settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime
from interlock.wiring.web import LOCAL, make_app, make_sessions


@click.command()
@click.argument("program", default=DEMO, metavar="[MODULE:APP]")
@click.option("--host", help="The address to listen on; 127.0.0.1 by default.")
@click.option("--port", type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--token", help="The bearer token; a fresh one is made when it is left out.")
@click.option("--no-worker", is_flag=True, help="Serve only; workers elsewhere drive the runs.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON once ready.")
def serve(
    program: str, host: str | None, port: int | None, token: str | None, **flags: bool
) -> None:
    """Serve a program's agents; without one, the demo agents.

    Everything that is not said here comes from INTERLOCK_* variables and interlock.toml.
    """

    def settings() -> Settings:
        given = load_settings()
        return replace(
            given,
            host=given.host if host is None else host,
            port=given.port if port is None else port,
            token=token or given.token or secrets.token_urlsafe(24),
            role="server" if flags["no_worker"] else _serving(given.role),
        )

    async def main(app: Interlock, chosen: Settings, environment: Mapping[str, str]) -> None:
        await _serve(app, chosen, environment, as_json=flags["as_json"])

    start(program, settings, main)


def _serving(role: Role) -> Role:
    """A setting for workers that share a file with servers makes no server a worker."""
    return "both" if role == "worker" else role


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
                    if settings.auth == "local":
                        write_address(address)
                    link = f"{address.url}/#code={sessions.invite(LOCAL)}"
                    if settings.auth == "server":
                        address, link = Address(address.url, "", address.pid), address.url
                    click.echo(_ready(address, link, parts, as_json=as_json))
                    await listener.signalled()
                    click.echo("Stopping; running work is parked at a safe point.", err=True)
                    await parts.worker.park(settings.drain_seconds)
            finally:
                remove_address(address.pid)


def _url(listening: socket.socket) -> str:
    host, port = str(listening.getsockname()[0]), int(listening.getsockname()[1])
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not a bind
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _ready(address: Address, link: str, parts: Runtime, *, as_json: bool) -> str:
    agents = [agent.name for agent in parts.agents.all()]
    data = data_place(parts.settings)
    if as_json:
        ready = {
            "url": address.url,
            "token": address.token,
            "link": link,
            "pid": address.pid,
            "agents": agents,
            "database": data,
            "version": installed_version(),
        }
        return msgspec.json.encode(ready).decode()
    return (
        f"Interlock {installed_version()}\n"
        f"  open    {link}\n"
        f"  url     {address.url}\n"
        f"  token   {address.token or 'an API key: interlock admin init makes the first'}\n"
        f"  agents  {', '.join(agents)}\n"
        f"  data    {homely(data)}\n"
        f'Try: interlock run {agents[0] if agents else "AGENT"} "…"    Ctrl-C stops, twice at once.'
    )
