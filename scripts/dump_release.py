"""Keep what a release leaves in a database: a run that waits for a person, as SQL text.

    python -m scripts.dump_release 0.2.0 sqlite > tests/fixtures/releases/0.2.0-sqlite.sql
    python -m scripts.dump_release 0.2.0 postgres > tests/fixtures/releases/0.2.0-postgres.sql

Made once for each release, by its own code. ``tests/stories/test_releases.py`` goes on with all of
them.
"""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.databases import POSTGRES, postgres_schema
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.prove.engines import find
from interlock.testing import Story

SCHEMA = "interlock_release"
"""What the schema is called in the dump."""


async def tell(folder: Path, database_url: str = "") -> None:
    """A look that ran, and a deletion that waits for a yes."""
    script = [
        ["text: I look.", 'call: look {"city": "Rome"}', 'call: delete {"folder": "a"}'],
        "text: Done.",
    ]
    agent = Agent("clerk", model=Scripted(script), tools=Desk().all)
    async with Story([agent], folder, database_url=database_url) as story:
        told = await story.say("Look at Rome's weather, then delete the old reports.")
        if told.status != "interrupted":
            raise SystemExit(f"the run is {told.status}, and should wait")


def sqlite_dump(folder: Path) -> str:
    """The embedded database as SQL."""
    asyncio.run(tell(folder))
    with sqlite3.connect(folder / "interlock.db") as connection:
        return "\n".join(connection.iterdump()) + "\n"


def postgres_dump(folder: Path) -> str:
    """The schema of a PostgreSQL database as SQL."""
    with postgres_schema() as url:
        asyncio.run(tell(folder, url))
        schema = url.rpartition("search_path%3D")[2]
        command = [find("pg_dump"), "--inserts", "--no-owner", "--no-acl", "--schema", schema]
        dumped = subprocess.run([*command, POSTGRES], check=True, capture_output=True, text=True)
    kept = [line for line in dumped.stdout.splitlines() if not line.startswith(("--", "\\"))]
    return "\n".join(line for line in kept if line).replace(schema, SCHEMA) + "\n"


def main() -> None:
    """Print the dump."""
    version, database = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        dump = sqlite_dump if database == "sqlite" else postgres_dump
        sys.stdout.write(f"-- Interlock {version}\n{dump(Path(folder))}")


if __name__ == "__main__":
    main()
