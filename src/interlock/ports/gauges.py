"""The port of what is looked at from outside, all tenants together."""

from typing import Protocol

from interlock.domain.standing import Standing


class Gauges(Protocol):
    """Counts what waits."""

    def standing(self, now: int) -> Standing:
        """How the installation stands.

        Args:
            now: The time of this machine; the database's own decides where it is shared.
        """
        ...
