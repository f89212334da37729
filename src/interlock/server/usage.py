"""What calls cost: the report, the rows of a run, repricing, invoices and the recount."""

import csv
import io
from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct

from interlock.domain.ledger import Entry, Tokens
from interlock.domain.report import Report, Sum
from interlock.ledger.office import Repricing, Wanted
from interlock.ledger.recount import Difference
from interlock.ports.ledger import GROUPS
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.owned import own_run
from interlock.server.problems import Unacceptable
from interlock.server.route import Query, Route

_COLUMNS = (
    "day",
    "user",
    "agent",
    "role",
    "provider",
    "model",
    "kind",
    "outcome",
    "fallback",
    "calls",
    *Tokens.__struct_fields__,
    "cost",
    "unpriced",
    "estimated",
)
_CSV = ((b"content-type", b"text/csv; charset=utf-8"), (b"cache-control", b"no-store"))
_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""


class RunUsage(Struct, frozen=True):
    """The rows of a run, and their sum. ``partial``: some have no price."""

    rows: list[Entry]
    cost: Decimal
    partial: bool


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """The time zone in which the tenant's days begin."""

    zone: str


class Stretch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls made from, and to before, ms since the epoch; all of them by default."""

    since: int = 0
    until: int = 2**62
    dry_run: bool = True


class Booked(Struct, frozen=True):
    """What was booked by day of UTC, provider and model."""

    days: list[Sum]


class Recounted(Struct, frozen=True):
    """Every difference between what is kept and what follows from the events."""

    differences: list[Difference]


async def show_usage(call: Call) -> Reply:
    """The report of some days."""
    by = tuple(name for name in (call.query("by") or "day").split(",") if name)
    wanted = Wanted(
        first=call.query("from") or "",
        last=call.query("to") or "",
        by=by,
        user=call.query("user") or "",
        agent=call.query("agent") or "",
    )
    form = call.query("format") or ("csv" if call.accepts("text/csv") else "json")
    if form not in {"csv", "json"}:
        raise Unacceptable(400, "bad_query", "format must be json or csv.")
    found = await call.parts.ledger.report(call.principal, wanted)
    return json_reply(found) if form == "json" else Reply(_csv(found.groups), headers=_CSV)


async def show_run_usage(call: Call) -> Reply:
    """The rows of a run."""
    run_id = call.path("run_id")
    await call.parts.store.read(lambda reader: own_run(reader, call.principal, run_id))
    rows = await call.parts.ledger.rows(run_id)
    cost = sum((row.cost for row in rows if row.cost is not None), Decimal(0))
    unpriced = sum(row.cost is None for row in rows) - sum(row.why == "priced" for row in rows)
    return json_reply(RunUsage(rows, cost, unpriced > 0))


async def put_zone(call: Call) -> Reply:
    """Choose the time zone."""
    asked = await call.read(Zone)
    return json_reply(Zone(await call.parts.ledger.put_zone(call.principal, asked.zone)))


async def reprice(call: Call) -> Reply:
    """Look what booked calls would cost today."""
    asked = await call.read(Stretch, Stretch())
    span = (asked.since, asked.until)
    return json_reply(await call.parts.ledger.reprice(call.principal, span, dry_run=asked.dry_run))


async def show_invoice(call: Call) -> Reply:
    """What was booked, as invoices have it."""
    span = (call.number("since", 0), call.number("until", 10**15))
    found = await call.parts.ledger.invoiced(call.principal, span, call.query("provider") or "")
    return json_reply(Booked(found))


async def recount_usage(call: Call) -> Reply:
    """Count everything anew."""
    return json_reply(Recounted(await call.parts.ledger.recount(call.principal)))


def _csv(groups: Iterable[Sum]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for group in groups:
        writer.writerow([_cell(group, name) for name in _COLUMNS])
    return text.getvalue().encode()


def _cell(group: Sum, name: str) -> str:
    if name in Tokens.__struct_fields__:
        return str(getattr(group.tokens, name))
    value = getattr(group, name)
    if isinstance(value, Decimal):
        return format(value, "f")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}" if text.startswith(_RISKY) else text


_DAYS = (
    Query("from", "The first day, 2026-11-01, in the tenant's time zone; this month's by default."),
    Query("to", "The last day, inclusive; today by default."),
    Query("by", f"Groups, with commas: {', '.join(GROUPS)}."),
    Query("user", "Only this user. Who is no admin sees only their own use."),
    Query("agent", "Only this agent."),
    Query("format", "json or csv."),
)

ROUTES = (
    Route(
        method="GET",
        path="/v1/usage",
        handler=show_usage,
        summary="What was used and what it cost, by day, user, model, agent or outcome.",
        response=Report,
        errors=(422,),
        query=_DAYS,
    ),
    Route(
        method="GET",
        path="/v1/runs/{run_id}/usage",
        handler=show_run_usage,
        summary="The ledger of a run: a row an attempt, with its lines.",
        response=RunUsage,
        errors=(404,),
    ),
    Route(
        method="PUT",
        path="/v1/usage/zone",
        handler=put_zone,
        summary="Choose the time zone in which the tenant's days begin.",
        body=Zone,
        response=Zone,
        errors=(422,),
        needs="admin",
    ),
    Route(
        method="POST",
        path="/v1/usage/reprice",
        handler=reprice,
        summary="What booked calls would cost at the prices that are known now.",
        body=Stretch,
        response=Repricing,
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/usage/invoice",
        handler=show_invoice,
        summary="What was booked by day of UTC, provider and model, to lay beside an invoice.",
        response=Booked,
        query=(
            Query("since", "Calls made from then on, ms since the epoch.", "integer"),
            Query("until", "Calls made before, ms since the epoch.", "integer"),
            Query("provider", "Only this provider."),
        ),
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/usage/recount",
        handler=recount_usage,
        summary="Count the ledger anew from the events, and name every difference.",
        response=Recounted,
        needs="admin",
    ),
)
