"""Count one run that is over."""

from interlock.domain.count_run import count_run
from interlock.domain.figures import Count
from interlock.errors import InterlockError
from interlock.ports import Reader


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
    return run.tenant, count_run(reader.events(run_id), asked)
