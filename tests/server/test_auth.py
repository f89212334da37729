"""Who may come in: tokens, and what happens without one."""

import hmac

import pytest
from tests.server.house import PEOPLE

from interlock.server import auth
from interlock.server.app import TABLE
from interlock.server.auth import authenticate, token_key
from interlock.server.problems import Unacceptable
from interlock.server.sessions import Sessions
from interlock.testing import ManualClock

SESSIONS = Sessions(b"s" * 32, ManualClock())
TOKENS = {token_key(f"{name}-token"): who for name, who in PEOPLE.items()}
PUBLIC = {"/livez", "/readyz", "/v1/session"}
ADDRESSES = [
    (route.method, route.path.replace("{", "").replace("}", ""))
    for route in TABLE
    if route.path not in PUBLIC
]
ODD = [
    ("GET", "//v1/runs"),
    ("GET", "/v1//runs"),
    ("GET", "/%2e%2e/v1/runs"),
    ("GET", "/livez/../v1/runs"),
    ("GET", "/livez/%2e%2e/v1/runs"),
    ("GET", "/v1/runs;x"),
    ("GET", "/v1/runs/"),
    ("GET", "/V1/RUNS"),
    ("GET", "/livez/"),
    ("GET", "/livez;x"),
    ("GET", "/no/such/address"),
    ("GET", "/docs"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("HEAD", "/v1/runs"),
    ("OPTIONS", "/v1/runs"),
    ("DELETE", "/v1/runs"),
    ("TRACE", "/v1/runs"),
    ("PROPFIND", "/v1/runs"),
]


def scope(*headers: tuple[bytes, bytes], query: bytes = b""):
    return {"type": "http", "headers": list(headers), "query_string": query}


def bearer(token: str):
    return (b"authorization", f"Bearer {token}".encode())


async def raw_status(house, method: str, target: str, *headers: str) -> int:
    """Send a target exactly as it is spelled."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{house.port}", *headers]
    sent = "\r\n".join([*lines, "Connection: close", "", ""]).encode()
    return int((await house.raw(sent)).split(b" ", 2)[1])


async def test_no_address_answers_without_a_token(serve):
    """C1."""
    async with serve([]) as house:
        for method, path in ADDRESSES:
            async with house.session.request(method, house.url + path) as response:
                problem = await response.json()
            assert (response.status, problem["code"]) == (401, "unauthenticated"), path
            assert response.headers["www-authenticate"] == 'Bearer realm="interlock"'


async def test_a_path_that_is_spelled_oddly_gets_the_answer_of_its_plain_form(serve):
    """C11: whatever the spelling and the method, 401 without a token, never 2xx by a trick."""
    async with serve([]) as house:
        for method, target in ODD:
            assert await raw_status(house, method, target) == 401, (method, target)


async def test_with_a_token_an_odd_spelling_is_another_address_and_there_is_nothing(serve):
    """C11."""
    token = "Authorization: Bearer ann-token"
    expected = {"/openapi.json": {200}, "/v1/runs": {200, 405}, "/metrics": {403}}
    async with serve([]) as house:
        for method, target in ODD:
            status = await raw_status(house, method, target, token)
            assert status in expected.get(target, {404}), (method, target)


async def test_a_header_can_not_change_the_method(serve):
    """C11."""
    async with serve([]) as house:
        overrides = {"X-HTTP-Method-Override": "DELETE", "X-Method-Override": "POST"}
        status, body = await house.get("/v1/runs", headers=overrides)
        unknown, _ = await house.ask("DELETE", "/v1/runs")
    assert (status, body, unknown) == (200, {"runs": [], "before": None}, 405)


async def test_health_tells_nothing_and_needs_no_token(serve):
    async with serve([]) as house:
        for path, word in (("/livez", "live"), ("/readyz", "ready")):
            async with house.session.get(house.url + path) as response:
                assert (response.status, await response.json()) == (200, {"status": word})


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (bearer("wrong"),),
        (bearer(""),),
        (bearer("ann-token "),),
        (bearer("ANN-TOKEN"),),
        (bearer("ann-toke"),),
        (bearer("ann-token"), bearer("ann-token")),
        (bearer("wrong"), bearer("ann-token")),
        ((b"authorization", b"Basic YW5uOmFubi10b2tlbg=="),),
        ((b"authorization", b"ann-token"),),
        ((b"x-api-key", b"ann-token"),),
        ((b"cookie", b"token=ann-token"),),
        (bearer(token_key("ann-token")),),
    ],
)
async def test_one_header_with_one_whole_token_is_what_counts(headers):
    """C7: a key in another header is no key."""
    with pytest.raises(Unacceptable) as refused:
        await authenticate(scope(*headers), TOKENS, SESSIONS)
    assert refused.value.status == 401


async def test_a_token_says_who_comes():
    assert await authenticate(scope(bearer("ann-token")), TOKENS, SESSIONS) == PEOPLE["ann"]
    assert (
        await authenticate(scope((b"authorization", b"bearer eve-token")), TOKENS, SESSIONS)
        == PEOPLE["eve"]
    )


async def test_tokens_are_compared_as_digests_in_constant_time(monkeypatch):
    """C12: every stored digest is compared, with compare_digest, also after a match."""
    compared: list[tuple[str, str]] = []
    constant = hmac.compare_digest

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return constant(one, other)

    monkeypatch.setattr(auth.hmac, "compare_digest", compare)
    await authenticate(scope(bearer("ann-token")), TOKENS, SESSIONS)
    assert compared == [(key, token_key("ann-token")) for key in TOKENS]


@pytest.mark.parametrize(
    "query", [b"token=ann-token", b"access_token=x", b"a=1&API_KEY=x", b"%74oken=x", b"key="]
)
async def test_a_token_in_the_address_is_refused_even_beside_a_good_one(serve, query):
    """C13."""
    async with serve([]) as house:
        status, problem = await house.get(f"/v1/runs?{query.decode()}")
        public, _ = await house.get(f"/livez?{query.decode()}")
    assert (status, problem["code"], public) == (400, "token_in_address", 400)
