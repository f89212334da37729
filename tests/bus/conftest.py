"""A Redis for a test: a prefix of its own on the shared one, or a private server that may die."""

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis import Redis

from interlock.bus.redis_link import Link
from interlock.domain.ids import new_id

URL = os.environ.get("INTERLOCK_TEST_REDIS_URL", "redis://127.0.0.1:6379")


class PrivateRedis:
    """A Redis server of the test's own. It forgets everything whenever it is killed."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program is not None, "install Redis or Valkey to run these tests"
        options = ["--port", str(self.port), "--save", "", "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            [program, *options], cwd=self._folder, stdout=subprocess.DEVNULL
        )
        with Redis(port=self.port) as redis:
            for _ in range(400):
                with contextlib.suppress(OSError, ConnectionError, Exception):
                    redis.ping()
                    return
        raise AssertionError("the private Redis does not start")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def flush(self) -> None:
        with Redis(port=self.port) as redis:
            redis.flushall()


@pytest.fixture
def link() -> Iterator[Link]:
    """Keys of the test's own on the shared Redis."""
    one = Link(URL, new_id("test"))
    yield one
    with Redis.from_url(URL) as redis:
        for key in redis.scan_iter(f"{one.base}*", count=1000):
            redis.delete(key)


@pytest.fixture
async def private_redis(tmp_path: Path) -> AsyncIterator[PrivateRedis]:
    """A running server; the test may kill and start it."""
    one = PrivateRedis(tmp_path)
    one.start()
    yield one
    one.kill()
