"""Stores to test. A contract test takes ``store`` and runs on every kind there is."""

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from interlock.domain.events import Event
from interlock.ports import Store
from interlock.store.sqlite import SqliteStore

Publish = Callable[[Sequence[Event]], None]
Open = Callable[[Publish], Store]


def _open_sqlite(folder: Path) -> Open:
    return lambda publish: SqliteStore(folder / "interlock.db", publish, "NORMAL")


KINDS: dict[str, Callable[[Path], Open]] = {"sqlite": _open_sqlite}
"""Each opens the same database again when it is asked again."""


@pytest.fixture(params=sorted(KINDS))
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    return KINDS[request.param](tmp_path)


@pytest.fixture
def published() -> list[Sequence[Event]]:
    """What the store has published."""
    return []


@pytest.fixture
async def store(open_store: Open, published: list[Sequence[Event]]) -> AsyncIterator[Store]:
    opened = open_store(published.append)
    yield opened
    await opened.close()
