"""The audit log in the database."""

from msgspec import json

from interlock.domain.audit import Act
from interlock.ports.access import Sought
from interlock.store.session import Session, Value


class Audit:
    """``ports.access.Audit`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, act: Act) -> None:
        """Add an act, in the transaction of what it did."""
        values: dict[str, Value] = {
            "time": act.time,
            "tenant": act.tenant,
            "actor": act.actor,
            "method": act.method,
            "action": act.action,
            "subject": act.subject,
            "channel": act.channel,
            "details_json": json.encode(act.details),
        }
        self._session.run("add_act", values)

    def acts(self, sought: Sought) -> list[Act]:
        """Acts, newest first."""
        values: dict[str, Value] = {
            "tenant": sought.tenant,
            "actor": sought.actor,
            "action": sought.action,
            "subject": sought.subject,
            "before": sought.before,
            "limit": sought.limit,
        }
        return [
            Act(
                number=row["number"],
                time=row["time"],
                tenant=row["tenant"],
                actor=row["actor"],
                method=row["method"],
                action=row["action"],
                subject=row["subject"],
                channel=row["channel"],
                details=json.decode(row["details_json"]),
            )
            for row in self._session.all("acts", values)
        ]
