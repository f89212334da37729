"""``interlock schedule``: what runs by itself, and when."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import click
from msgspec import Struct

from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.plain import plain
from interlock.cli.session import Session, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.when import MOMENT, SPAN
from interlock.cli.words import moment
from interlock.domain.messages import Json
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule, Slot, Timing

P = ParamSpec("P")
T = TypeVar("T")


class Schedules(Struct, frozen=True):
    """Schedules, newest first."""

    schedules: list[Schedule]


class Slots(Struct, frozen=True):
    """Slots, latest first."""

    slots: list[Slot]


class Coming(Struct, frozen=True):
    """The next times, ms since the epoch."""

    slots: list[int]


@click.group(cls=ListByDefault)
def schedule() -> None:
    """Let agents run by themselves: make, see, stop and fire schedules."""


def when_options(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command that is told when: one of ``--cron``, ``--every`` and ``--at``."""
    cron = click.option("--cron", help='Five fields, such as "30 7 * * 1-5", or @daily …')
    zone = click.option("--zone", help="The time zone of --cron, such as Europe/Berlin; UTC.")
    every = click.option("--every", type=SPAN, help="From run to run: 90s, 15m, 2h, 1d.")
    at = click.option("--at", type=MOMENT, help="Once, at a time such as 2026-12-01T09:00.")
    return cron(zone(every(at(command))))


def what_options(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command that says how a schedule behaves."""
    thread = click.option("--thread", "thread_id", help="Run in this conversation of yours.")
    hook = click.option("--webhook", "hook_id", help="Send results to this webhook.")
    missed = click.option(
        "--missed", type=click.Choice(["skip", "once", "all"]), help="Times that nobody served."
    )
    overlap = click.option(
        "--overlap",
        type=click.Choice(["allow", "skip", "queue"]),
        help="While the run before is not over.",
    )
    jitter = click.option("--jitter", type=SPAN, help="Spread the load: up to so much later.")
    return thread(hook(missed(overlap(jitter(command)))))


@schedule.command("list")
@json_option
@server_options
def list_schedules(url: str, token: str, *, as_json: bool) -> None:
    """List schedules, newest first."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/schedules", Schedules, {"limit": "200"}))
    if as_json:
        print_json(found)
        return
    rows = [
        (one.id, one.name, one.agent, timing_words(one.timing), _next(one))
        for one in found.schedules
    ]
    columns = ("schedule", "name", "agent", "when", "next")
    show_table(out(), columns, rows, "Nothing runs by itself yet.")


@schedule.command()
@click.argument("name")
@click.argument("message")
@click.option("--agent", required=True, help="Who gets the message.")
@when_options
@what_options
@json_option
@server_options
def add(url: str, token: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - what click found
    """Make a schedule: an agent gets MESSAGE at its times, in your name."""
    with Session(url, token) as session:
        made = session.do(session.client.post("/v1/schedules", _given(wanted), Schedule))
    _tell(made, "is made", as_json=as_json)


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@click.option("--name", help="Call it so.")
@click.option("--message", help="Tell the agent this.")
@click.option("--agent", help="Let this agent do it.")
@when_options
@what_options
@json_option
@server_options
def edit(schedule_id: str, url: str, token: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - what click found
    """Change a schedule. What is not named stays."""
    path = f"/v1/schedules/{schedule_id}"
    with Session(url, token) as session:
        edited = session.do(session.client.patch(path, _given(wanted), Schedule))
    _tell(edited, "is changed", as_json=as_json)


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@json_option
@server_options
def show(schedule_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Show one schedule and its next times."""
    path = f"/v1/schedules/{schedule_id}"
    with Session(url, token) as session:
        one = session.do(session.client.get(path, Schedule))
        coming = session.do(session.client.get(f"{path}/preview", Coming))
    if as_json:
        print_json({"schedule": one, "coming": coming.slots})
        return
    lines = [f"{one.id}  {one.name}", f"agent    {one.agent}, for {one.user}"]
    lines.append(f"when     {timing_words(one.timing)}")
    lines.append(f"rules    missed: {one.missed}, overlap: {one.overlap}, jitter: {one.jitter} s")
    lines += [f"thread   {one.thread_id}"] if one.thread_id else []
    lines += [f"webhook  {one.hook_id}"] if one.hook_id else []
    lines += [f"paused   {one.paused_why or 'by hand'}"] if one.paused else []
    lines += [f"next     {moment(slot)}" for slot in coming.slots]
    lines.append(f"message  {one.message}")
    click.echo(plain("\n".join(lines)))


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@json_option
@server_options
def pause(schedule_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Let it fire no more."""
    _do(schedule_id, "pause", (url, token), as_json=as_json)


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@json_option
@server_options
def resume(schedule_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Let it fire again, from now on."""
    _do(schedule_id, "resume", (url, token), as_json=as_json)


@schedule.command("run")
@click.argument("schedule_id", metavar="ID")
@json_option
@server_options
def run_now(schedule_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Fire it now, whatever its time."""
    with Session(url, token) as session:
        path = f"/v1/schedules/{schedule_id}/run"
        run = session.do(session.client.post(path, {}, Run))
    if as_json:
        print_json(run)
        return
    click.echo(f"{run.id} begins in {run.thread_id}; look at it: interlock runs show {run.id}")


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@json_option
@server_options
def slots(schedule_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Show what became of its times, latest first."""
    with Session(url, token) as session:
        path = f"/v1/schedules/{schedule_id}/slots"
        found = session.do(session.client.get(path, Slots))
    if as_json:
        print_json(found)
        return
    rows = [(moment(one.slot), one.state, _why(one), one.run_id) for one in found.slots]
    show_table(out(), ("time", "state", "why", "run"), rows, "It has not come due yet.")


@schedule.command("next")
@when_options
@click.option("--count", default=5, help="How many.")
@json_option
@server_options
def next_times(url: str, token: str, *, as_json: bool, **wanted: Any) -> None:  # noqa: ANN401 - what click found
    """Show when something would fire, before it is made."""
    with Session(url, token) as session:
        coming = session.do(session.client.post("/v1/schedules/preview", _given(wanted), Coming))
    if as_json:
        print_json(coming)
        return
    for slot in coming.slots:
        click.echo(moment(slot))


@schedule.command()
@click.argument("schedule_id", metavar="ID")
@server_options
def remove(schedule_id: str, url: str, token: str) -> None:
    """Forget a schedule. Its runs and conversations stay."""
    with Session(url, token) as session:
        session.do(session.client.delete(f"/v1/schedules/{schedule_id}"))
    click.echo(f"removed: {schedule_id}")


def timing_words(timing: Timing) -> str:
    """When, on one line."""
    if timing.cron:
        return f"{timing.cron} {timing.zone}"
    if timing.every:
        return f"every {timing.every} s"
    return f"once at {moment(timing.at)}"


def _given(wanted: dict[str, Any]) -> dict[str, Json]:
    return {name: value for name, value in wanted.items() if value is not None}


def _do(schedule_id: str, verb: str, server: tuple[str, str], *, as_json: bool) -> None:
    with Session(*server) as session:
        path = f"/v1/schedules/{schedule_id}/{verb}"
        after = session.do(session.client.post(path, {}, Schedule))
    _tell(after, "is paused" if after.paused else "goes on", as_json=as_json)


def _tell(one: Schedule, what: str, *, as_json: bool) -> None:
    if as_json:
        print_json(one)
        return
    click.echo(f"{one.id} {what}; next: {_next(one)}")


def _next(one: Schedule) -> str:
    if one.paused:
        return "paused"
    return moment(one.next_at) if one.next_at else "over"


def _why(slot: Slot) -> str:
    words = "by hand" if slot.manual else slot.why
    return f"{words} ({slot.passed} times)" if slot.passed > 1 else words
