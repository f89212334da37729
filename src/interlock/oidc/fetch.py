"""Fetches an issuer's keys: from a given address, or from where its discovery document points.

Source: OpenID Connect Discovery 1.0, section 4; RFC 7517, section 5.
"""

from typing import cast
from urllib.parse import urlsplit

import aiohttp
from msgspec import DecodeError, json

from interlock.domain.messages import Json

SECONDS = 10.0
MOST_BYTES = 512 * 1024
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class KeyFetch:
    """Asks an issuer.

    Args:
        issuer: Its address, as in ``iss``.
        jwks: Where its keys are; empty asks the discovery document.
    """

    def __init__(self, issuer: str, jwks: str = "") -> None:
        self._issuer = issuer
        self._jwks = jwks

    async def __call__(self) -> list[dict[str, Json]]:
        """Its keys as JWK objects.

        Raises:
            OSError: It can't be reached.
            ValueError: It answers with something else.
        """
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        try:
            async with aiohttp.ClientSession(timeout=timeout) as session:
                place = self._jwks or await self._discover(session)
                found = await _document(session, place)
        except aiohttp.ClientError as error:
            raise OSError(type(error).__name__) from error
        keys = found.get("keys")
        if not isinstance(keys, list):
            raise ValueError("its answer holds no keys")  # noqa: TRY004 - what was said is wrong
        listed = cast("list[Json]", keys)
        return [cast("dict[str, Json]", key) for key in listed if isinstance(key, dict)]

    async def _discover(self, session: aiohttp.ClientSession) -> str:
        place = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        found = await _document(session, place)
        jwks = found.get("jwks_uri")
        if found.get("issuer") != self._issuer or not isinstance(jwks, str):
            raise ValueError("its discovery document is another issuer's, or names no keys")
        return jwks


def is_safe(address: str) -> bool:
    """Whether keys may come from there: encrypted, or from this very machine."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)


async def _document(session: aiohttp.ClientSession, address: str) -> dict[str, Json]:
    if not is_safe(address):
        raise ValueError("its keys are not at an https address")
    async with session.get(address, allow_redirects=False) as response:
        if response.status != 200:
            raise ValueError(f"it answers {response.status}")
        body = await response.content.read(MOST_BYTES + 1)
        while len(body) <= MOST_BYTES and (more := await response.content.read(MOST_BYTES)):
            body += more
    if len(body) > MOST_BYTES:
        raise ValueError("its answer is too large")
    try:
        return json.decode(body, type=dict[str, object])
    except DecodeError as error:
        raise ValueError("its answer is no JSON object") from error
