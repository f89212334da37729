"""AES-256-GCM for secrets at rest (NIST SP 800-38D). Imported where the first one is sealed."""

import secrets
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from interlock.ports import Sealer

FORM = b"\x01"
"""Begins what is sealed in this form: this byte, the nonce, the text and its tag."""

NONCE = 12
"""Bytes. Drawn at random, they are safe for 2^32 secrets of one key (section 8.3)."""


class Cipher:
    """``ports.Sealer`` with one key.

    Args:
        key: 32 bytes.
        random: Draws the nonce.
    """

    def __init__(self, key: bytes, random: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._cipher = AESGCM(key)
        self._random = random

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """Seal, under a nonce of its own."""
        nonce = self._random(NONCE)
        return FORM + nonce + self._cipher.encrypt(nonce, plain, FORM + about)

    def open(self, body: bytes, about: bytes) -> bytes | None:
        """What was sealed; None when the key, ``about`` or a bit is not the same."""
        nonce, rest = body[1 : 1 + NONCE], body[1 + NONCE :]
        if body[:1] != FORM or len(nonce) < NONCE:
            return None
        try:
            return self._cipher.decrypt(nonce, rest, FORM + about)
        except InvalidTag:
            return None


_fits: Callable[[bytes], Sealer] = Cipher
