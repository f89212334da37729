"""``interlock workers``: which processes work here, and how they stand."""

import click
from msgspec import Struct

from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.domain.members import MemberState, Role
from interlock.domain.work import Counts

COLUMNS = ("process", "state", "role", "version", "host", "runs", "heard", "idle")


class Process(Struct, frozen=True, kw_only=True):
    """A process as the server shows it."""

    id: str
    state: MemberState
    role: Role
    host: str
    pid: int
    version: str
    started_at: int
    seen_ms_ago: int
    in_flight: int
    capacity: int
    draining: bool
    idle_ms: int
    stalled_ms: int


class Processes(Struct, frozen=True):
    """All processes, and the queue; ``whole``: false while only the server itself is known."""

    workers: list[Process]
    queue: Counts
    whole: bool


@click.command()
@json_option
@server_options
def workers(url: str, token: str, *, as_json: bool) -> None:
    """List the processes of the installation: old and new versions, zombies, and lost ones."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/workers", Processes))
    if as_json:
        print_json(found)
        return
    rows = [
        (
            one.id,
            one.state,
            one.role,
            one.version,
            f"{one.host} {one.pid}",
            f"{one.in_flight}/{one.capacity}" if one.capacity else "-",
            _ago(one.seen_ms_ago),
            _ago(one.idle_ms) if one.in_flight else "-",
        )
        for one in found.workers
    ]
    show_table(out(), COLUMNS, rows, "No process is known.")
    queue = found.queue
    text = f"{queue.waiting} waiting, {queue.taken} at work, {queue.set_aside} set aside"
    click.echo(f"queue: {text}", err=True)
    if not found.whole:
        click.echo("Only this server is known: Redis is away, or not used.", err=True)


def _ago(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
