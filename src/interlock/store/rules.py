"""Standing rules in the database."""

from msgspec import json

from interlock.domain.principals import Principal
from interlock.domain.rules import Attempt, Rule, Where, covers
from interlock.ports.access import Page
from interlock.store.session import Row, Session, Value


class Rules:
    """``ports.access.Rules`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, rule_id: str) -> Rule | None:
        """One rule."""
        row = self._session.one("rule", {"rule_id": rule_id})
        return None if row is None else _rule_from(row)

    def page(self, who: Principal, page: Page, *, everybody: bool, now: int = 0) -> list[Rule]:
        """A tenant's rules, newest first: everybody's, or those of and by the principal."""
        values: dict[str, Value] = {
            "tenant": who.tenant,
            "user": who.user,
            "everybody": int(everybody),
            "now": now,
            "before": page.before,
            "limit": page.limit,
        }
        return [_rule_from(row) for row in self._session.all("rules", values)]

    def matching(self, call: Attempt, now: int) -> list[Rule]:
        """The rules that let a call run, oldest first."""
        values: dict[str, Value] = {
            "tenant": call.tenant,
            "user": call.user,
            "agent": call.agent,
            "tool": call.tool,
            "now": now,
        }
        found = (_rule_from(row) for row in self._session.all("rules_for", values))
        return [rule for rule in found if covers(rule, call, now)]

    def add(self, rule: Rule) -> None:
        """Store a rule."""
        values: dict[str, Value] = {
            "id": rule.id,
            "tenant": rule.tenant,
            "user": rule.user,
            "agent": rule.agent,
            "thread_id": rule.thread_id,
            "tool": rule.tool,
            "fingerprint": rule.fingerprint,
            "where_json": json.encode(rule.where),
            "loose": int(rule.loose),
            "created_by": rule.created_by,
            "created_at": rule.created_at,
            "expires_at": rule.expires_at,
            "interrupt_id": rule.interrupt_id,
            "reason": rule.reason,
        }
        self._session.run("add_rule", values)

    def revoke(self, rule_id: str, by: str, now: int) -> bool:
        """Take it back. False: somebody did before."""
        values: dict[str, Value] = {"rule_id": rule_id, "by": by, "now": now}
        return self._session.run("revoke_rule", values) == 1


def _rule_from(row: Row) -> Rule:
    return Rule(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        agent=row["agent"],
        thread_id=row["thread_id"],
        tool=row["tool"],
        fingerprint=row["fingerprint"],
        where=json.decode(row["where_json"], type=tuple[Where, ...]),
        loose=bool(row["loose"]),
        created_by=row["created_by"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        revoked_by=row["revoked_by"],
        interrupt_id=row["interrupt_id"],
        reason=row["reason"],
    )
