"""Work: a run that waits for a worker, and how urgent it is."""

from typing import Literal

from msgspec import Struct

from interlock.domain.principals import SYSTEM
from interlock.domain.records import Run

Priority = Literal["high", "normal", "low"]
PRIORITIES: tuple[Priority, ...] = ("high", "normal", "low")

BACKGROUND = frozenset({SYSTEM, "schedule"})
"""Channels through which no person waits."""

_TURNS = 8
"""After so many takes each priority has been asked first at least once."""


class Work(Struct, frozen=True):
    """A run to be driven, for the queue. Losing one loses no fact: the run is in the store."""

    run_id: str
    tenant: str
    priority: Priority = "normal"


class Delivery(Struct, frozen=True):
    """Work in a worker's hands.

    Args:
        work: What was handed out.
        receipt: The queue's own name for this delivery.
        times: How often it was handed out without coming back in good order, this time included.
    """

    work: Work
    receipt: str = ""
    times: int = 1


class Counts(Struct, frozen=True):
    """How full a queue is. ``set_aside``: deliveries that nobody is given any more."""

    waiting: int = 0
    taken: int = 0
    set_aside: int = 0


def work_of(run: Run) -> Work:
    """The work that a run is.

    The run's own priority counts, if it has one. Else an answer to a question goes first, for
    somebody has waited for this turn already, and what no person waits for goes last.
    """
    if run.priority:
        return Work(run.id, run.tenant, "high" if run.priority > 0 else "low")
    if run.channel in BACKGROUND:
        return Work(run.id, run.tenant, "low")
    return Work(run.id, run.tenant, "high" if run.resumes else "normal")


def asking_order(take: int) -> tuple[Priority, ...]:
    """Which priority is asked first, second and third at the ``take``-th take.

    Mostly by rank. One take in eight begins with ``low`` and one with ``normal``, so that no flood
    of urgent work holds back the rest for ever.
    """
    match take % _TURNS:
        case 7:
            return ("low", "high", "normal")
        case 3:
            return ("normal", "high", "low")
        case _:
            return PRIORITIES
