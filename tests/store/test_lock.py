import subprocess
import sys
from pathlib import Path

import pytest

from interlock.errors import ConfigError
from interlock.store.lock import DirectoryLock

HOLD = """
import sys
from pathlib import Path
from interlock.store.lock import DirectoryLock
lock = DirectoryLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_directory_has_one_holder_at_a_time(tmp_path: Path):
    first = DirectoryLock(tmp_path)
    with pytest.raises(ConfigError, match="INTERLOCK_DATA_DIR"):
        DirectoryLock(tmp_path)
    first.close()
    first.close()
    DirectoryLock(tmp_path).close()


def test_two_directories_have_two_holders(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    locks = [DirectoryLock(tmp_path / name) for name in ("a", "b")]
    for lock in locks:
        lock.close()


def test_a_holder_that_is_killed_lets_go(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ConfigError, match=f"process {holder.pid}"):
            DirectoryLock(tmp_path)
        holder.kill()
        holder.wait(10)
    DirectoryLock(tmp_path).close()
