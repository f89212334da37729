"""A few tasks through a cluster of real processes; all of them by command."""

from pathlib import Path

import pytest
from tests.proofs.tau2_cluster import cluster, replay
from tests.proofs.tau2_world import Domain, load

pytestmark = pytest.mark.timeout(120)

WORLD: Domain = "retail"
TASKS = ("0", "12")


async def test_golden_calls_leave_the_golden_database_from_any_server_by_any_worker(
    tmp_path: Path,
):
    tasks = [task for task in load(WORLD) if task.id in TASKS]
    with cluster(tmp_path) as made:
        counts = (await replay(made, {WORLD: tasks}))[WORLD]

    assert counts["equal"] == counts["success"] == len(TASKS)
    assert counts["approval"] > 0
