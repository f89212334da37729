"""The port of webhooks and of notices on their way."""

from typing import Protocol

from interlock.domain.hooks import Delivery, DeliveryState, Hook, Parcel, Secrets


class Hooks(Protocol):
    """Who is told of what. Who may see or change it is decided elsewhere.

    Notices themselves are written by the store, with the events that they tell of.
    """

    def get(self, hook_id: str) -> Hook | None:
        """One webhook."""
        ...

    def get_to_change(self, hook_id: str) -> Hook | None:
        """One webhook, which nobody else changes until the transaction is over."""
        ...

    def of_tenant(self, tenant: str) -> list[Hook]:
        """A tenant's webhooks, newest first."""
        ...

    def secrets(self, hook_id: str) -> Secrets | None:
        """What signs a webhook's notices."""
        ...

    def add(self, hook: Hook, secret: str) -> None:
        """Store a new one."""
        ...

    def change(self, hook: Hook) -> None:
        """Store it anew; whose it is and its secrets stay."""
        ...

    def change_secrets(self, hook_id: str, secrets: Secrets) -> None:
        """Sign with other secrets from now on."""
        ...

    def remove(self, hook_id: str) -> None:
        """Forget it and what was on its way."""
        ...

    def send(self, hook: Hook, delivery: Delivery, body: bytes) -> None:
        """Send something on its way to one webhook. An id that is there already changes nothing."""
        ...

    def anything_due(self, now: int) -> bool:
        """Whether something is to be sent. Cheap, for it is asked all the time."""
        ...

    def next_with_mail(self, after: str) -> str:
        """The id of the next webhook, in the order of ids, that something waits for; or empty."""
        ...

    def claim(self, hook_id: str, now: int, until: int, limit: int) -> list[Parcel]:
        """Take what is due for a webhook and held by nobody else. It counts as attempts.

        Args:
            hook_id: For whom.
            now: In ms since the epoch.
            until: When somebody else may take it, should no outcome come.
            limit: How many at most.
        """
        ...

    def settle(self, parcel: Parcel, delivery: Delivery) -> bool:
        """Say how an attempt went. False: it was handed to somebody else meanwhile."""
        ...

    def give_up(self, hook_id: str, now: int, error: str) -> int:
        """Set aside all that waits for a webhook. How much that was."""
        ...

    def delivery(self, hook_id: str, delivery_id: str) -> tuple[Delivery, bytes] | None:
        """One notice and its body."""
        ...

    def deliveries(
        self, hook_id: str, state: DeliveryState | None, limit: int, before: str
    ) -> list[Delivery]:
        """A webhook's notices, newest first; ``before`` is the id of the last one seen."""
        ...

    def redeliver(self, hook_id: str, delivery_id: str, now: int) -> bool:
        """Send one once more, from the beginning. False: there is none."""
        ...

    def redeliver_failed(self, hook_id: str, since: int, now: int) -> int:
        """Send what was set aside once more, if it happened since then. How much that is."""
        ...

    def forget(self, before: int, limit: int) -> int:
        """Drop up to so many that were over before a time. How many they were."""
        ...
