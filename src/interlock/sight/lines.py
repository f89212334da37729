"""The tables of the dashboard, made from sums."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from interlock.domain.dashboard import (
    AgentLine,
    ModelLine,
    RoleLine,
    RouteLine,
    ToolLine,
    WaitLine,
)
from interlock.domain.histogram import Spread, spread_of
from interlock.domain.money import from_pico
from interlock.ports.figures import FigureSum

K = TypeVar("K")

ZERO: Counter[str] = Counter()


def spread(counts: Mapping[str, int], letter: str) -> Spread:
    """The percentiles of a histogram among counts."""
    return spread_of(
        {
            int(what[2:]): count
            for what, count in counts.items()
            if what.startswith(letter) and what[1:2] == ":"
        }
    )


def agent_lines(runs: Iterable[FigureSum], models: Iterable[FigureSum]) -> list[AgentLine]:
    """A line for each version of each agent, most runs first."""
    counts = _group(runs, lambda one: (one.agent, one.version))
    spent = _group(models, lambda one: (one.agent, one.version))
    lines = [
        AgentLine(
            agent=agent,
            version=version,
            runs=found["ended"],
            success=found["success"],
            failed=found["failed"],
            cancelled=found["cancelled"],
            interrupted=found["interrupted"],
            took=spread(found, "t"),
            model_calls=spent.get((agent, version), ZERO)["calls"],
            cost=from_pico(spent.get((agent, version), ZERO)["cost"]),
        )
        for (agent, version), found in counts.items()
    ]
    return sorted(lines, key=lambda line: (-line.runs, line.agent, line.version))


def model_lines(sums: Iterable[FigureSum]) -> list[ModelLine]:
    """A line for each model, dearest first."""
    lines = [
        ModelLine(
            model=model,
            calls=found["calls"],
            ok=found["ok"],
            failed=found["failed"],
            cancelled=found["cancelled"],
            fallback=found["fallback"],
            tokens_in=found["tokens_in"],
            tokens_out=found["tokens_out"],
            cost=from_pico(found["cost"]),
            unpriced=found["unpriced"],
            took=spread(found, "t"),
            first_token=spread(found, "f"),
        )
        for model, found in _group(sums, lambda one: one.name).items()
    ]
    return sorted(lines, key=lambda line: (-line.cost, -line.calls, line.model))


def tool_lines(sums: Iterable[FigureSum]) -> list[ToolLine]:
    """A line for each tool, most chosen first."""
    lines = [
        ToolLine(
            tool=tool,
            offered=found["offered"],
            chosen=found["chosen"],
            invalid=found["invalid"] + found["unknown_tool"],
            refused=found["refused"],
            asked=found["asked"],
            approved=found["approved"],
            edited=found["edited"],
            rejected=found["rejected"],
            expired=found["expired"],
            done=found["done"],
            failed=found["failed"] + found["timed_out"] + found["unavailable"],
            indeterminate=found["indeterminate"],
            took=spread(found, "t"),
        )
        for tool, found in _group(sums, lambda one: one.name).items()
    ]
    return sorted(lines, key=lambda line: (-line.chosen, -line.offered, line.tool))


def role_lines(sums: Iterable[FigureSum]) -> list[RoleLine]:
    """A line for each role, dearest first."""
    lines = [
        RoleLine(
            role=role,
            calls=found["calls"],
            cost=from_pico(found["cost"]),
            unpriced=found["unpriced"],
        )
        for role, found in _group(sums, lambda one: one.name).items()
    ]
    return sorted(lines, key=lambda line: (-line.cost, line.role))


def wait_lines(sums: Iterable[FigureSum]) -> list[WaitLine]:
    """A line for each kind of question, most asked first."""
    lines = [
        WaitLine(
            kind=kind,
            asked=found["asked"],
            answered=found["answered"],
            expired=found["expired"],
            superseded=found["superseded"],
            cancelled=found["cancelled"],
            waited=spread(found, "w"),
        )
        for kind, found in _group(sums, lambda one: one.name).items()
    ]
    return sorted(lines, key=lambda line: (-line.asked, line.kind))


def route_lines(sums: Iterable[FigureSum]) -> list[RouteLine]:
    """A line for each first choice of each agent, most calls first."""
    groups = _group(sums, lambda one: (one.agent, one.what.partition(".")[0], one.name))
    lines = [
        RouteLine(
            agent=agent,
            route=route,
            choice=choice,
            calls=found[f"{route}.calls"],
            first=found[f"{route}.first"],
            elsewhere=_by_reason(found, f"{route}.elsewhere."),
            unanswered=_by_reason(found, f"{route}.unanswered."),
        )
        for (agent, route, choice), found in groups.items()
    ]
    return sorted(lines, key=lambda line: (-line.calls, line.agent, line.route, line.choice))


def _by_reason(counts: Mapping[str, int], prefix: str) -> dict[str, int]:
    """Counts by their reason, most first."""
    found = {
        what.removeprefix(prefix): count
        for what, count in counts.items()
        if what.startswith(prefix) and count
    }
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _group(sums: Iterable[FigureSum], key: Callable[[FigureSum], K]) -> dict[K, Counter[str]]:
    found: dict[K, Counter[str]] = {}
    for one in sums:
        found.setdefault(key(one), Counter())[one.what] += one.amount
    return found
