"""``interlock stats`` and ``interlock tools``: how much is wrong, and where it is slow."""

from collections.abc import Sequence

import click
from msgspec import Struct

from interlock.cli.options import json_option, server_options
from interlock.cli.session import Session, err, out
from interlock.cli.span import last_option, since
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.cli.usage import usd
from interlock.cli.words import now_ms, span
from interlock.domain.dashboard import Dashboard, RouteLine, Totals
from interlock.domain.dashboard import ToolLine as Line
from interlock.domain.histogram import Spread

COLUMNS = (
    "tool",
    "offered",
    "chosen",
    "wrong args",
    "refused",
    "asked",
    "yes",
    "edited",
    "no",
    "done",
    "failed",
    "p95",
)


ROUTES = ("agent", "first choice", "calls", "answered", "elsewhere", "unanswered")


class Recounting(Struct, frozen=True):
    """How many runs are counted again."""

    runs: int


class Tools(Struct, frozen=True):
    """A line for each tool."""

    since: int
    until: int
    error: float
    tools: list[Line]


@click.command()
@last_option
@click.option("--agent", default="", help="Only this agent.")
@click.option("--version", default="", help="Only this version of it.")
@click.option("--recount", is_flag=True, help="Count all runs again from the log, and say no more.")
@json_option
@server_options
def stats(url: str, token: str, *, as_json: bool, recount: bool, **wanted: str) -> None:
    """Show the dashboard: what ended how, what is slow, what it cost; of the last 24 hours."""
    if recount:
        with Session(url, token) as session:
            begun = session.do(session.client.post("/v1/dashboard/recount", {}, Recounting))
        if as_json:
            print_json(begun)
        else:
            click.echo(f"{begun.runs} runs are counted again, in the background.")
        return
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/dashboard", Dashboard, _query(wanted)))
    if as_json:
        print_json(found)
        return
    _show_totals(found)
    _show_tables(found)


@click.command()
@last_option
@click.option("--agent", default="", help="Only this agent.")
@json_option
@server_options
def tools(url: str, token: str, *, as_json: bool, **wanted: str) -> None:
    """Show each tool in one line: offered, chosen, asked, and what became of it."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/tools/stats", Tools, _query(wanted)))
    if as_json:
        print_json(found)
        return
    show_table(out(), COLUMNS, [_tool(line) for line in found.tools], "No tool was offered.")


def _query(wanted: dict[str, str]) -> dict[str, str]:
    now = now_ms()
    until = {"since": str(since(wanted.pop("last"), now)), "until": str(now)}
    return {**until, **{name: value for name, value in wanted.items() if value}}


def _show_totals(found: Dashboard) -> None:
    one: Totals = found.totals
    counts: list[tuple[str, int, int]] = [
        ("runs failed", one.failed, one.runs),
        ("runs stopped", one.cancelled, one.runs),
        ("model calls failed", one.model_failed, one.model_calls),
        ("answered by a fallback", one.fallback, one.model_calls),
        ("held by a quota", one.held, one.model_calls),
        ("tool calls with wrong arguments", one.invalid, one.tool_calls),
        ("tool calls refused", one.refused, one.tool_calls),
        ("tool calls rejected", one.rejected, one.tool_calls),
        ("tool calls failed", one.tool_failed, one.tool_calls),
        ("tool calls of unknown outcome", one.indeterminate, one.tool_calls),
        *((f"brake {name}", count, one.runs) for name, count in sorted(found.brakes.items())),
    ]
    rows = [(name, f"{count:,}", f"of {whole:,}") for name, count, whole in counts if whole]
    show_table(out(), ("what went wrong", "", ""), rows, "Nothing happened in this time.")
    err().print(
        f"cost: {usd(one.cost)} USD" + (f", {one.unpriced} unpriced" if one.unpriced else "")
    )
    err().print(f"waited for people: {_times(one.waited)} in {one.waited.count} answers")
    if found.waiting:
        err().print(f"{found.waiting} runs are over and not counted yet")


def _show_tables(found: Dashboard) -> None:
    agents = [
        (
            line.agent,
            line.version,
            f"{line.runs:,}",
            f"{line.failed:,}",
            *_both(line.took),
            usd(line.cost),
        )
        for line in found.agents
    ]
    columns = ("agent", "version", "runs", "failed", "p50", "p95", "USD")
    models = [
        (
            line.model,
            f"{line.calls:,}",
            f"{line.failed:,}",
            *_both(line.took),
            *_both(line.first_token),
            usd(line.cost),
        )
        for line in found.models
    ]
    more = ("model", "calls", "failed", "p50", "p95", "first token p50", "p95", "USD")
    tables = (columns, agents), (more, models), (ROUTES, [_route(line) for line in found.routes])
    for names, rows in tables:
        if rows:
            click.echo()
            show_table(out(), names, rows, "")


def _tool(line: Line) -> Sequence[str]:
    counts = (
        line.offered,
        line.chosen,
        line.invalid,
        line.refused,
        line.asked,
        line.approved,
        line.edited,
        line.rejected,
        line.done,
        line.failed,
    )
    return line.tool, *(f"{count:,}" for count in counts), _time(line.took.p95)


def _route(line: RouteLine) -> Sequence[str]:
    return (
        line.agent,
        line.choice,
        f"{line.calls:,}",
        _share(line.first, line.calls),
        _reasons(line.elsewhere, line.calls),
        _reasons(line.unanswered, line.calls),
    )


def _reasons(counts: dict[str, int], whole: int) -> str:
    """The share of each reason: "overloaded 1.5 %, rate_limit 0.5 %"."""
    return ", ".join(f"{reason} {_share(count, whole)}" for reason, count in counts.items()) or "–"


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:.1f} %" if whole else "–"


def _both(spread: Spread) -> tuple[str, str]:
    return _time(spread.p50), _time(spread.p95)


def _times(spread: Spread) -> str:
    return f"p50 {_time(spread.p50)}, p95 {_time(spread.p95)}"


def _time(ms: int | None) -> str:
    if ms is None:
        return "–"
    if ms < 1_000:
        return f"{ms} ms"
    return f"{ms / 1_000:.1f} s" if ms < 60_000 else span(ms / 1_000)
