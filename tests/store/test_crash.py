import itertools
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from interlock.store.sqlite import SqliteStore

PROGRAM = Path(__file__).with_name("append_until_killed.py")


def launch(path: Path, writers: int, failpoint: str = "", room: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), str(path), str(writers), str(room)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "INTERLOCK_FAILPOINT": failpoint},
    )


def told(lines: Iterable[str]) -> Counter[str]:
    """The last durable event of each run that the process told of, whole lines only."""
    last: Counter[str] = Counter()
    for line in lines:
        if line.endswith("\n"):
            run_id, seq = line.split()
            last[run_id] = max(last[run_id], int(seq))
    return last


async def stored(path: Path) -> dict[str, list[int]]:
    store = SqliteStore(path, lambda _: None)
    runs = await store.read(lambda reader: reader.unfinished_runs())
    logs = {
        run.id: [event.seq for event in await store.read(lambda reader, i=run.id: reader.events(i))]
        for run in runs
    }
    assert {run.id: run.last_seq for run in runs} == {
        run_id: len(seqs) for run_id, seqs in logs.items()
    }
    await store.close()
    return logs


@pytest.mark.parametrize("lines_before_the_kill", [1, 40, 400, 1_500])
async def test_every_append_that_returned_is_there_after_a_kill(
    tmp_path: Path, lines_before_the_kill: int
):
    path = tmp_path / "interlock.db"
    with launch(path, writers=16) as process:
        assert process.stdout is not None
        first = list(itertools.islice(process.stdout, lines_before_the_kill))
        process.kill()
        durable = told([*first, *process.stdout])
    logs = await stored(path)
    assert process.returncode == -signal.SIGKILL
    assert {run_id: list(range(1, len(seqs) + 1)) for run_id, seqs in logs.items()} == logs
    assert {run_id: seq for run_id, seq in durable.items() if len(logs[run_id]) < seq} == {}


@pytest.mark.parametrize(
    ("failpoint", "kept"), [("store.before_commit:5", 3), ("store.after_commit:5", 4)]
)
async def test_a_commit_is_whole_on_either_side_of_the_point_where_the_process_dies(
    tmp_path: Path, failpoint: str, kept: int
):
    path = tmp_path / "interlock.db"
    with launch(path, writers=1, failpoint=failpoint) as process:
        assert process.stdout is not None
        durable = told(process.stdout)
    # The first commit begins the run; an append that was never told may be there or not.
    assert process.returncode == -signal.SIGKILL
    assert durable == {"run_0": 3}
    assert await stored(path) == {"run_0": list(range(1, kept + 1))}


async def test_a_commit_that_the_disk_refuses_is_told_to_everybody_and_keeps_nothing(
    tmp_path: Path,
):
    path = tmp_path / "interlock.db"
    with launch(path, writers=4, room=500_000) as process:
        told_lines, faults = process.communicate(timeout=30)
    logs = await stored(path)
    assert faults.count("\n") == 0
    assert "nothing of it was kept: check the free space" in faults
    assert told(told_lines.splitlines(keepends=True)) == {
        run_id: len(seqs) for run_id, seqs in logs.items()
    }
