"""Runs a script of this folder under Node.js. A machine without it fails: nothing is skipped."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
BOUND = 50.0
"""Seconds that a script may take."""


async def play(script: str, order: dict[str, Any]) -> dict[str, Any]:
    """Give a script its order on standard input; what it prints is its report."""
    node = shutil.which("node")
    assert node, "The client tests need Node.js 20 or newer."
    assert (FOLDER / "node_modules").is_dir(), "Run make test once: it installs the clients."
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        node, script, cwd=FOLDER, stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        async with asyncio.timeout(BOUND):
            out, err = await process.communicate(json.dumps(order).encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    return json.loads(out)
