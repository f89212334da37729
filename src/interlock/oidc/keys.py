"""The public keys of an issuer: fetched, kept, and fetched again when an unknown one is named.

Anybody can send a token that names an unknown key, so the issuer is asked at most every so often.
While it does not answer, the keys that are known go on working.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from interlock.domain.messages import Json
from interlock.ports import Clock

_log = logging.getLogger(__name__)

AGAIN_MS = 30_000
"""The least time between two fetches."""

FRESH_MS = 3_600_000
"""How long a key that the issuer no longer shows may still count."""

Fetch = Callable[[], Awaitable[list[dict[str, Json]]]]
"""Gets the issuer's keys as JWK objects; raises ``OSError`` or ``ValueError`` when it can't."""


class IssuerKeys:
    """Keys by their id.

    Args:
        fetch: Asks the issuer.
        clock: The time.
    """

    def __init__(self, fetch: Fetch, clock: Clock) -> None:
        self._fetch = fetch
        self._clock = clock
        self._known: Mapping[str, dict[str, Json]] = {}
        self._tried_at = -AGAIN_MS
        self._got_at = 0
        self._lock = asyncio.Lock()

    async def get(self, kid: str) -> dict[str, Json] | None:
        """The key of this id; None when the issuer has none."""
        old = self._clock.now() - self._got_at >= FRESH_MS
        if kid not in self._known or old:
            await self._refresh(kid, old=old)
        return self._known.get(kid)

    async def _refresh(self, kid: str, *, old: bool) -> None:
        async with self._lock:
            now = self._clock.now()
            if now - self._tried_at < AGAIN_MS or (kid in self._known and not old):
                return  # somebody asked a moment ago, perhaps while we waited
            self._tried_at = now
            try:
                keys = await self._fetch()
            except (OSError, ValueError, TimeoutError) as error:
                _log.warning("the keys of the OIDC issuer can't be fetched: %s", error)
                return
            self._known = {str(key["kid"]): key for key in keys if isinstance(key.get("kid"), str)}
            self._got_at = now
