"""Close questions whose time is over: a no with that reason, which never locks a thread."""

from collections.abc import Callable

from interlock.commands.resume import resume_if_answered
from interlock.domain.ids import new_id
from interlock.domain.interrupts import Decision
from interlock.domain.principals import SYSTEM
from interlock.domain.records import Run
from interlock.ports import Tx

BATCH = 100
"""How many questions one transaction closes."""


def expire(tx: Tx, now: int, make_id: Callable[[str], str] = new_id) -> list[Run]:
    """Expire what is due.

    Returns:
        The runs that go on because none of their questions is open any more.
    """
    decision = Decision(
        status="expired", by=SYSTEM, at=now, channel=SYSTEM, reason="nobody answered in time"
    )
    due = tx.due_questions(now, BATCH)
    turns = dict.fromkeys(
        question.interrupt.turn_id for question in due if tx.decide(question.interrupt.id, decision)
    )
    runs: list[Run] = []
    for turn_id in turns:
        latest = tx.turn_runs(turn_id)[-1]
        if latest.status == "interrupted":
            run = resume_if_answered(tx, latest, make_id("run"), SYSTEM, now)
            if run is not None:
                runs.append(run)
    return runs
