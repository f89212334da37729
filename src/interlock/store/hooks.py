"""Webhooks in the database, and the notices on their way to them."""

from msgspec import json
from msgspec.structs import replace

from interlock.domain.hooks import Delivery, DeliveryState, Hook, HookEvent, Parcel, Secrets
from interlock.ports import hooks
from interlock.store.session import Row, Session, Value


class Hooks:
    """``ports.hooks.Hooks`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, hook_id: str) -> Hook | None:
        """One webhook."""
        row = self._session.one("hook", {"hook_id": hook_id})
        return None if row is None else _hook_from(row)

    def get_to_change(self, hook_id: str) -> Hook | None:
        """One webhook, which nobody else changes until the transaction is over."""
        row = self._session.one("hook_to_change", {"hook_id": hook_id})
        return None if row is None else _hook_from(row)

    def of_tenant(self, tenant: str) -> list[Hook]:
        """A tenant's webhooks, newest first."""
        return [_hook_from(row) for row in self._session.all("hooks_of_tenant", {"tenant": tenant})]

    def active(self, tenant: str) -> list[Hook]:
        """A tenant's webhooks that are on."""
        return [_hook_from(row) for row in self._session.all("active_hooks", {"tenant": tenant})]

    def secrets(self, hook_id: str) -> Secrets | None:
        """What signs a webhook's notices."""
        row = self._session.one("hook", {"hook_id": hook_id})
        if row is None:
            return None
        return Secrets(row["secret"], row["previous"], row["previous_until"])

    def add(self, hook: Hook, secret: str) -> None:
        """Store a new one."""
        self._session.run("add_hook", {**_hook_values(hook), "secret": secret})

    def change(self, hook: Hook) -> None:
        """Store it anew; whose it is and its secrets stay."""
        self._session.run("change_hook", _hook_values(hook))

    def change_secrets(self, hook_id: str, secrets: Secrets) -> None:
        """Sign with other secrets from now on."""
        values: dict[str, Value] = {
            "hook_id": hook_id,
            "secret": secrets.current,
            "previous": secrets.previous,
            "previous_until": secrets.previous_until,
        }
        self._session.run("change_secrets", values)

    def remove(self, hook_id: str) -> None:
        """Forget it and what was on its way."""
        self._session.run("remove_deliveries", {"hook_id": hook_id})
        self._session.run("remove_hook", {"hook_id": hook_id})

    def send(self, hook: Hook, delivery: Delivery, body: bytes) -> None:
        """Send something on its way to one webhook."""
        values: dict[str, Value] = {
            "id": delivery.id,
            "hook_id": hook.id,
            "tenant": hook.tenant,
            "user": hook.user,
            "event": delivery.event,
            "run_id": delivery.run_id,
            "thread_id": delivery.thread_id,
            "body": body,
            "created_at": delivery.created_at,
        }
        self._session.run("add_delivery", values)

    def anything_due(self, now: int) -> bool:
        """Whether something is to be sent."""
        return self._session.one("any_delivery_due", {"now": now}) is not None

    def next_with_mail(self, after: str) -> str:
        """The id of the next webhook that something waits for; or empty."""
        row = self._session.one("next_hook_with_mail", {"after": after})
        return "" if row is None else str(row["hook_id"])

    def claim(self, hook_id: str, now: int, until: int, limit: int) -> list[Parcel]:
        """Take what is due for a webhook and held by nobody else."""
        hook, secrets = self.get(hook_id), self.secrets(hook_id)
        if hook is None or secrets is None:
            self.give_up(hook_id, now, "removed")
            return []
        values: dict[str, Value] = {"hook_id": hook_id, "now": now, "limit": limit}
        rows = self._session.all("due_deliveries", values)
        self._session.run_many(
            "claim_delivery", [{"id": row["id"], "until": until} for row in rows]
        )
        return [_parcel_from(row, hook, secrets) for row in rows]

    def settle(self, parcel: Parcel, delivery: Delivery) -> bool:
        """Say how an attempt went. False: it was handed to somebody else meanwhile."""
        values: dict[str, Value] = {
            "id": delivery.id,
            "lease": parcel.lease,
            "state": delivery.state,
            "next_at": delivery.next_at,
            "ended_at": delivery.ended_at,
            "status": delivery.status,
            "error": delivery.error,
        }
        return self._session.run("settle_delivery", values) == 1

    def give_up(self, hook_id: str, now: int, error: str) -> int:
        """Set aside all that waits for a webhook."""
        values: dict[str, Value] = {"hook_id": hook_id, "now": now, "error": error}
        return self._session.run("give_up_deliveries", values)

    def delivery(self, hook_id: str, delivery_id: str) -> tuple[Delivery, bytes] | None:
        """One notice and its body."""
        row = self._session.one("delivery", {"hook_id": hook_id, "id": delivery_id})
        return None if row is None else (_delivery_from(row), bytes(row["body"]))

    def deliveries(
        self, hook_id: str, state: DeliveryState | None, limit: int, before: str
    ) -> list[Delivery]:
        """A webhook's notices, newest first."""
        name = "deliveries" if state is None else "deliveries_by_state"
        values: dict[str, Value] = {
            "hook_id": hook_id,
            "state": state,
            "limit": limit,
            "before": before,
        }
        return [_delivery_from(row) for row in self._session.all(name, values)]

    def redeliver(self, hook_id: str, delivery_id: str, now: int) -> bool:
        """Send one once more, from the beginning. False: there is none."""
        values: dict[str, Value] = {"hook_id": hook_id, "id": delivery_id, "now": now}
        return self._session.run("redeliver", values) == 1

    def redeliver_failed(self, hook_id: str, since: int, now: int) -> int:
        """Send what was set aside once more, if it happened since then."""
        values: dict[str, Value] = {"hook_id": hook_id, "since": since, "now": now}
        return self._session.run("redeliver_failed", values)

    def forget(self, before: int, limit: int) -> int:
        """Drop up to so many that were over before a time."""
        return self._session.run("forget_deliveries", {"before": before, "limit": limit})


def _hook_from(row: Row) -> Hook:
    return Hook(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        name=row["name"],
        url=row["url"],
        events=json.decode(row["events_json"], type=tuple[HookEvent, ...]),
        agent=row["agent"],
        details=bool(row["details"]),
        disabled_at=row["disabled_at"],
        disabled_why=row["disabled_why"],
        rotated_at=row["rotated_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def _hook_values(hook: Hook) -> dict[str, Value]:
    return {
        "id": hook.id,
        "tenant": hook.tenant,
        "user": hook.user,
        "name": hook.name,
        "url": hook.url,
        "events_json": json.encode(hook.events),
        "agent": hook.agent,
        "details": int(hook.details),
        "disabled_at": hook.disabled_at,
        "disabled_why": hook.disabled_why,
        "rotated_at": hook.rotated_at,
        "created_at": hook.created_at,
        "updated_at": hook.updated_at,
    }


def _delivery_from(row: Row) -> Delivery:
    return Delivery(
        id=row["id"],
        hook_id=row["hook_id"],
        tenant=row["tenant"],
        event=row["event"],
        state=row["state"],
        attempts=row["attempts"],
        next_at=row["next_at"],
        created_at=row["created_at"],
        ended_at=row["ended_at"],
        status=row["status"],
        error=row["error"],
        run_id=row["run_id"],
        thread_id=row["thread_id"],
    )


def _parcel_from(row: Row, hook: Hook, secrets: Secrets) -> Parcel:
    """What the claim has made of a row."""
    delivery = _delivery_from(row)
    return Parcel(
        delivery=replace(delivery, attempts=delivery.attempts + 1),
        lease=row["lease"] + 1,
        url=hook.url,
        secrets=secrets,
        body=bytes(row["body"]),
    )


_fits: type[hooks.Hooks] = Hooks
