"""What the ledger and the sight add to a run: the same server with and without them, in turns.

    python -m bench.ledger [--rounds 15] [--levels 1,20]

The first has neither: no bills, rows and sums, no room asked for, no estimate of a request's size
(``blind.py``). The second keeps the ledger. Traces cost it nothing: they are read off the log when
somebody asks. The third is the whole, with metrics and the figures of the dashboard. Shown is the
CPU time of the server per run, with what it does in the background after its runs are over; ratios
are taken inside each round.
"""

import argparse

import uvloop
from bench.run import Plan, Results, run, spread
from bench.servers import BLIND, OURS, SIGHT, UNSEEN

REST_SECONDS = 1.5
"""After the runs of a visit: until all of them are counted."""

SCALE = 2
"""So many times the runs of another benchmark's visit."""


def table(results: Results, plan: Plan) -> str:
    """The results in Markdown."""
    lines = [
        "| at once | | CPU ms/run | ratio, median (range) |",
        "|---|---|---|---|",
    ]
    names = {BLIND.name: "neither", UNSEEN.name: "ledger and traces", OURS: "with the sight"}
    for level in plan.levels:
        blind = results[BLIND.name, level]
        for name, text in names.items():
            seen = results[name, level]
            ratios = [mine.cpu / less.cpu for mine, less in zip(seen, blind, strict=True)]
            cost = spread([one.cpu for one in seen], 2)
            lines.append(f"| {level} | {text} | {cost} | {spread(ratios, 2)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--levels", default="1,20", help="runs at once")
    given = options.parse_args()
    levels = [int(level) for level in given.levels.split(",")]
    plan = Plan(given.rounds, levels, paced=False, scale=SCALE, rest=REST_SECONDS)
    print(table(uvloop.run(run(plan, SIGHT)).visits, plan))


if __name__ == "__main__":
    main()
