"""API keys: shown once, narrow, rotated, revoked; and what a stolen or forged one opens."""

import hmac

import pytest
from tests.server.town import bearer

from interlock.domain.keys import ApiKey
from interlock.testing import ManualClock

DELETE = 'call: delete {"folder": "a"}'


async def test_a_key_is_shown_once_and_works_as_its_user(settle):
    async with settle(["text: Hi."]) as made:
        house = made.house
        status, answer = await house.post("/v1/keys", {"name": "laptop"}, "ann")
        token, key = answer["token"], answer["key"]
        assert status == 201
        assert token.startswith(key["prefix"])
        me = await bearer(house, token)
        listed = (await house.get("/v1/keys", "ann"))[1]
        shown = (await house.get(f"/v1/keys/{key['id']}", "ann"))[1]
        run = await house.run("hello", "_")
    assert me[1] == {
        "tenant": "acme",
        "user": "ann",
        "roles": ["editor"],
        "scopes": ["admin", "approve", "read", "run"],
        "method": "key",
        "key": key["id"],
        "auth": "server",
    }
    assert run["user"] == "ann"
    assert {one["id"] for one in listed["keys"]} == {key["id"], made.ids["ann"]}
    secret = token.rsplit("_", 1)[1]
    assert secret not in str(listed) + str(shown)


async def test_the_database_holds_no_secret(settle):
    async with settle() as made:
        token = made.house.tokens["ann"]
        found = await made.parts.store.read(lambda r: r.access.keys.get(made.ids["ann"]))
    assert token.rsplit("_", 1)[1] not in repr(found)
    assert len(found.digest) == 64


@pytest.mark.parametrize(
    "spoil",
    [
        lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"),
        lambda token: token.replace("ilk_", "ilk_0", 1)[:-1],
        lambda token: token.upper(),
        lambda token: token + " x",
        lambda token: token[:40],
        lambda token: "ilk_" + "0" * 32 + "_" + token.rsplit("_", 1)[1],
        lambda token: f"session.{token}",
    ],
)
async def test_a_token_that_is_nearly_right_opens_nothing(settle, spoil):
    async with settle() as made:
        status, problem = await bearer(made.house, spoil(made.house.tokens["ann"]))
    assert (status, problem["code"]) == (401, "unauthenticated")


async def test_the_tokens_and_sessions_of_local_mode_open_nothing_here(settle):
    async with settle() as made:
        for token in ("ann-token", made.parts.settings.token or "x"):
            assert (await bearer(made.house, token))[0] == 401


async def test_a_secret_is_compared_in_constant_time_also_when_there_is_no_such_key(
    settle, monkeypatch
):
    """C12."""
    compared = []
    real = hmac.compare_digest

    def watched(one, other):
        compared.append((one, other))
        return real(one, other)

    async with settle() as made:
        monkeypatch.setattr(hmac, "compare_digest", watched)
        token = made.house.tokens["ann"]
        await bearer(made.house, token)
        known = len(compared)
        await bearer(made.house, "ilk_" + "0" * 32 + "_" + token.rsplit("_", 1)[1])
    assert len(compared) == 2 * known
    assert all(len(one) == len(other) == 64 for one, other in compared)


async def test_a_key_in_the_address_is_refused(settle):
    """C13."""
    async with settle() as made:
        token = made.house.tokens["ann"]
        for name in ("token", "access_token", "key", "api_key"):
            status, problem = await made.house.get(f"/v1/me?{name}={token}")
            assert (status, problem["code"]) == (400, "token_in_address")


async def test_a_key_in_another_header_is_no_key(settle):
    """C7."""
    async with settle() as made:
        token = made.house.tokens["ann"]
        headers = {"Authorization": "", "x-api-key": token, "Cookie": f"token={token}"}
        assert (await made.house.get("/v1/me", "ann", headers=headers))[0] == 401


@pytest.mark.parametrize(
    ("scopes", "method", "path", "body", "fits"),
    [
        (["read"], "GET", "/v1/runs", None, True),
        (["read"], "POST", "/v1/runs", {"agent": "clerk", "message": "x"}, False),
        (["read"], "POST", "/agui/clerk", {}, False),
        (["read"], "POST", "/v1/keys", {}, False),
        (["run"], "GET", "/v1/runs", None, False),
        (["run"], "POST", "/v1/interrupts/int_1/answer", {"abandon": True}, False),
        (["read", "run"], "GET", "/v1/audit", None, False),
        (["read", "run", "approve"], "POST", "/v1/keys", {}, False),
        (["read", "run", "approve"], "PUT", "/v1/users/bob", {}, False),
    ],
)
async def test_a_scope_narrows_what_an_administrator_may_do(
    settle, scopes, method, path, body, fits
):
    async with settle() as made:
        _, token = await made.key("chief", scopes=tuple(scopes))
        status, answer = await bearer(made.house, token, method, path, json=body)
    assert (status == 200) is fits
    assert fits or (status, answer["code"]) == (403, "scope_missing")


async def test_a_key_without_the_scope_answers_through_no_door(settle, desk):
    """AG-UI carries answers in a run's request: the scope run is not enough."""
    async with settle([DELETE]) as made:
        [asked] = await made.house.asked("ann")
        _, token = await made.key("ann", scopes=("read", "run"))
        body = {
            "threadId": asked["thread_id"],
            "runId": "run_x",
            "messages": [],
            "tools": [],
            "context": [],
            "state": {},
            "forwardedProps": {},
            "resume": [
                {"interruptId": asked["id"], "status": "resolved", "payload": {"approved": True}}
            ],
        }
        _, told = await bearer(made.house, token, "POST", "/agui/clerk", json=body)
        shown = (await made.house.get(f"/v1/interrupts/{asked['id']}", "ann"))[1]
    assert b"may_not_answer" in told
    assert (shown["status"], desk.effects) == ("open", [])


async def test_nobody_makes_a_key_that_can_do_more(settle):
    """C8."""
    async with settle() as made:
        house = made.house
        _, token = await made.key("ann", scopes=("read", "admin"))
        wider = await bearer(house, token, "POST", "/v1/keys", json={"scopes": ["approve"]})
        same = await bearer(house, token, "POST", "/v1/keys", json={})
        other = await house.post("/v1/keys", {"user": "bob"}, "ann")
        operators = await house.post("/v1/keys", {"user": "ops"}, "chief")
        for_bob = await house.post("/v1/keys", {"user": "bob"}, "chief")
        foreign = await house.post("/v1/keys", {"user": "bob"}, "eve")
    assert (wider[0], wider[1]["code"]) == (403, "scope_missing")
    assert same[1]["key"]["scopes"] == ["read", "admin"]
    assert (other[0], other[1]["code"]) == (403, "not_admin")
    assert (operators[0], operators[1]["code"]) == (403, "not_operator")
    assert (for_bob[0], for_bob[1]["key"]["created_by"]) == (201, "chief")
    assert (foreign[0], foreign[1]["code"]) == (404, "user_not_found")


async def test_nobody_touches_the_key_of_somebody_else(settle):
    async with settle() as made:
        house, missing = made.house, "key_" + "0" * 32
        for who, whose in (("bob", "ann"), ("eve", "ann"), ("chief", "ops")):
            for method, end in (("GET", ""), ("DELETE", ""), ("POST", "/rotate")):
                body = {"json": {}} if method == "POST" else {}
                foreign = await house.ask(method, f"/v1/keys/{made.ids[whose]}{end}", who, **body)
                unknown = await house.ask(method, f"/v1/keys/{missing}{end}", who, **body)
                assert foreign == unknown
                assert foreign[0] == 404
        assert (await bearer(house, house.tokens["ann"]))[0] == 200
        assert [
            one["user"] for one in (await house.get("/v1/keys?user=ann", "bob"))[1]["keys"]
        ] == ["bob"]


async def test_two_keys_work_while_one_takes_the_place_of_the_other(settle):
    clock = ManualClock()
    async with settle(clock=clock) as made:
        house, old = made.house, made.house.tokens["ann"]
        path = f"/v1/keys/{made.ids['ann']}/rotate"
        status, answer = await house.post(path, {"overlap_hours": 2}, "ann")
        again = await house.post(path, {}, "ann")
        both = [(await bearer(house, one))[0] for one in (old, answer["token"])]
        clock.move(2 * 3600)
        later = [(await bearer(house, one))[0] for one in (old, answer["token"])]
    assert (status, answer["key"]["replaces"]) == (201, made.ids["ann"])
    assert (again[0], again[1]["code"]) == (409, "key_rotated")
    assert both == [200, 200]
    assert later == [401, 200]


async def test_a_revoked_and_an_expired_key_open_nothing_at_once(settle):
    clock = ManualClock()
    async with settle(clock=clock) as made:
        house = made.house
        short, short_token = await made.key("ann", days=1)
        gone, gone_token = await made.key("ann")
        assert (await house.ask("DELETE", f"/v1/keys/{gone}", "ann"))[0] == 204
        assert (await house.ask("DELETE", f"/v1/keys/{gone}", "ann"))[0] == 204
        before = [(await bearer(house, one))[0] for one in (short_token, gone_token)]
        clock.move(24 * 3600)
        after = (await bearer(house, short_token))[0]
        listed = (await house.get("/v1/keys", "ann"))[1]["keys"]
    assert before == [200, 401]
    assert after == 401
    live = {one["id"]: one["live"] for one in listed}
    assert (live[short], live[gone], live[made.ids["ann"]]) == (False, False, True)


async def test_the_last_use_is_known_to_the_minute(settle):
    clock = ManualClock()
    async with settle(clock=clock) as made:
        times = []
        for seconds in (0, 30, 31):
            clock.move(seconds)
            await made.house.get("/v1/me", "ann")
            key = await made.parts.store.read(lambda r: r.access.keys.get(made.ids["ann"]))
            times.append(key.last_used_at)
        assert times[0] == times[1]
        assert times[2] == clock.now()


def test_a_key_says_little_of_itself():
    key = ApiKey(id="key_" + "a" * 32, tenant="t", user="u", name="n", digest="d")
    assert key.prefix == "ilk_aaaaaaaa"
