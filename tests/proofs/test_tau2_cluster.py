"""A few tasks of each world through a cluster of real processes; all of them by command."""

from pathlib import Path

import pytest
from tests.proofs.tau2_cluster import cluster, replay
from tests.proofs.tau2_world import Domain, Task, load

pytestmark = pytest.mark.timeout(120)

CHOSEN: dict[Domain, tuple[str, ...]] = {"retail": ("0", "12"), "airline": ("7",)}


async def test_golden_calls_leave_the_golden_database_from_any_server_by_any_worker(
    tmp_path: Path,
):
    chosen: dict[Domain, list[Task]] = {
        domain: [task for task in load(domain) if task.id in ids] for domain, ids in CHOSEN.items()
    }
    with cluster(tmp_path) as made:
        played = await replay(made, chosen)

    for domain, counts in played.items():
        assert counts["equal"] == counts["success"] == len(CHOSEN[domain])
        assert counts["approval"] > 0
