"""What PostgreSQL's errors mean for whoever waits, and whether trying again can help."""

from typing import Final

import psycopg
from psycopg import errors

from interlock.errors import Conflict, NotFound, OutcomeUnknown, StoreFailed

AGAIN: Final = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.UniqueViolation,  # another transaction was faster: the next look sees its row
    errors.FeatureNotSupported,  # a migration changed what a prepared statement returns
)
"""After these the same transaction may go well when it is run again from its beginning."""


def explain(error: Exception) -> Exception:
    """An error for whoever waits; what the database says is for the log."""
    if not isinstance(error, psycopg.Error):
        return error
    fault = _fault(error)
    fault.__cause__ = error
    return fault


def _fault(error: psycopg.Error) -> Exception:
    match error:
        case errors.InsufficientPrivilege():
            return NotFound("There is no such object.")
        case errors.UniqueViolation():
            return Conflict("The id is in use: choose another.", "id_taken")
        case _:
            code = error.sqlstate or "connection lost"
            return StoreFailed(
                f"the database could not store this ({code}), nothing of it was kept: "
                "check the health of the database and its disk, then try again"
            )


def unknown(error: Exception | None) -> StoreFailed:
    """For a transaction whose end nobody can tell, because the database went away with it."""
    fault = OutcomeUnknown(
        "the database went away while it stored this, and it is not known whether it did: "
        "look before you repeat it, or repeat it with the same idempotency key"
    )
    fault.__cause__ = error
    return fault
