"""Count one run that is over."""

from collections.abc import Iterator
from typing import Final

from interlock.domain.count_run import count_run
from interlock.domain.events import Event, RunEnded
from interlock.domain.figures import Count
from interlock.domain.interrupts import Interrupt
from interlock.ports import Reader

PAGE: Final = 512
PAGE_BYTES: Final = 1_000_000
"""What of a log is read at once: events, and their bytes."""


def count_of(reader: Reader, run_id: str) -> Count:
    """What a run that is over adds to the figures; nothing when there is no such run."""
    return count_run(_log(reader, run_id), lambda: _questions(reader, run_id))


def _questions(reader: Reader, run_id: str) -> dict[str, Interrupt]:
    """The questions of a run's turn, by id."""
    run = reader.run(run_id)
    asked = [] if run is None else reader.turn_questions(run.turn_id)
    return {question.interrupt.id: question.interrupt for question in asked}


def _log(reader: Reader, run_id: str) -> Iterator[Event]:
    """All events of a run that is over, of which a part is in memory at a time."""
    after = 0
    while page := reader.events(run_id, after, PAGE, PAGE_BYTES):
        yield from page
        if isinstance(page[-1].data, RunEnded):
            return
        after = page[-1].seq
