"""Notices of events, written in the transaction of the events that they tell of.

Every event and every decision passes here, so no path can forget to tell. Where nobody subscribed,
the price is one look at an index when a run ends or a question is asked or decided.
"""

from collections.abc import Sequence

from interlock.domain.events import Event, InterruptOpened, ModelEnded, RunEnded, Spoken
from interlock.domain.interrupts import Decision
from interlock.domain.messages import text_of
from interlock.domain.notices import Notice, decided, ended, opened, result
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule, Slot
from interlock.store.hooks import Hooks
from interlock.store.post import post
from interlock.store.reader import SqlReader

TAIL = 50
"""Among so many last events of a run its last words are found."""

TOLD = (InterruptOpened, RunEnded)
"""Facts of which there may be something to tell. Decisions are no facts when they are made."""


class Outbox:
    """Tells those who subscribed.

    Args:
        reader: The transaction, as it stands after what it tells of.
    """

    def __init__(self, reader: SqlReader) -> None:
        self._reader = reader
        self._hooks = Hooks(reader.session)

    def tell(self, tenant: str, events: Sequence[Event]) -> None:
        """Tell of what events of one tenant's run say, if it is something to tell."""
        lasting = [event for event in events if isinstance(event.data, TOLD)]
        hooks = self._hooks.active(tenant) if lasting else []
        if hooks:
            for event in lasting:
                post(self._hooks, hooks, self._notices(event))

    def tell_decision(self, interrupt_id: str, decision: Decision) -> None:
        """Tell what became of a question."""
        question = self._reader.question(interrupt_id)
        hooks = [] if question is None else self._hooks.active(question.interrupt.tenant)
        if question is not None and hooks:
            post(self._hooks, hooks, [decided(question.interrupt, decision)])

    def _notices(self, event: Event) -> list[Notice]:
        fact = event.data
        if isinstance(fact, InterruptOpened):
            return [opened(fact.interrupt)]
        run = self._reader.run(event.run_id)
        if run is None or not isinstance(fact, RunEnded):
            return []
        notices = [ended(run, fact, event.time)]
        fired = None if fact.status == "interrupted" else self._fired(run)
        if fired is not None:
            notices.append(result(run, fact, event.time, fired, self._last_words(run)))
        return notices

    def _fired(self, run: Run) -> tuple[Schedule, Slot] | None:
        """The schedule and the slot that the run's turn began with."""
        slot = self._reader.schedules.slot_of_turn(run.turn_id)
        schedule = None if slot is None else self._reader.schedules.get(slot.schedule_id)
        return None if slot is None or schedule is None else (schedule, slot)

    def _last_words(self, run: Run) -> str:
        for event in reversed(self._reader.events(run.id, max(0, run.last_seq - TAIL))):
            if isinstance(event.data, ModelEnded | Spoken):
                return text_of(event.data.message)
        return ""
