"""Resume a turn whose questions are all decided."""

from interlock.domain.events import Fact, InterruptClosed, RunStarted
from interlock.domain.records import Run
from interlock.errors import Conflict
from interlock.ports import Tx


def resume_if_answered(tx: Tx, interrupted: Run, run_id: str, channel: str, now: int) -> Run | None:
    """Store the run that carries the decisions on, in the transaction of the last decision.

    Returns:
        The new run, or None while a question of the interrupted run is open.

    Raises:
        Conflict: A run of this id exists.
    """
    asked = [
        question
        for question in tx.turn_questions(interrupted.turn_id)
        if question.interrupt.run_id == interrupted.id
    ]
    facts: list[Fact] = []
    for question in asked:
        if question.decision is None:
            return None
        asking = question.interrupt
        facts.append(
            InterruptClosed(
                interrupt_id=asking.id, decision=question.decision, call_id=asking.call_id
            )
        )
    if tx.run(run_id) is not None:
        raise Conflict("A run of this id exists. Use a new id for each run.", "run_exists")
    run = _next(interrupted, run_id, channel, now)
    tx.insert_run(run)
    tx.append(run.id, [_start(run), *facts], now)
    return run


def _next(interrupted: Run, run_id: str, channel: str, now: int) -> Run:
    return Run(
        id=run_id,
        tenant=interrupted.tenant,
        user=interrupted.user,
        thread_id=interrupted.thread_id,
        turn_id=interrupted.turn_id,
        agent=interrupted.agent,
        status="queued",
        created_at=now,
        resumes=interrupted.id,
        channel=channel,
        key=interrupted.key,
    )


def _start(run: Run) -> RunStarted:
    return RunStarted(
        thread_id=run.thread_id,
        turn_id=run.turn_id,
        agent=run.agent,
        tenant=run.tenant,
        user=run.user,
        resumes=run.resumes,
        channel=run.channel,
        key=run.key,
    )
