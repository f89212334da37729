"""``interlock worker``: drives runs, and serves nobody."""

import os
from collections.abc import Mapping

import click
import msgspec
from msgspec.structs import replace

from interlock.cli.main import installed_version
from interlock.cli.options import json_option
from interlock.cli.program import DEMO
from interlock.cli.signals import Signals
from interlock.cli.start import data_place, homely, start
from interlock.settings import Settings, load_settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime


@click.command()
@click.argument("program", default=DEMO, metavar="[MODULE:APP]")
@json_option
def worker(program: str, *, as_json: bool) -> None:
    """Drive the runs of a program, without serving it: for installations of many processes.

    It needs PostgreSQL, and the same program as the servers. Everything comes from INTERLOCK_*
    variables and interlock.toml.
    """

    async def work(app: Interlock, settings: Settings, environment: Mapping[str, str]) -> None:
        signals = Signals()
        async with runtime(app, settings, environment=environment) as parts:
            click.echo(_ready(parts, as_json=as_json))
            await signals.first()
            click.echo("Stopping; running work is left to the other workers.", err=True)
            await parts.worker.park(settings.drain_seconds)

    start(program, lambda: replace(load_settings(), role="worker"), work)


def _ready(parts: Runtime, *, as_json: bool) -> str:
    agents = [agent.name for agent in parts.agents.all()]
    if as_json:
        ready = {"pid": os.getpid(), "agents": agents, "version": installed_version()}
        return msgspec.json.encode(ready).decode()
    return (
        f"Interlock {installed_version()}, a worker\n"
        f"  agents  {', '.join(agents)}\n"
        f"  data    {homely(data_place(parts.settings))}\n"
        f"  runs    {parts.worker.capacity} at the same time\n"
        "Ctrl-C stops, twice at once."
    )
