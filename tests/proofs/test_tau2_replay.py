"""A few tasks of each world through the whole engine; all of them by command."""

from pathlib import Path

import pytest
from tests.proofs.tau2_replay import replay
from tests.proofs.tau2_world import Domain, load

CHOSEN: dict[Domain, tuple[str, ...]] = {"retail": ("0", "2", "12", "24"), "airline": ("0", "7")}


@pytest.mark.parametrize("domain", CHOSEN)
async def test_approved_golden_calls_leave_the_golden_database(domain: Domain, tmp_path: Path):
    tasks = [task for task in load(domain) if task.id in CHOSEN[domain]]
    calls = sum(len(task.actions) for task in tasks)
    failing = sum(task.failing_actions for task in tasks)

    counts = await replay(domain, tasks, tmp_path)

    assert (counts["tasks"], counts["success"], counts["equal"]) == (len(tasks),) * 3
    assert (counts["calls"], counts["answered"]) == (calls, calls)
    assert (counts["failing"], counts["handed_back"]) == (failing, failing)
    assert counts["writes"] == counts["approval"] > 0
