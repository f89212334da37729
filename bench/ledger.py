"""What the ledger and the sight add to a run: the same server with and without them, in turns.

    python -m bench.ledger [--rounds 15] [--levels 1,20]

Without them (``blind.py``) there are no bills, rows and sums, no estimate of a request's size, no
metrics, and no figures of the dashboard. Traces cost a run nothing: they are read off its log when
somebody asks. Shown is the CPU time of the server per run; the ratio is taken inside each round.
"""

import argparse

import uvloop
from bench.run import Plan, Results, run, spread
from bench.servers import BLIND, OURS, SIGHT


def table(results: Results, plan: Plan) -> str:
    """The results in Markdown."""
    lines = [
        "| at once | CPU ms/run without | with | ratio, median (range) |",
        "|---|---|---|---|",
    ]
    for level in plan.levels:
        blind, whole = results[BLIND.name, level], results[OURS, level]
        ratios = [mine.cpu / less.cpu for mine, less in zip(whole, blind, strict=True)]
        cells = [
            spread([one.cpu for one in blind]),
            spread([one.cpu for one in whole]),
            spread(ratios, 2),
        ]
        lines.append(f"| {level} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--levels", default="1,20", help="runs at once")
    given = options.parse_args()
    levels = [int(level) for level in given.levels.split(",")]
    plan = Plan(rounds=given.rounds, levels=levels, paced=False)
    print(table(uvloop.run(run(plan, SIGHT)).visits, plan))


if __name__ == "__main__":
    main()
