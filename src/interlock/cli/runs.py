"""``interlock runs``: what was done, is being done, and why."""

from contextlib import aclosing

import click

from interlock.cli import api
from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.plain import plain
from interlock.cli.replay import in_order, replay
from interlock.cli.session import PATIENCE, Session, err, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.words import moment
from interlock.domain.events import Event


@click.group(cls=ListByDefault)
def runs() -> None:
    """Look at runs, stop them, and replay them."""


@runs.command("list")
@click.option("--thread", default="", metavar="ID", help="Only those of one conversation.")
@json_option
@server_options
def list_runs(thread: str, url: str, token: str, *, as_json: bool) -> None:
    """List runs, newest first."""
    query = {"thread_id": thread} if thread else {}
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/runs", api.Runs, query))
    if as_json:
        print_json(found)
        return
    rows = [
        (run.id, run.agent, run.status, moment(run.created_at), run.code or run.brake)
        for run in found.runs
    ]
    show_table(out(), ("run", "agent", "status", "began", "why"), rows, "No runs yet.")


@runs.command()
@click.argument("run_id", metavar="ID")
@json_option
@server_options
def show(run_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Show one run: how it stands, what it waits for, its last words."""
    with Session(url, token) as session:
        seen = session.do(api.run_view(session.client, run_id))
    if as_json:
        print_json(seen)
        return
    run = seen.run
    lines = [f"{run.id}  {run.agent}  {run.status}", f"thread   {run.thread_id}"]
    lines.append(f"began    {moment(run.created_at)} over {run.channel}")
    lines += [f"ended    {moment(run.ended_at)}"] if run.ended_at else []
    lines += [f"why      {run.text or run.code or run.brake}"] if run.code or run.brake else []
    lines.append(f"tokens   {run.usage.input_tokens} in, {run.usage.output_tokens} out")
    lines += [f"waits    {one.interrupt.id}  {one.interrupt.question}" for one in seen.open]
    lines += [f"said     {seen.text}"] if seen.text else []
    click.echo(plain("\n".join(lines)))


@runs.command()
@click.argument("run_id", metavar="ID")
@click.option("--follow", is_flag=True, help="Go on until the run ends.")
@click.option("--after", default=0, metavar="SEQ", help="Only events with a greater number.")
@server_options
def events(run_id: str, url: str, token: str, after: int, *, follow: bool) -> None:
    """Print a run's events as JSON lines, each once and in order."""
    with Session(url, token, PATIENCE if follow else 0) as session:
        session.notice = lambda text: click.echo(text, err=True)
        if follow:
            session.do(_follow(session, run_id, after))
            return
        for event in session.do(api.events_of(session.client, run_id, after)):
            print_json(event)


async def _follow(session: Session, run_id: str, after: int) -> None:
    async with aclosing(session.client.follow(run_id, after)) as found:
        async for event in found:
            print_json(event)


@runs.command()
@click.argument("run_id", metavar="ID")
@click.option("--reason", default="", help="Why; the log keeps it.")
@json_option
@server_options
def cancel(run_id: str, reason: str, url: str, token: str, *, as_json: bool) -> None:
    """Stop a run. What it has done stays done, and what it has said is kept."""
    with Session(url, token) as session:
        run = session.do(api.cancel(session.client, run_id, reason))
    if as_json:
        print_json(run)
    elif run.ended_at:
        click.echo(f"{run.id} is over already: {run.status}")
    else:
        click.echo(f"{run.id} is told to stop")


@runs.command("replay")
@click.argument("run_id", metavar="ID")
@json_option
@server_options
@click.pass_context
def replay_run(ctx: click.Context, run_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Fold a turn's log anew, up to this run, and show that it gives the same decisions."""
    with Session(url, token) as session:
        log = session.do(_turn_log(session, run_id))
    decisions = replay(log)
    other = [decision for decision in decisions if not decision.same]
    if as_json:
        print_json({"events": len(log), "decisions": decisions, "same": not other})
    else:
        rows = [
            (f"{one.seq}", one.fact, one.step, "same" if one.same else "DIFFERENT")
            for one in decisions
        ]
        show_table(out(), ("seq", "in the log", "decided anew", ""), rows, "No decisions.")
        err().print(f"{len(log)} events, {len(decisions)} decisions, {len(other)} different")
    ctx.exit(1 if other else 0)


async def _turn_log(session: Session, run_id: str) -> list[Event]:
    """The events of the run's turn, up to and with this run."""
    run = (await api.run_view(session.client, run_id)).run
    query = {"thread_id": run.thread_id, "limit": "200"}
    found = (await session.client.get("/v1/runs", api.Runs, query)).runs
    turn = [one for one in found if one.turn_id == run.turn_id and one.created_at <= run.created_at]
    logs = [(one.created_at, await api.events_of(session.client, one.id)) for one in turn]
    return in_order(logs)
