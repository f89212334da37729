"""Sessions of the web UI: a one-time code becomes a token that outlives a restart of the server.

The address that ``serve`` prints holds a code in its fragment, which browsers send to nobody. The
page redeems it once and keeps the token; whoever finds the address later finds it used.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

import msgspec
from msgspec import Struct

from interlock.domain.ids import new_id
from interlock.domain.principals import Principal
from interlock.ports import Clock

CODE_SECONDS = 24 * 3600
"""How long a code waits to be used."""

SESSION_SECONDS = 7 * 24 * 3600
"""How long a session lasts."""

MOST_CODES = 100
"""Codes that wait at the same time; the oldest goes first."""

PREFIX = "session."


class Claim(Struct, frozen=True):
    """What a session token says: who, and until when (ms since the epoch)."""

    tenant: str
    user: str
    roles: list[str]
    until: int
    nonce: str


class Sessions:
    """Makes and reads session tokens. A token is a claim and its HMAC-SHA-256.

    Args:
        secret: Signs tokens. As long as it stays the same, sessions survive a restart.
        clock: The time.
    """

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._secret = secret
        self._clock = clock
        self._codes: dict[str, tuple[Principal, int]] = {}

    def invite(self, principal: Principal) -> str:
        """A code that opens one session for this principal."""
        code = new_id("code")
        while len(self._codes) >= MOST_CODES:
            self._codes.pop(next(iter(self._codes)))
        self._codes[_mark(code)] = (principal, self._clock.now() + CODE_SECONDS * 1000)
        return code

    def redeem(self, code: str) -> tuple[str, int] | None:
        """A token and its end in ms since the epoch; None for a code that is used, old or wrong."""
        principal, until = self._codes.pop(_mark(code), (None, 0))
        if principal is None or until <= self._clock.now():
            return None
        end = self._clock.now() + SESSION_SECONDS * 1000
        roles = sorted(principal.roles)
        claim = Claim(principal.tenant, principal.user, roles, end, new_id("session"))
        body = urlsafe_b64encode(msgspec.json.encode(claim)).rstrip(b"=")
        return f"{PREFIX}{body.decode()}.{self._sign(body)}", end

    def principal(self, token: str) -> Principal | None:
        """Who holds a token; None when it is none of ours, or over."""
        body, _, signature = token.removeprefix(PREFIX).partition(".")
        signed = self._sign(body.encode())
        if not token.startswith(PREFIX) or not hmac.compare_digest(signed, signature):
            return None
        claim = msgspec.json.decode(urlsafe_b64decode(body + "=" * (-len(body) % 4)), type=Claim)
        if claim.until <= self._clock.now():
            return None
        return Principal(claim.tenant, claim.user, frozenset(claim.roles), "session")

    def _sign(self, body: bytes) -> str:
        return hmac.new(self._secret, body, sha256).hexdigest()


def _mark(code: str) -> str:
    """Codes are kept and compared by their digest, as tokens are."""
    return sha256(code.encode()).hexdigest()
