"""``interlock usage``: what was used, what it cost, and whether the books are right."""

from decimal import Decimal
from pathlib import Path

import click
from msgspec import Struct

from interlock.cli.exits import Trouble
from interlock.cli.options import ListByDefault, json_option, server_options
from interlock.cli.session import Session, err, out
from interlock.cli.table import show_table
from interlock.cli.turn import print_json
from interlock.domain.invoice import Charge, compare, days_of, read_invoice
from interlock.domain.ledger import Entry
from interlock.domain.report import Report, Sum
from interlock.errors import Invalid


class Rows(Struct, frozen=True):
    """The rows of a run, and their sum."""

    rows: list[Entry]
    cost: Decimal
    partial: bool


class Change(Struct, frozen=True, kw_only=True):
    """An attempt that would cost something else today."""

    run_id: str
    call_index: int
    attempt: int
    model: str
    new: Decimal
    old: Decimal | None = None


class Repricing(Struct, frozen=True):
    """What would differ, or does."""

    changes: list[Change]
    difference: Decimal
    written: bool


class Booked(Struct, frozen=True):
    """What was booked by day of UTC and model."""

    days: list[Sum]


class Difference(Struct, frozen=True):
    """Something that is kept and does not follow from the events."""

    what: str
    where: str
    kept: str
    right: str


class Recounted(Struct, frozen=True):
    """All of them."""

    differences: list[Difference]


class Zone(Struct, frozen=True):
    """A time zone."""

    zone: str


@click.group(cls=ListByDefault)
def usage() -> None:
    """See what was used and what it cost; reprice, reconcile and recount it."""


@usage.command("list")
@click.option("--from", "first", default="", metavar="DAY", help="From this day; the 1st of now.")
@click.option("--to", "last", default="", metavar="DAY", help="To this day, inclusive; today.")
@click.option(
    "--by", default="day", help="day, month, user, agent, role, provider, model, kind, outcome."
)
@click.option("--user", default="", help="Only this user.")
@click.option("--agent", default="", help="Only this agent.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a table for a spreadsheet.")
@json_option
@server_options
def show(url: str, token: str, *, as_json: bool, as_csv: bool, **wanted: str) -> None:
    """Show the report of some days; this month by default."""
    words = {"from": wanted["first"], "to": wanted["last"], "by": wanted["by"]}
    query = {**words, "user": wanted["user"], "agent": wanted["agent"]}
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/usage", Report, query))
    if as_json:
        print_json(found)
    elif as_csv:
        _print_csv(found)
    else:
        _show(found)


@usage.command()
@click.argument("run_id", metavar="ID")
@json_option
@server_options
def run(run_id: str, url: str, token: str, *, as_json: bool) -> None:
    """Show the ledger of one run: a row an attempt."""
    with Session(url, token) as session:
        found = session.do(session.client.get(f"/v1/runs/{run_id}/usage", Rows))
    if as_json:
        print_json(found)
        return
    rows = [
        (
            f"{row.call_index}.{row.attempt}" + (f" r{row.revision}" if row.revision else ""),
            f"{row.provider}:{row.model}",
            row.why or ("fallback" if row.fallback and row.outcome == "ok" else row.outcome),
            f"{row.tokens.total:,}",
            usd(row.cost) + (" estimated" if row.source == "estimated" else ""),
        )
        for row in found.rows
    ]
    show_table(out(), ("call", "model", "outcome", "tokens", "USD"), rows, "Nothing was booked.")
    err().print(f"{usd(found.cost)} USD{' and calls without a price' if found.partial else ''}")


@usage.command()
@click.option("--dry-run", is_flag=True, help="Change nothing: show what would differ.")
@click.option("--yes", is_flag=True, help="Book the differences as corrections.")
@json_option
@server_options
def reprice(url: str, token: str, *, as_json: bool, dry_run: bool, yes: bool) -> None:
    """Compare booked calls with the prices that are known now, for the days of the calls."""
    if dry_run == yes:
        raise Trouble("Say --dry-run to look, or --yes to book corrections.", code="usage")
    with Session(url, token) as session:
        body = {"dry_run": dry_run}
        found = session.do(session.client.post("/v1/usage/reprice", body, Repricing))
    if as_json:
        print_json(found)
        return
    rows = [
        (one.run_id, f"{one.call_index}.{one.attempt}", one.model, usd(one.old), usd(one.new))
        for one in found.changes
    ]
    show_table(out(), ("run", "call", "model", "booked", "now"), rows, "Nothing would differ.")
    if rows:
        done = "booked as corrections" if found.written else "nothing was changed"
        err().print(f"{len(rows)} calls, {usd(found.difference)} USD; {done}")


@usage.command()
@click.argument("invoice", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--provider", default="", help="Only calls of this provider.")
@json_option
@server_options
@click.pass_context
def reconcile(
    ctx: click.Context, invoice: Path, provider: str, url: str, token: str, *, as_json: bool
) -> None:
    """Lay a provider's cost export beside the ledger. Exit code 1 when they differ."""
    charges = _charges(invoice)
    since, until = days_of(charges)
    query = {"since": str(since), "until": str(until), "provider": provider}
    with Session(url, token) as session:
        booked = session.do(session.client.get("/v1/usage/invoice", Booked, query))
    found = compare(charges, booked.days)
    other = [one for one in found if one.state != "same"]
    if as_json:
        print_json({"lines": found, "same": not other})
    else:
        rows = [
            (one.day, one.model, usd(one.invoice), usd(one.ledger), usd(one.difference), one.state)
            for one in found
        ]
        columns = ("day", "model", "invoice", "ledger", "difference", "")
        show_table(out(), columns, rows, "The invoice is empty.")
        left = sum((one.difference for one in found), Decimal(0))
        err().print(f"{len(other)} of {len(found)} lines differ, by {usd(left)} USD in all")
    ctx.exit(1 if other else 0)


@usage.command()
@json_option
@server_options
@click.pass_context
def recount(ctx: click.Context, url: str, token: str, *, as_json: bool) -> None:
    """Count the ledger anew from the events. Exit code 1 when something differs."""
    with Session(url, token) as session:
        found = session.do(session.client.get("/v1/usage/recount", Recounted))
    if as_json:
        print_json(found)
    else:
        rows = [(one.what, one.where, one.kept, one.right) for one in found.differences]
        columns = ("what", "where", "kept", "from the events")
        show_table(out(), columns, rows, "The ledger is what the events say.")
    ctx.exit(1 if found.differences else 0)


@usage.command()
@click.argument("name", metavar="ZONE")
@json_option
@server_options
def zone(name: str, url: str, token: str, *, as_json: bool) -> None:
    """Choose the time zone in which days begin, for what is booked from now on."""
    with Session(url, token) as session:
        found = session.do(session.client.put("/v1/usage/zone", {"zone": name}, Zone))
    if as_json:
        print_json(found)
    else:
        click.echo(f"Days begin at midnight in {found.zone} from now on.")


def usd(amount: Decimal | None) -> str:
    """Money for people: at least cents, never an exponent; "unpriced" when nobody knows."""
    if amount is None:
        return "unpriced"
    cents = amount.quantize(Decimal("0.01"))
    return format(cents if cents == amount else amount, "f")


def _charges(invoice: Path) -> list[Charge]:
    try:
        return read_invoice(invoice.read_text(encoding="utf-8-sig").splitlines())
    except (Invalid, UnicodeError) as error:
        text = error.text if isinstance(error, Invalid) else "The invoice is no text."
        raise Trouble(text, code="bad_invoice") from error


def _name(group: Sum) -> str:
    names = (group.day, group.user, group.agent, group.role, group.provider, group.model)
    outcome = "fallback" if group.fallback and group.outcome == "ok" else group.outcome
    return " ".join(name for name in (*names, group.kind, outcome) if name) or "all"


def _show(found: Report) -> None:
    rows = [_cells(_name(group), group) for group in found.groups]
    columns = (", ".join(found.by) or "all", "calls", "tokens in", "tokens out", "USD", "")
    total = _cells("total", found.total)
    show_table(out(), columns, [*rows, total] if rows else [], "Nothing was used in these days.")
    lines = [
        ("lost in failures and stops", usd(found.lost.cost)),
        ("spent on fallbacks", usd(found.fallback.cost)),
        ("a run", "–" if found.per_run is None else usd(found.per_run)),
        ("an active user", "–" if found.per_user is None else usd(found.per_user)),
        (
            "business actions a dollar",
            "–" if found.actions_per_usd is None else f"{found.actions_per_usd:.2f}",
        ),
    ]
    for words, figure in lines:
        err().print(f"{words}: {figure}")
    if found.partial:
        err().print(f"{found.total.unpriced} calls have no price: the cost is too low")


def _cells(name: str, one: Sum) -> tuple[str, ...]:
    tokens = one.tokens
    read = tokens.input_tokens + tokens.cached_tokens + tokens.cache_write_tokens
    notes = [f"{one.unpriced} unpriced"] if one.unpriced else []
    notes += [f"{one.estimated} estimated"] if one.estimated else []
    written = tokens.output_tokens + tokens.reasoning_tokens
    return name, f"{one.calls:,}", f"{read:,}", f"{written:,}", usd(one.cost), ", ".join(notes)


def _print_csv(found: Report) -> None:
    click.echo("group,calls,tokens_in,tokens_out,usd,notes")
    for group in found.groups:
        cells = (cell.replace(",", "") for cell in _cells(_name(group), group))
        click.echo(",".join(cells))
