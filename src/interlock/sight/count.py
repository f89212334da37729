"""Count one run that is over."""

from collections.abc import Iterator
from typing import Final

from interlock.domain.count_run import count_run
from interlock.domain.events import Event
from interlock.domain.figures import Count
from interlock.errors import InterlockError
from interlock.ports import Reader

PAGE: Final = 512
PAGE_BYTES: Final = 1_000_000
"""What of a log is read at once: events, and their bytes."""


def count_of(reader: Reader, run_id: str) -> tuple[str, Count]:
    """The tenant of a run that is over, and what it adds to the figures.

    Raises:
        InterlockError: There is no such run.
    """
    run = reader.run(run_id)
    if run is None:
        raise InterlockError(f"there is no run {run_id}")
    questions = reader.turn_questions(run.turn_id)
    asked = {question.interrupt.id: question.interrupt for question in questions}
    return run.tenant, count_run(_log(reader, run_id), asked)


def _log(reader: Reader, run_id: str) -> Iterator[Event]:
    """All events of a run, of which a part is in memory at a time."""
    after = 0
    while page := reader.events(run_id, after, PAGE, PAGE_BYTES):
        yield from page
        after = page[-1].seq
