"""The usage report: sums of the ledger, and what they say about runs, users and actions. Pure."""

from decimal import ROUND_HALF_EVEN, Decimal

from msgspec import Struct

from interlock.domain.ledger import Tokens
from interlock.domain.money import trim

_FINE = Decimal(1).scaleb(-12)


class Span(Struct, frozen=True, kw_only=True):
    """Days of a tenant, from ``since`` to before ``until`` (``2026-11-30``).

    ``user`` and ``agent`` narrow it; empty for all.
    """

    tenant: str
    since: str
    until: str
    user: str = ""
    agent: str = ""


class Sum(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a group of calls used and cost. Members that are not grouped by are empty.

    ``cost`` in USD is that of the calls with a price; ``unpriced`` counts those without one, and
    ``estimated`` those whose usage is ours. ``day`` may be a month.
    """

    day: str = ""
    user: str = ""
    agent: str = ""
    role: str = ""
    provider: str = ""
    model: str = ""
    kind: str = ""
    outcome: str = ""
    fallback: bool = False
    calls: int = 0
    tokens: Tokens = Tokens()
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    estimated: int = 0


class Count(Struct, frozen=True, kw_only=True):
    """Runs by how they ended, business actions by tool, and users with a booked call."""

    runs: dict[str, int] = {}
    actions: dict[str, int] = {}
    users: int = 0


class Report(Struct, frozen=True, kw_only=True):
    """The report of a stretch of days.

    Args:
        span: Which days, and whose.
        zone: The time zone in which they begin.
        by: By what the groups are made.
        groups: The parts; they add up to the total, to the last digit.
        total: All of it.
        lost: Of that, attempts that failed or were cancelled.
        fallback: Of that, answers that a fallback gave.
        count: Runs, actions and users.
        per_run: USD a run, whatever became of it; None without runs.
        per_user: USD an active user of the stretch; None without users.
        actions_per_usd: Business actions a dollar; None when nothing was spent.
        partial: Some calls have no price, so that the cost is too low.
    """

    span: Span
    zone: str
    by: tuple[str, ...]
    groups: list[Sum]
    total: Sum
    lost: Sum
    fallback: Sum
    count: Count
    per_run: Decimal | None
    per_user: Decimal | None
    actions_per_usd: Decimal | None
    partial: bool


def total_of(sums: list[Sum]) -> Sum:
    """The sum of groups, without what they are grouped by."""
    counts = {
        name: sum(getattr(one.tokens, name) for one in sums) for name in Tokens.__struct_fields__
    }
    return Sum(
        calls=sum(one.calls for one in sums),
        tokens=Tokens(**counts),
        cost=trim(sum((one.cost for one in sums), Decimal(0))),
        unpriced=sum(one.unpriced for one in sums),
        estimated=sum(one.estimated for one in sums),
    )


def report(
    span: Span, zone: str, by: tuple[str, ...], groups: list[Sum], outcomes: list[Sum], count: Count
) -> Report:
    """Make the report.

    Args:
        span: Which days, and whose.
        zone: Where they begin.
        by: By what the groups are made.
        groups: What the ledger keeps, grouped so.
        outcomes: The same, grouped by outcome.
        count: Runs, actions and users.
    """
    total = total_of(outcomes)
    actions = Decimal(sum(count.actions.values()))
    return Report(
        span=span,
        zone=zone,
        by=by,
        groups=groups,
        total=total,
        lost=total_of([one for one in outcomes if one.outcome != "ok"]),
        fallback=total_of([one for one in outcomes if one.outcome == "ok" and one.fallback]),
        count=count,
        per_run=_ratio(total.cost, Decimal(sum(count.runs.values()))),
        per_user=_ratio(total.cost, Decimal(count.users)),
        actions_per_usd=_ratio(actions, total.cost),
        partial=total.unpriced > 0,
    )


def _ratio(whole: Decimal, parts: Decimal) -> Decimal | None:
    if not parts:
        return None
    return trim((whole / parts).quantize(_FINE, ROUND_HALF_EVEN))
