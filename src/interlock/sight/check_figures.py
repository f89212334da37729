"""Sums of the dashboard, and the runs behind them, counted anew from the log."""

from collections import Counter

from msgspec.structs import replace

from interlock.domain.figures import Count, Figure, Mark, Place, figures_of, money_at
from interlock.domain.money import to_pico
from interlock.ledger.recount import Difference
from interlock.ports import Reader
from interlock.sight.count import count_of
from interlock.sight.differ import differ_counts


def check_figures(reader: Reader, tenant: str) -> list[Difference]:
    """What the counted runs say against what is kept. Runs that wait to be counted are left out.

    Those that an earlier version counted say nothing of routes until they are counted again.
    """
    sums: Counter[Figure] = Counter()
    marks: dict[tuple[str, Mark], int] = {}
    for run_id, routed in reader.figures.counted(tenant).items():
        whole = count_of(reader, run_id)
        count = whole if routed else _without_routes(whole)
        places: Counter[Place] = Counter(count.figures)
        for row in reader.ledger.of_run(run_id):
            if row.revision:
                cost = 0 if row.cost is None else to_pico(row.cost)
                name = f"{row.provider}:{row.model}"
                places.update(money_at(row.at, name, row.role, (cost, -int(row.why == "priced"))))
        for place, amount in places.items():
            for figure in figures_of(count.agent, count.version, place):
                sums[figure] += amount
        marks |= {(run_id, mark): most for mark, most in count.marks.items()}
    return [
        *differ_counts("figure", reader.figures.every(tenant), sums),
        *differ_counts("mark", reader.figures.every_mark(tenant), marks),
    ]


def _without_routes(count: Count) -> Count:
    return replace(
        count,
        figures={place: n for place, n in count.figures.items() if place[0] != "route"},
        marks={mark: most for mark, most in count.marks.items() if mark.kind != "route"},
    )
