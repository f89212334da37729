"""Where a log line comes from: marks that every line of this context bears.

Marks belong to the context, as ``scope`` does: tasks and tools' threads begun inside have them.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_marks: ContextVar[Mapping[str, str]] = ContextVar("interlock_marks", default={})  # noqa: B039 - never changed


def current() -> Mapping[str, str]:
    """The marks by their names: ``tenant``, ``run``, ``call`` …"""
    return _marks.get()


def note(**marks: str) -> None:
    """Bear these, too, until the task ends."""
    _marks.set({**_marks.get(), **marks})


@contextmanager
def within(**marks: str) -> Generator[None]:
    """Bear these, too, while the block runs."""
    before = _marks.set({**_marks.get(), **marks})
    try:
        yield
    finally:
        _marks.reset(before)
