"""Signatures of outgoing notices, so that a receiver knows who sent them and that they are whole.

Source: Standard Webhooks 1.0, symmetric signatures (``v1``): HMAC-SHA256 over the id, the time and
the body, joined by full stops; a secret is ``whsec_`` and the base64 of 24 to 64 bytes.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence

PREFIX = "whsec_"
SECRET_BYTES = 32


def make_secret(random: Callable[[int], bytes]) -> str:
    """A new secret.

    Args:
        random: Draws so many bytes that nobody can guess.
    """
    return PREFIX + base64.b64encode(random(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, seconds: int, body: bytes) -> str:
    """One signature, ``v1,`` and base64.

    Args:
        secret: As ``make_secret`` makes it.
        message_id: The header ``webhook-id``.
        seconds: The header ``webhook-timestamp``, since the epoch.
        body: The body as it is sent.
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = b"%b.%d.%b" % (message_id.encode(), seconds, body)
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def signed_headers(
    secrets: Sequence[str], message_id: str, now: int, body: bytes
) -> dict[str, str]:
    """The headers of a signed message; each secret gives a signature, and any one is enough.

    Args:
        secrets: The present one first, then the one before while it still counts.
        message_id: The id, the same in every attempt.
        now: In ms since the epoch.
        body: The body as it is sent.
    """
    seconds = now // 1000
    signatures = [signature(secret, message_id, seconds, body) for secret in secrets]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(signatures),
    }
