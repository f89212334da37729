"""API keys: a public id to look it up by, and a secret of 256 random bits that is kept as a digest.

``ilk_<32 hex digits>_<64 hex digits>``: the prefix says what it is (so that scanners for leaked
secrets find it), the id finds the row, the secret proves the holder. A secret that is random
throughout needs no slow hash: there is nothing to guess. Sessions of the web UI and the one-time
codes that open them are keys, too; that way all three end by the same revocation.
"""

import hmac
import re
from hashlib import sha256
from typing import Literal

from msgspec import Struct

KeyKind = Literal["key", "session", "code"]

PREFIX = "ilk_"
SECRET_BYTES = 32
_TOKEN = re.compile(r"ilk_([0-9a-f]{32})_([0-9a-f]{64})\Z", re.ASCII)

USE_MS = 60_000
"""How exact ``last_used_at`` is: one write a minute and key at most."""


class ApiKey(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A key as it is stored: never its secret.

    Args:
        id: ``key_…``.
        tenant: Whose it is.
        user: As whom it acts.
        name: What its owner calls it.
        digest: SHA-256 of the secret, hexadecimal.
        kind: ``key``; ``session`` of the web UI; ``code``, which opens one session.
        scopes: What it may be used for.
        created_at: Ms since the epoch, as all times.
        created_by: The user who made it.
        expires_at: 0 for never.
        last_used_at: To the minute; 0 for never.
        revoked_at: 0 while it is good.
        root: The key that this session or code came from, or that this key takes the place of.
    """

    id: str
    tenant: str
    user: str
    name: str
    digest: str
    kind: KeyKind = "key"
    scopes: tuple[str, ...] = ()
    created_at: int = 0
    created_by: str = ""
    expires_at: int = 0
    last_used_at: int = 0
    revoked_at: int = 0
    root: str = ""

    @property
    def prefix(self) -> str:
        """The part of the token that may be shown, so that people can tell their keys apart."""
        return f"{PREFIX}{self.id.removeprefix('key_')[:8]}"

    def good(self, now: int) -> bool:
        """Whether it opens anything at this time."""
        return not self.revoked_at and (not self.expires_at or now < self.expires_at)

    def opened_by(self, secret: str) -> bool:
        """Whether this is its secret; compared in constant time."""
        return hmac.compare_digest(self.digest, secret_digest(secret))


def secret_digest(secret: str) -> str:
    """Under what a secret is stored."""
    return sha256(secret.encode()).hexdigest()


def token_of(key_id: str, secret: bytes) -> tuple[str, str]:
    """The token that its holder gets once, and the digest that is stored.

    Args:
        key_id: ``key_`` and 32 hex digits.
        secret: 32 random bytes.
    """
    text = secret.hex()
    return f"{PREFIX}{key_id.removeprefix('key_')}_{text}", secret_digest(text)


def read_token(token: str) -> tuple[str, str] | None:
    """The id and the secret in a token; None when it is no key of ours."""
    found = _TOKEN.match(token)
    return None if found is None else (f"key_{found[1]}", found[2])
