"""Rows of questions against the log of their turn."""

from collections.abc import Iterable, Sequence

from interlock.domain.events import Event, InterruptClosed, InterruptOpened
from interlock.domain.interrupts import Question
from interlock.ledger.recount import Difference
from interlock.sight.differ import differ


def check_questions(questions: Sequence[Question], events: Iterable[Event]) -> list[Difference]:
    """A question is as it was asked, and its decision is the one that the log goes on with.

    A decision comes before the run that tells of it: one that no event has yet is right.
    """
    kept = {question.interrupt.id: question for question in questions}
    asked: set[str] = set()
    found: list[Difference] = []
    for event in events:
        fact = event.data
        if isinstance(fact, InterruptOpened):
            asked.add(fact.interrupt.id)
            row = kept.get(fact.interrupt.id)
            mine = None if row is None else row.interrupt
            found += differ("question", fact.interrupt.id, mine, fact.interrupt)
        elif isinstance(fact, InterruptClosed):
            row = kept.get(fact.interrupt_id)
            mine = None if row is None else row.decision
            found += differ("decision", fact.interrupt_id, mine, fact.decision)
    return [
        *found,
        *(
            Difference(what="question", where=one, kept="asked", right="")
            for one in sorted(kept.keys() - asked)
        ),
    ]
