"""Bearer tokens: who is asking. A token is found by its SHA-256 and compared in constant time."""

import hmac
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from urllib.parse import parse_qsl

from interlock.domain.keys import PREFIX
from interlock.domain.principals import Principal
from interlock.ports.identity import Identity
from interlock.server.asgi import Scope, header_values
from interlock.server.problems import Unacceptable
from interlock.server.sessions import Sessions

_BEARER = re.compile(r"Bearer +([\x21-\x7e]{1,8192})\Z", re.IGNORECASE)
_TOKEN_NAMES = frozenset(
    {"token", "access_token", "auth", "authorization", "api_key", "api-key", "apikey", "key"}
)


def token_key(token: str) -> str:
    """Under what a token is kept in ``ServerParts.tokens``: its SHA-256, hexadecimal."""
    return sha256(token.encode()).hexdigest()


async def authenticate(
    scope: Scope,
    tokens: Mapping[str, Principal],
    sessions: Sessions,
    identities: Sequence[Identity] = (),
) -> Principal:
    """Say who sends a request: the holder of a token, or of a session of the web UI.

    In server mode there are no tokens and no sessions of that kind; ``identities`` are asked.

    Raises:
        Unacceptable: 401 without a valid token; 400 with a token in the address.
    """
    refuse_token_in_address(scope)
    values = header_values(scope, b"authorization")
    found = _BEARER.match(values[0]) if len(values) == 1 else None
    principal = None
    if found is not None:
        principal = _look_up(found[1], tokens)
        if principal is None and not identities:
            principal = sessions.principal(found[1])
        for one in identities:
            principal = principal or await one.principal(found[1])
    if principal is None:
        text = _why(found[1]) if found is not None and identities else ""
        raise Unacceptable(
            401,
            "unauthenticated",
            text or "Send the header Authorization: Bearer with a valid token.",
            headers=((b"www-authenticate", b'Bearer realm="interlock"'),),
        )
    return principal


def _why(token: str) -> str:
    """What may be wrong with a token of this kind; which of it, only its holder may know."""
    if token.startswith(PREFIX):
        return "This key does not work: it is wrong, over or revoked. Ask for another one."
    if token.count(".") == 2:
        text = "This token is not taken: it is over, not good yet, or of another issuer, audience"
        return f"{text} or tenant. Sign in anew."
    return ""


def refuse_token_in_address(scope: Scope) -> None:
    """Refuse a query string that names a token: addresses end up in logs and histories.

    Raises:
        Unacceptable: 400.
    """
    query: bytes = scope["query_string"]
    if not query:
        return
    names = {name.lower() for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)}
    if names & _TOKEN_NAMES:
        text = "A token does not belong in the address. Send it in the Authorization header."
        raise Unacceptable(400, "token_in_address", text)


def _look_up(token: str, tokens: Mapping[str, Principal]) -> Principal | None:
    wanted = token_key(token)
    found = None
    for key, principal in tokens.items():
        if hmac.compare_digest(key, wanted):
            found = principal
    return found
