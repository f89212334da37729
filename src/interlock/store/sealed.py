"""Sealed secrets, as rows."""

from interlock.ports import SealedSecret
from interlock.store.session import Session, Value


class Sealed:
    """``ports.Sealed`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(self, secret: SealedSecret, now: int) -> None:
        """Keep a secret; one that is there is as new."""
        values: dict[str, Value] = {
            "tenant": secret.tenant,
            "thread_id": secret.thread_id,
            "handle": secret.handle,
            "time": now,
            "body": secret.body,
        }
        self._session.run("put_sealed", values)

    def body(self, tenant: str, thread_id: str, handle: str) -> bytes | None:
        """What is kept for a handle of a conversation."""
        values: dict[str, Value] = {"tenant": tenant, "thread_id": thread_id, "handle": handle}
        row = self._session.one("sealed", values)
        return None if row is None else bytes(row["body"])

    def drop(self, before: int) -> int:
        """Drop what had no use since then, and how much it was."""
        return self._session.run("drop_sealed", {"before": before})
