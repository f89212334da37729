"""A PostgreSQL and a Redis of one's own: begun, stopped in every way, and begun again."""

import asyncio
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from interlock.errors import ConfigError
from interlock.prove.engines import SIGNALS, answers, find, make_postgres, make_redis


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where PostgreSQL gets as a user of its own; pytest's folders are for nobody else."""
    made = Path(tempfile.mkdtemp(prefix="interlock-engines-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


async def test_what_postgres_had_committed_outlives_every_kind_of_stop(folder: Path):
    postgres = await make_postgres(folder / "postgres")
    address = f"postgresql://interlock@127.0.0.1:{postgres.port}/postgres"
    try:
        await postgres.start()
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE kept (number integer)")
        for times, number in enumerate(SIGNALS.values(), 1):
            with psycopg.connect(address) as connection:
                connection.execute("INSERT INTO kept VALUES (1)")
            await postgres.restart(number)
            with psycopg.connect(address) as connection:
                found = connection.execute("SELECT count(*) FROM kept").fetchone()
            assert found == (times,)
        assert postgres.restarts == len(SIGNALS)
    finally:
        await postgres.stop(signal.SIGQUIT)


async def test_redis_loses_everything_when_it_is_flushed_or_restarted(folder: Path):
    redis = make_redis(folder / "redis")
    kept = b"SET a 1\r\n"
    nothing = b"$-1"
    try:
        await redis.start()
        assert await answers(redis.port, kept, b"+OK")
        assert await answers(redis.port, b"GET a\r\n", b"$1")
        await redis.flush()
        assert await answers(redis.port, b"GET a\r\n", nothing)
        assert await answers(redis.port, kept, b"+OK")
        await redis.restart(signal.SIGKILL)
        assert await answers(redis.port, b"GET a\r\n", nothing)
    finally:
        await redis.stop(signal.SIGKILL)


def test_a_machine_without_an_engine_is_told_what_to_install():
    with pytest.raises(ConfigError, match="apt-get install postgresql"):
        find("no-such-server")


async def test_a_port_where_nobody_listens_does_not_answer():
    async with asyncio.timeout(10):
        assert not await answers(1, b"PING\r\n", b"+PONG")


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
async def test_engines_end_with_whoever_began_them_however_that_ended(folder: Path):
    script = str(Path(__file__).with_name("dies_beside_engines.py"))
    child = await asyncio.create_subprocess_exec(
        sys.executable, script, str(folder), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await child.communicate()
    assert child.returncode == -signal.SIGKILL
    engines = [int(word) for word in out.split()]
    assert len(engines) == 2
    async with asyncio.timeout(20):
        while any(alive(pid) for pid in engines):  # noqa: ASYNC110 - another process ends
            await asyncio.sleep(0.05)
