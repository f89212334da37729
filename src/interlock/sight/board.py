"""Make the dashboard from kept sums. What it costs depends on the range, not on how much happened.

A range is taken apart into whole days, hours and minutes, so that its ends are minutes while most
of it is read in days.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from interlock.domain import dashboard as board
from interlock.domain.dashboard import Dashboard
from interlock.domain.figures import DAY, HOUR, MINUTE, Kind
from interlock.domain.histogram import ERROR
from interlock.domain.money import from_pico
from interlock.domain.steps import steps_of
from interlock.errors import Invalid
from interlock.ports import Reader
from interlock.ports.figures import FigureSum, Stretch, Whose
from interlock.sight.lines import (
    agent_lines,
    model_lines,
    role_lines,
    route_lines,
    spread,
    tool_lines,
    wait_lines,
)
from interlock.sight.points import points

STEPS = (
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    3 * HOUR,
    DAY,
    7 * DAY,
    28 * DAY,
)
POINTS = 120
"""In one chart at most."""

LONGEST = 4 * 366 * DAY


class Wanted(Struct, frozen=True, kw_only=True):
    """Which figures.

    Args:
        since: From then on, ms since the epoch; cut to its minute.
        until: To before; rounded up to a minute.
        agent: Of this agent; empty for all.
        version: Of this version of it; empty for all.
    """

    since: int
    until: int
    agent: str = ""
    version: str = ""


def dashboard(reader: Reader, tenant: str, wanted: Wanted) -> Dashboard:
    """The dashboard of a tenant.

    Args:
        reader: One consistent view.
        tenant: Whose.
        wanted: Which figures.

    Raises:
        Invalid: The range ends before it begins, or is too long.
    """
    since = wanted.since - wanted.since % MINUTE
    until = -(-wanted.until // MINUTE) * MINUTE
    if wanted.until <= wanted.since or until - since > LONGEST:
        raise Invalid(
            "Ask for a stretch of time from since to until, four years at most.", "bad_range"
        )
    whose = Whose(tenant=tenant, agent=wanted.agent, version=wanted.version)
    spans = stretches(since, until)
    everybody = reader.figures.sums(Whose(tenant=tenant), "run", spans)
    runs = [one for one in everybody if _is_of(whose, one)]
    found: dict[Kind, list[FigureSum]] = {
        kind: reader.figures.sums(whose, kind, spans)
        for kind in ("model", "tool", "role", "wait", "route")
    }
    models, tools, waits = (totals(found[kind]) for kind in ("model", "tool", "wait"))
    brakes = {
        what.partition(".")[2]: count
        for what, count in totals(runs).items()
        if what.startswith("brake.")
    }
    step, zone = step_of(until - since), reader.ledger.zone(tenant)
    steps = steps_of(since, until, step, zone)
    return Dashboard(
        since=since,
        until=until,
        step=step,
        steps=steps[:-1],
        zone=zone,
        error=ERROR,
        waiting=reader.figures.waiting(tenant),
        versions=sorted({board.Version(one.agent, one.version) for one in everybody}),
        totals=_totals(totals(runs), models, tools, waits),
        brakes=brakes,
        points=points(reader, whose, steps),
        agents=agent_lines(runs, found["model"]),
        models=model_lines(found["model"]),
        tools=tool_lines(found["tool"]),
        roles=role_lines(found["role"]),
        waits=wait_lines(found["wait"]),
        routes=route_lines(found["route"]),
    )


def stretches(since: int, until: int) -> list[Stretch]:
    """A range as whole days, with hours and minutes at its ends."""
    found: list[Stretch] = []
    for grain, coarser in ((MINUTE, HOUR), (HOUR, DAY)):
        begin = min(-(-since // coarser) * coarser, until)
        if since < begin:
            found.append(Stretch(grain, since, begin))
        since = begin
        end = max(until // coarser * coarser, since)
        if end < until:
            found.append(Stretch(grain, end, until))
        until = end
    return [*found, Stretch(DAY, since, until)] if since < until else found


def step_of(length: int) -> int:
    """How long the steps of a chart are that shows so many ms."""
    return next((step for step in STEPS if length <= step * POINTS), STEPS[-1])


def totals(sums: Iterable[FigureSum]) -> Counter[str]:
    """Counts by what they count, whatever the name."""
    found: Counter[str] = Counter()
    for one in sums:
        found[one.what] += one.amount
    return found


def _is_of(whose: Whose, one: FigureSum) -> bool:
    return whose.agent in {"", one.agent} and whose.version in {"", one.version}


def _totals(
    runs: Counter[str], models: Counter[str], tools: Counter[str], waits: Counter[str]
) -> board.Totals:
    return board.Totals(
        runs=runs["ended"],
        success=runs["success"],
        failed=runs["failed"],
        cancelled=runs["cancelled"],
        interrupted=runs["interrupted"],
        took=spread(runs, "t"),
        model_calls=models["calls"],
        model_failed=models["failed"],
        fallback=models["fallback"],
        held=runs["held"],
        tool_calls=tools["chosen"],
        refused=tools["refused"],
        rejected=tools["rejected"],
        expired=tools["expired"],
        invalid=tools["invalid"] + tools["unknown_tool"],
        tool_failed=tools["failed"] + tools["timed_out"] + tools["unavailable"],
        indeterminate=runs["indeterminate"],
        asked=waits["asked"],
        waited=spread(waits, "w"),
        cost=from_pico(models["cost"]),
        unpriced=models["unpriced"],
    )
