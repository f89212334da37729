"""Counts runs while they are written, so that few have to be read again when they are over."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from interlock.domain.count_run import Tally
from interlock.domain.events import Event, InterruptClosed, RunEnded
from interlock.domain.figures import Count
from interlock.domain.interrupts import Interrupt

MOST: Final = 1_000
"""Runs that are followed at the same time, and counts that wait to be fetched. Of more, the oldest
are forgotten: their logs are read when they are over."""


class Tallies:
    """Follows the runs that this process writes, from their first event to their last.

    A run of which somebody else wrote a part, or that answers a question of an earlier one, is left
    out: what it adds is read off its log.
    """

    def __init__(self) -> None:
        self._going: OrderedDict[str, Tally] = OrderedDict()
        self._ready: OrderedDict[str, Count] = OrderedDict()

    def take(self, events: Sequence[Event]) -> None:
        """Follow what was written to the log of one run. In the order of the log."""
        run_id = events[0].run_id
        tally = self._going.get(run_id)
        if tally is None:
            if events[0].seq != 1:
                return
            tally = self._going[run_id] = Tally(_none_asked)
            _bound(self._going)
        for event in events:
            if event.seq != tally.seq + 1 or isinstance(event.data, InterruptClosed):
                self._going.pop(run_id, None)
                return
            tally.take(event)
        if isinstance(events[-1].data, RunEnded):
            self._going.pop(run_id, None)
            self._ready[run_id] = tally.count()
            _bound(self._ready)

    def fetch(self, run_id: str) -> Count | None:
        """What a run that is over adds, once; None when its log has to be read. From any thread."""
        return self._ready.pop(run_id, None)


def _bound(kept: OrderedDict[str, Any]) -> None:
    if len(kept) > MOST:
        kept.popitem(last=False)


def _none_asked() -> Mapping[str, Interrupt]:
    return {}
