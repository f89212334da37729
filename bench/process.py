"""Child processes: started on a core of their own, measured through /proc, ended by their id."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Self

SERVER_CORE = 0
LOAD_CORE = 1
"""The server under test has one core; the model and the client share the other."""

HERE = Path(__file__).resolve().parent.parent
"""The root of the repository: from here ``bench`` can be imported."""

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_START_SECONDS = 60.0


def cache() -> Path:
    """Where environments, logs and databases are kept: on a real disk, outside the repository."""
    given = os.environ.get("INTERLOCK_BENCH_DIR") or "~/.cache/interlock-bench"
    folder = Path(given).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def venv_of(name: str) -> Path:
    """The folder of a Python environment that the benchmark makes for itself."""
    return cache() / "venvs" / name


def stay_on(core: int) -> None:
    """Keep this process, and the children that it starts from now on, on one core."""
    cores = sorted(os.sched_getaffinity(0) | {SERVER_CORE, LOAD_CORE})
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, {cores[core % len(cores)]})


def family(pid: int) -> list[int]:
    """A process and all its living descendants."""
    pids = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                pids += family(int(child))
    return pids


def cpu_seconds(pid: int) -> float:
    """User and system time of a process, its threads and its children, ended ones too.

    The kernel's own clock of a process is exact; the counters in ``/proc`` tick every 10 ms. Only
    for children that have ended there are no clocks any more.
    """
    used = 0.0
    for one in family(pid):
        with contextlib.suppress(OSError):
            used += time.clock_gettime((~one << 3) | 2)
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            used += sum(int(field) for field in fields[13:15]) / _TICKS
    return used


def resident_mb(pid: int) -> float:
    """Resident memory of a process and its children, MB of 10^6 bytes."""
    pages = 0
    for one in family(pid):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
    return pages * _PAGE / 1e6


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Child:
    """A server process. Use it in a ``with`` block.

    Args:
        name: For the log file.
        command: What to run; it must listen on ``port``.
        port: Where it listens.
        environment: Variables beside those of this process.
        core: The core it runs on.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        port: int,
        environment: Mapping[str, str] | None = None,
        core: int = SERVER_CORE,
    ) -> None:
        self.name = name
        self.port = port
        self._command = list(command)
        self._environment = {**plain_environment(), **(environment or {})}
        self._core = core
        self._log = cache() / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Its process id, while it runs."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> Self:
        with self._log.open("wb") as log, on_core(self._core):
            self._process = subprocess.Popen(
                self._command, cwd=HERE, env=self._environment, stdout=log, stderr=log
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End it: kindly first."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def words(self) -> str:
        """The end of what it said."""
        return self._log.read_text(errors="replace")[-2_000:]

    def _wait(self) -> None:
        assert self._process is not None
        last = time.monotonic() + _START_SECONDS
        while time.monotonic() < last:
            if self._process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start:\n{self.words()}")


@contextlib.contextmanager
def on_core(core: int) -> Generator[None]:
    """Start children on a core; this process goes back to its own afterwards."""
    before = os.sched_getaffinity(0)
    stay_on(core)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def plain_environment(*, proxies: bool = False) -> dict[str, str]:
    """Our environment without proxies, and without what makes Python compile each time."""
    return {
        name: value
        for name, value in os.environ.items()
        if (proxies or not name.lower().endswith("_proxy"))
        and name != "PYTHONDONTWRITEBYTECODE"
        and not name.startswith("INTERLOCK_")
    }
