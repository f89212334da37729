"""Python environments for servers that are not ours, made on demand from pinned lists."""

import shutil
import subprocess
import sys
from pathlib import Path

from bench.process import HERE, plain_environment, venv_of

_LISTS = HERE / "bench" / "rivals"


def make_venv(name: str) -> str:
    """Make the environment of a rival if it is not there yet. Returns what went wrong, or nothing.

    Args:
        name: Of a list in ``bench/rivals``.
    """
    wanted = _LISTS / f"{name}.txt"
    folder = venv_of(name)
    made = folder / "made-from.txt"
    if made.exists() and made.read_bytes() == wanted.read_bytes():
        return ""
    shutil.rmtree(folder, ignore_errors=True)
    problem = install(folder, "-r", str(wanted))
    if not problem:
        made.write_bytes(wanted.read_bytes())
    return problem


def install(folder: Path, *what: str) -> str:
    """Make an environment and install into it. Returns what went wrong, or nothing."""
    uv = str(Path(sys.prefix) / "bin" / "uv")
    steps = (
        [uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(folder)],
        [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(folder), *what],
    )
    for step in steps:
        try:
            subprocess.run(
                step,
                check=True,
                capture_output=True,
                text=True,
                env=plain_environment(proxies=True),
                cwd=HERE,
            )
        except FileNotFoundError:
            return "uv is not installed here"
        except subprocess.CalledProcessError as error:
            return f"{step[1]} failed: {error.stderr.strip()[-300:]}"
    return ""
