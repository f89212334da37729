"""Ask for a stop of a run."""

from interlock.domain.events import RunEnded
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.rights import ADMIN
from interlock.errors import NotFound
from interlock.ports import Tx


def cancel(tx: Tx, principal: Principal, run_id: str, now: int, reason: str = "") -> Run:
    """Mark an active run; its driver stops model and tools. A run that is over stays as it is.

    A run that nobody drives yet ends here: it may wait long for a driver. One that resumes a turn
    has calls to close, and is left to its driver.

    Raises:
        NotFound: No such run, or somebody else's.
    """
    run = tx.run(run_id)
    if run is None or not owns(principal, run):
        raise NotFound("There is no such run.", "run_not_found")
    if run.status not in RUN_OVER and not run.cancel_by:
        tx.request_cancel(run_id, principal.user, reason)
        if run.status == "queued" and not run.resumes:
            end = RunEnded(status="cancelled", code="cancelled", text=reason, by=principal.user)
            tx.append(run_id, [end], now)
    return tx.run(run_id) or run


def owns(principal: Principal, run: Run) -> bool:
    """Whether a run exists for this principal."""
    same_user = principal.user == run.user or ADMIN in principal.roles
    return principal.tenant == run.tenant and same_user
