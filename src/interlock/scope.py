"""Whose rows the database may show: one tenant's, nobody's, or everybody's.

The second wall between tenants. Every query names its tenant; where a database can check that by
itself (PostgreSQL's row-level security), each transaction also names the scope of whoever handed it
over. The server handles a request under ``nobody()``, and under ``tenant(…)`` once it knows who is
asking; workers and the command line work for everybody, which is the default.

A scope belongs to the context: tasks begun inside have it, others don't.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

EVERYBODY: Final = "*"
"""All tenants."""

NOBODY: Final = ""
"""No tenant."""

_scope: ContextVar[str] = ContextVar("interlock_scope", default=EVERYBODY)


def current() -> str:
    """A tenant's name, ``EVERYBODY`` or ``NOBODY``."""
    return _scope.get()


@contextmanager
def tenant(name: str) -> Generator[None]:
    """See and write one tenant's rows only.

    Raises:
        ValueError: The name stands for all tenants or none.
    """
    if name in {EVERYBODY, NOBODY}:
        raise ValueError(f"{name!r} is no tenant")
    with _within(name):
        yield


@contextmanager
def nobody() -> Generator[None]:
    """See no row and write none: who is asking is not known yet."""
    with _within(NOBODY):
        yield


@contextmanager
def everybody() -> Generator[None]:
    """See and write all rows: the server's own work inside a request, such as finding a key."""
    with _within(EVERYBODY):
        yield


@contextmanager
def _within(name: str) -> Generator[None]:
    before = _scope.set(name)
    try:
        yield
    finally:
        _scope.reset(before)
