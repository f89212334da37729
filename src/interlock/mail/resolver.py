"""Names to addresses, of which only public ones are given out."""

import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from interlock.domain.address import is_public


class PrivateAddress(OSError):
    """A name leads to this machine or its network."""


class PublicResolver(AbstractResolver):
    """Resolves a name, and refuses it when any of its addresses is not public.

    The connection goes to the addresses that were looked at, so that a name which leads elsewhere
    a moment later gains nothing. An address that is written as a number never comes here.
    """

    def __init__(self) -> None:
        self._inner = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name.

        Raises:
            PrivateAddress: One of them is not public.
            OSError: There are none.
        """
        found = await self._inner.resolve(host, port, family)
        if not found or not all(is_public(one["host"]) for one in found):
            raise PrivateAddress(f"{host} leads to no public address")
        return found

    async def close(self) -> None:
        """Nothing is held."""
