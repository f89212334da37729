"""One server for the tests of a file; tests that stop or kill it start one of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.process import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("server")).start()
    yield one
    one.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Not started. Whatever the test leaves running is killed."""
    one = Server(tmp_path)
    yield one
    if one.ready and one.process.poll() is None:
        one.kill()
