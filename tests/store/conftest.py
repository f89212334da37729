"""Stores to test. A contract test takes ``store`` and runs on every kind there is."""

from collections.abc import AsyncIterator, Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from tests.databases import postgres_schema

from interlock.domain.events import Event
from interlock.ports import Store
from interlock.store.postgres import PostgresStore
from interlock.store.sqlite import SqliteStore

Publish = Callable[[Sequence[Event]], None]
Open = Callable[[Publish], Store]


@contextmanager
def _sqlite(folder: Path) -> Generator[Open]:
    yield lambda publish: SqliteStore(folder / "interlock.db", publish, "NORMAL")


@contextmanager
def _postgres(_: Path) -> Generator[Open]:
    with postgres_schema() as url:
        yield lambda publish: PostgresStore(url, publish)


KINDS: dict[str, Callable[[Path], AbstractContextManager[Open]]] = {
    "postgres": _postgres,
    "sqlite": _sqlite,
}
"""Each opens the same database again when it is asked again."""


@pytest.fixture(params=sorted(KINDS))
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Open]:
    with KINDS[request.param](tmp_path) as opener:
        yield opener


@pytest.fixture
def published() -> list[Sequence[Event]]:
    """What the store has published."""
    return []


@pytest.fixture
async def store(open_store: Open, published: list[Sequence[Event]]) -> AsyncIterator[Store]:
    opened = open_store(published.append)
    yield opened
    await opened.close()
