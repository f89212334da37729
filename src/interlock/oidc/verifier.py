"""Checks tokens that an OpenID Connect issuer signed.

The header of a token is read for one thing, the id of the key; neither the algorithm nor the place
of the key are taken from it. Sources: RFC 8725 (best practices), OpenID Connect Core 1.0, 3.1.3.7.
"""

from typing import Any, Final

import jwt
from jwt import PyJWK

from interlock.domain.messages import Json
from interlock.errors import ConfigError
from interlock.oidc.claims import Mapped, role_map, visitor
from interlock.oidc.fetch import KeyFetch, is_safe
from interlock.oidc.keys import IssuerKeys
from interlock.ports import Clock
from interlock.ports.identity import Verifier, Visitor
from interlock.settings import Settings

LEEWAY_SECONDS: Final = 60
MOST_CHARACTERS: Final = 8192
_KINDS: Final = {"R": "RSA", "P": "RSA", "E": "EC"}


class OidcVerifier:
    """``ports.identity.Verifier`` for one issuer, one audience and one algorithm.

    Args:
        trust: The issuer, the audience and the algorithm.
        keys: The issuer's keys.
        mapped: What its claims mean.
        clock: The time.
    """

    def __init__(
        self, trust: tuple[str, str, str], keys: IssuerKeys, mapped: Mapped, clock: Clock
    ) -> None:
        self._issuer, self._audience, self._algorithm = trust
        self._keys = keys
        self._mapped = mapped
        self._clock = clock

    async def visitor(self, token: str) -> Visitor | None:
        """What a token proves; None when it proves nothing."""
        if token.count(".") != 2 or len(token) > MOST_CHARACTERS:
            return None
        kid = self._kid(token)
        found = None if kid is None else await self._keys.get(kid)
        if found is None:
            return None
        claims = self._claims(token, found)
        return None if claims is None else visitor(claims, self._mapped)

    def _kid(self, token: str) -> str | None:
        """The id of the key, of a token that claims our algorithm and nothing strange."""
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError:
            return None
        kid = header.get("kid")
        plain = header.get("alg") == self._algorithm and "crit" not in header
        return kid if plain and isinstance(kid, str) else None

    def _claims(self, token: str, found: dict[str, Json]) -> dict[str, Json] | None:
        if not _is_for(found, self._algorithm):
            return None
        try:
            key = PyJWK(found, self._algorithm)
            claims = jwt.decode(
                token,
                key,
                algorithms=[self._algorithm],
                issuer=self._issuer,
                audience=self._audience,
                options={
                    "require": ["iss", "aud", "exp", "iat", self._mapped.user_claim.split(".")[0]],
                    "verify_exp": False,
                    "verify_nbf": False,
                    "verify_iat": False,
                },
            )
        except jwt.PyJWTError:
            return None
        return claims if self._timely(claims) else None

    def _timely(self, claims: dict[str, Any]) -> bool:
        """By our own clock, which tests move: begun, not over, and not of the future."""
        now = self._clock.now() / 1000
        times = (claims["exp"], claims.get("nbf", 0), claims["iat"])
        if not all(isinstance(at, int | float) and not isinstance(at, bool) for at in times):
            return False
        end, begin, made = times
        return now < end + LEEWAY_SECONDS and max(begin, made) <= now + LEEWAY_SECONDS


def open_verifier(settings: Settings, clock: Clock) -> Verifier:
    """The verifier that the settings describe.

    Raises:
        ConfigError: A setting is missing or wrong.
    """
    issuer, jwks = settings.oidc_issuer, settings.oidc_jwks
    if not settings.oidc_audience:
        raise ConfigError("set INTERLOCK_OIDC_AUDIENCE: tokens for other services are no keys here")
    if not is_safe(issuer) or (jwks and not is_safe(jwks)):
        raise ConfigError("INTERLOCK_OIDC_ISSUER and INTERLOCK_OIDC_JWKS must be https addresses")
    mapped = Mapped(
        tenant=settings.oidc_tenant,
        tenant_claim=settings.oidc_tenant_claim,
        user_claim=settings.oidc_user_claim,
        roles_claim=settings.oidc_roles_claim,
        groups_claim=settings.oidc_groups_claim,
        roles=role_map(settings.oidc_roles),
    )
    keys = IssuerKeys(KeyFetch(issuer, jwks), clock)
    trust = (issuer, settings.oidc_audience, settings.oidc_algorithm)
    return OidcVerifier(trust, keys, mapped, clock)


def _is_for(key: dict[str, Json], algorithm: str) -> bool:
    """Whether a key is of the algorithm's kind and for signatures, by its own words."""
    kind = "OKP" if algorithm == "EdDSA" else _KINDS[algorithm[0]]
    fits = key.get("kty") == kind and key.get("alg", algorithm) == algorithm
    return fits and key.get("use", "sig") == "sig"
