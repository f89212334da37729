"""The port of whatever carries notices out of the house."""

from collections.abc import Mapping
from typing import Protocol

from interlock.domain.redelivery import Sent


class Post(Protocol):
    """Posts a body to an address. What goes wrong is a value, for it is nothing unusual."""

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Sent:
        """Post it, once."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
