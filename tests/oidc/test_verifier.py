"""Tokens of an issuer: what is taken, and every way in which a token can lie."""

import base64
import hmac
import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from interlock.errors import ConfigError
from interlock.oidc.claims import Mapped, role_map, visitor
from interlock.oidc.keys import AGAIN_MS, IssuerKeys
from interlock.oidc.verifier import OidcVerifier, open_verifier
from interlock.settings import Settings
from interlock.testing import ManualClock

ISSUER, AUDIENCE = "https://id.example", "interlock"
MAPPED = Mapped(roles={"desk": "approver", "desk-admins": "admin"})


class Issuer:
    """An issuer whose keys can be turned over, and who counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.down = False
        self.keys: dict[str, Any] = {}
        self.turn("k1")

    def turn(self, kid: str) -> None:
        self.keys[kid] = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    async def fetch(self):
        self.asked += 1
        if self.down:
            raise OSError("down")
        return [
            json.loads(RSAAlgorithm.to_jwk(key.public_key())) | {"kid": kid, "use": "sig"}
            for kid, key in self.keys.items()
        ]


@pytest.fixture(scope="module")
def made():
    """Keys take a while to make."""
    return Issuer()


@pytest.fixture
def issuer(made):
    fresh = Issuer.__new__(Issuer)
    fresh.asked, fresh.down, fresh.keys = 0, False, dict(made.keys)
    return fresh


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def verifier(issuer, clock):
    trust = (ISSUER, AUDIENCE, "RS256")
    return OidcVerifier(trust, IssuerKeys(issuer.fetch, clock), MAPPED, clock)


@pytest.fixture
def sign(issuer, clock):
    def signed(kid: str = "k1", headers: Any = None, key: Any = None, **change: Any) -> str:
        now = clock.now() // 1000
        claims: dict[str, Any] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": "ann",
            "tenant": "acme",
            "iat": now,
            "exp": now + 300,
            "roles": ["desk", "operator", "root"],
            "groups": ["Finance"],
        }
        claims = {name: value for name, value in (claims | change).items() if value is not None}
        more = {"kid": kid} | (headers or {})
        return jwt.encode(claims, key or issuer.keys[kid], "RS256", headers=more)

    return signed


def forged(header: dict[str, Any], token: str, signature: bytes = b"") -> str:
    """The claims of a token under another header."""
    head = base64.urlsafe_b64encode(json.dumps(header).encode()).rstrip(b"=").decode()
    tail = base64.urlsafe_b64encode(signature).rstrip(b"=").decode()
    return f"{head}.{token.split('.')[1]}.{tail}"


async def test_a_good_token_proves_a_user_with_the_roles_that_are_mapped(verifier, sign):
    found = await verifier.visitor(sign())
    assert (found.tenant, found.user) == ("acme", "ann")
    assert found.roles == {"approver", "group:finance"}


@pytest.mark.parametrize(
    "change",
    [
        {"iss": "https://other.example"},
        {"iss": f"{ISSUER}/"},
        {"iss": None},
        {"aud": "somebody-else"},
        {"aud": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "a/b"},
        {"sub": ["ann"]},
        {"tenant": None},
        {"tenant": "*"},
        {"exp": None},
        {"iat": None},
        {"exp": "never"},
        {"exp": True},
    ],
)
async def test_a_token_that_says_too_little_or_something_else_proves_nothing(
    verifier, sign, change
):
    """C3."""
    assert await verifier.visitor(sign(**change)) is None


@pytest.mark.parametrize(
    ("claim", "seconds", "good"),
    [
        ("exp", -61, False),
        ("exp", -59, True),
        ("nbf", 61, False),
        ("nbf", 59, True),
        ("iat", 61, False),
        ("iat", 59, True),
    ],
)
async def test_times_count_with_a_minute_of_tolerance(verifier, sign, clock, claim, seconds, good):
    token = sign(**{claim: clock.now() // 1000 + seconds})
    assert (await verifier.visitor(token) is not None) is good


@pytest.mark.parametrize("alg", ["none", "None", "NONE", "", "HS256", "RS512", "ES256"])
async def test_the_algorithm_is_ours_to_choose(verifier, sign, alg):
    """C2."""
    assert await verifier.visitor(forged({"alg": alg, "kid": "k1"}, sign())) is None


async def test_a_public_key_is_no_shared_secret(verifier, issuer, sign, clock):
    """C2: HS256 with the issuer's public key as the secret."""
    public = issuer.keys["k1"].public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    header = {"alg": "HS256", "typ": "JWT", "kid": "k1"}
    unsigned = forged(header, sign()).rsplit(".", 1)[0]
    mark = base64.urlsafe_b64encode(hmac.digest(pem, unsigned.encode(), "sha256")).rstrip(b"=")
    assert await verifier.visitor(f"{unsigned}.{mark.decode()}") is None


async def test_a_key_of_another_kind_under_a_known_name_is_not_used(clock, sign):
    """C2: the key says that it is for another algorithm, or not for signatures."""
    curve = ec.generate_private_key(ec.SECP256R1()).public_key()
    odd = json.loads(ECAlgorithm.to_jwk(curve)) | {"kid": "k1"}
    for key in (odd, {"kty": "oct", "k": "c2VjcmV0", "kid": "k1"}):

        async def fetch(key=key):
            return [key]

        trust = (ISSUER, AUDIENCE, "RS256")
        other = OidcVerifier(trust, IssuerKeys(fetch, clock), MAPPED, clock)
        assert await other.visitor(sign()) is None


@pytest.mark.parametrize("kid", ["../../x", "k1\x00", "", "'; --", "k" * 5000])
async def test_the_name_of_a_key_is_only_looked_up(verifier, sign, kid):
    """C3."""
    token = sign(headers={"kid": kid})
    assert await verifier.visitor(token) is None


async def test_where_keys_come_from_is_not_the_tokens_to_say(verifier, sign, issuer):
    """A token that brings its own key, or an address of one."""
    mine = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    jwk = json.loads(RSAAlgorithm.to_jwk(mine.public_key()))
    headers = {"jwk": jwk, "jku": "https://evil.example/keys", "x5u": "https://evil.example/x"}
    assert await verifier.visitor(sign(headers=headers, key=mine)) is None
    assert await verifier.visitor(sign(headers={"crit": ["b64"], "b64": True})) is None


@pytest.mark.parametrize("token", ["a.b.c", "..", "", "a.b", "x" * 9000 + "..", "é.b.c", "ilk_1_2"])
async def test_what_is_no_token_is_none(verifier, issuer, token):
    assert await verifier.visitor(token) is None
    assert issuer.asked == 0


async def test_a_changed_token_proves_nothing(verifier, sign):
    head, claims, mark = sign().split(".")
    other = sign(sub="boss").split(".")[1]
    assert await verifier.visitor(f"{head}.{other}.{mark}") is None
    assert await verifier.visitor(f"{head}.{claims}.{mark[:-4]}AAAA") is None


async def test_a_new_key_is_fetched_when_it_is_first_named(verifier, issuer, sign, clock):
    assert await verifier.visitor(sign())
    issuer.turn("k2")
    clock.move(AGAIN_MS / 1000)
    assert await verifier.visitor(sign("k2"))
    assert issuer.asked == 2
    for _ in range(5):
        assert await verifier.visitor(sign("k2"))
    assert issuer.asked == 2


async def test_tokens_with_invented_keys_do_not_make_us_ask_and_ask(verifier, issuer, sign):
    for number in range(50):
        assert await verifier.visitor(sign(headers={"kid": f"k{number + 7}"})) is None
    assert issuer.asked == 1


async def test_known_keys_work_on_while_the_issuer_is_down(verifier, issuer, sign, clock):
    assert await verifier.visitor(sign())
    issuer.down = True
    clock.move(7200)
    assert await verifier.visitor(sign())


async def test_a_key_that_the_issuer_took_back_counts_no_more_after_an_hour(
    verifier, issuer, sign, clock
):
    old = sign(exp=clock.now() // 1000 + 9000)
    key = issuer.keys.pop("k1")
    issuer.keys["k1"] = key
    assert await verifier.visitor(old)
    issuer.turn("k2")
    del issuer.keys["k1"]
    clock.move(3600)
    assert await verifier.visitor(old) is None


def test_claims_are_found_in_objects_and_under_whole_addresses():
    claims: Any = {
        "https://x.example/tenant": "acme",
        "realm_access": {"roles": ["desk"]},
        "email": "ann@x.example",
        "scope": "a b",
    }
    mapped = Mapped(
        tenant_claim="https://x.example/tenant",
        user_claim="email",
        roles_claim="realm_access.roles",
        groups_claim="scope",
        roles={"desk": "approver"},
    )
    found = visitor(claims, mapped)
    assert found is not None
    assert (found.tenant, found.user) == ("acme", "ann@x.example")
    assert found.roles == {"approver", "group:a", "group:b"}


@pytest.mark.parametrize("pair", ["x", "=admin", "x=", "x=Operator", "x=operator"])
def test_a_mapping_that_makes_operators_or_nothing_is_refused(pair):
    with pytest.raises(ConfigError):
        role_map([pair])


@pytest.mark.parametrize(
    "change",
    [
        {"oidc_audience": ""},
        {"oidc_issuer": "http://id.example"},
        {"oidc_jwks": "http://id.example/keys"},
        {"oidc_issuer": "file:///etc/passwd"},
    ],
)
def test_settings_that_would_take_anybodys_tokens_end_the_start(clock, change):
    given = {"oidc_issuer": ISSUER, "oidc_audience": AUDIENCE} | change
    with pytest.raises(ConfigError):
        open_verifier(Settings(**given), clock)
