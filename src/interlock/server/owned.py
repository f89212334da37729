"""Look a row up for a principal. What is not theirs does not exist: the answer is the same."""

from interlock.commands.cancel import owns
from interlock.domain.interrupts import Question
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.rights import may_see
from interlock.errors import NotFound
from interlock.ports import Reader


def own_run(reader: Reader, principal: Principal, run_id: str) -> Run:
    """A run of the principal's.

    Raises:
        NotFound: There is none, or it is somebody else's.
    """
    run = reader.run(run_id)
    if run is None or not owns(principal, run):
        raise NotFound("There is no such run.", "run_not_found")
    return run


def seen_question(reader: Reader, principal: Principal, interrupt_id: str) -> Question:
    """A question that the principal may see.

    Raises:
        NotFound: There is none, or it is not for their eyes.
    """
    question = reader.question(interrupt_id)
    if question is None or not may_see(principal, question.interrupt):
        raise NotFound("There is no such question.", "interrupt_not_found")
    return question
