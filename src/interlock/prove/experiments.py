"""The experiments by name, with the sizes that a release is held to."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from interlock.prove.clicks import clicks
from interlock.prove.forgeries import forgeries
from interlock.prove.kills import kills
from interlock.prove.matrix import matrix
from interlock.prove.reconnects import reconnects
from interlock.prove.report import Proof
from interlock.wiring.extra import from_extra

CLUSTER = "interlock.prove.cluster:cluster"


class Experiment(NamedTuple):
    """One experiment.

    Args:
        name: Its name on the command line.
        promise: What it shows, in a sentence.
        size: How large it is unless somebody says otherwise; 0 for a table, which is played whole.
        run: Takes a size and a seed.
    """

    name: str
    promise: str
    size: int
    run: Callable[[int, int], Awaitable[Proof]]


def on_postgres(database: str) -> Experiment:
    """The matrix once more, on a PostgreSQL database, where processes also freeze."""

    async def run(size: int, seed: int) -> Proof:
        return await matrix(size, seed, database=database)

    promise = "The same on PostgreSQL; and who froze anywhere, and lost its run, does nothing."
    return Experiment("matrix", promise, 200, run)


async def _cluster(size: int, seed: int) -> Proof:
    """Imported where it is wanted: it needs PostgreSQL's client."""
    return await from_extra(CLUSTER)(size, seed)


EXPERIMENTS = (
    Experiment(
        "kills",
        "Killed anywhere: an effect happens once, or is reported as unknown; nothing is lost.",
        500,
        kills,
    ),
    Experiment(
        "clicks",
        "Clicked at from three protocols at once: one answer counts, one execution follows.",
        200,
        clicks,
    ),
    Experiment(
        "forgeries",
        "Lied to over three protocols: posted history, results and approvals are not believed.",
        0,
        forgeries,
    ),
    Experiment(
        "reconnects",
        "Cut off anywhere: a reader gets every event once and in order.",
        500,
        reconnects,
    ),
    Experiment(
        "matrix",
        "Killed at every point, and again at every point of what follows: nothing lost or doubled.",
        200,
        matrix,
    ),
    Experiment(
        "cluster",
        "Broken everywhere, two servers, three workers and both engines: all of the above holds.",
        300,
        _cluster,
    ),
)
