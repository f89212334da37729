"""People with accounts: sessions, users, tenants, and what is written down about them."""

import asyncio

from tests.server.house import BOUND
from tests.server.town import bearer

from interlock.testing import ManualClock


async def test_a_role_that_was_taken_counts_no_more_in_a_session_either(settle):
    """Sessions carried their roles for a week."""
    async with settle() as made:
        house = made.house
        _, link = await house.post("/v1/session/link", {}, "chief")
        _, session = await house.post("/v1/session", {"code": link["code"]}, "nobody")
        before = await bearer(house, session["token"], "GET", "/v1/users")
        change = {"roles": ["editor"]}
        await house.ask("PUT", "/v1/users/chief", "ops", json=change)
        after = await bearer(house, session["token"], "GET", "/v1/users")
        me = await bearer(house, session["token"])
    assert (before[0], after[0], after[1]["code"]) == (200, 403, "not_admin")
    assert (me[1]["roles"], me[1]["method"]) == (["editor"], "session")


async def test_a_session_ends_with_the_key_that_it_came_from(settle):
    async with settle() as made:
        house = made.house
        key_id, token = await made.key("ann")
        opened = await house.post("/v1/session", {"code": token}, "nobody")
        session = opened[1]["token"]
        house.tokens["s"] = session
        link = (await house.post("/v1/session/link", {}, "s"))[1]["code"]
        child = (await house.post("/v1/session", {"code": link}, "nobody"))[1]["token"]
        before = [(await bearer(house, one))[0] for one in (session, child)]
        await house.ask("DELETE", f"/v1/keys/{key_id}", "ann")
        after = [(await bearer(house, one))[0] for one in (session, child)]
    assert before == [200, 200]
    assert after == [401, 401]


async def test_a_code_opens_one_session_and_is_no_token(settle):
    async with settle() as made:
        house = made.house
        code = (await house.post("/v1/session/link", {}, "ann"))[1]["code"]
        assert (await bearer(house, code))[0] == 401
        opened = await asyncio.gather(
            *[house.post("/v1/session", {"code": code}, "nobody") for _ in range(10)]
        )
        session = next(answer["token"] for status, answer in opened if status == 200)
        again = await house.post("/v1/session", {"code": session}, "nobody")
    assert sorted(status for status, _ in opened) == [200, *[401] * 9]
    assert (again[0], again[1]["code"]) == (401, "code_used")


async def test_a_user_who_is_shut_out_is_out_at_once_and_so_is_a_whole_tenant(settle):
    async with settle() as made:
        house = made.house
        await house.ask("PUT", "/v1/users/ann", "chief", json={"disabled": True})
        assert (await house.get("/v1/me", "ann"))[0] == 401
        back = await house.ask("PUT", "/v1/users/ann", "chief", json={"roles": ["editor"]})
        assert back[0] == 200
        assert (await house.get("/v1/me", "ann"))[0] == 401, "the old key stays revoked"
        assert (await house.get("/v1/me", "eve"))[0] == 200
        await house.ask("PUT", "/v1/tenants/evil", "ops", json={"disabled": True})
        assert (await house.get("/v1/me", "eve"))[0] == 401


async def test_a_stream_ends_when_its_reader_is_shut_out(settle):
    """C9: what happens later is not sent."""
    clock = ManualClock()
    async with settle(["text: Hi."] * 2, clock) as made:
        house = made.house
        accept = {"Accept": "text/event-stream"}
        async with house.open("GET", "/v1/changes", "chief", headers=accept) as response:
            await response.content.readuntil(b"event: changes")
            await house.ask("PUT", "/v1/users/chief", "ops", json={"disabled": True})
            clock.move(60)
            _, run = await house.post("/v1/runs", {"agent": "clerk", "message": "hi"}, "ann")
            async with asyncio.timeout(BOUND):
                rest = await _moving(clock, response.content.read())
    assert run["id"].encode() not in rest


async def _moving(clock, work):
    """Wait for something while time goes by for those who sleep."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        while not task.done():
            clock.move(1)
            await asyncio.sleep(0.01)
    return task.result()


async def test_administrators_give_no_more_than_they_may(settle):
    async with settle() as made:
        house = made.house
        tries = [
            ("chief", "/v1/users/bob", {"roles": ["operator"]}, (403, "not_operator")),
            ("chief", "/v1/users/ops", {"roles": ["admin"]}, (403, "not_operator")),
            ("chief", "/v1/users/ops", {"disabled": True}, (403, "not_operator")),
            ("ann", "/v1/users/ann", {"roles": ["admin"]}, (403, "not_admin")),
            ("boss", "/v1/users/boss", {"roles": ["admin"]}, (403, "not_admin")),
            ("chief", "/v1/users/new", {"roles": ["Not A Role"]}, (422, "bad_user")),
            ("chief", "/v1/tenants/acme", {"disabled": True}, (403, "not_operator")),
            ("ops", "/v1/tenants/acme", {"disabled": True}, (422, "bad_tenant")),
        ]
        for who, path, body, wanted in tries:
            status, problem = await house.ask("PUT", path, who, json=body)
            assert (status, problem["code"]) == wanted, path


async def test_an_operator_founds_a_tenant_whose_admin_sees_no_other(settle):
    async with settle() as made:
        house = made.house
        assert (await house.ask("PUT", "/v1/tenants/new", "ops", json={"name": "New"}))[0] == 200
        status, admin = await house.post("/v1/tenants/new/admin", {"user": "nia"}, "ops")
        me = (await bearer(house, admin["token"]))[1]
        users = (await bearer(house, admin["token"], "GET", "/v1/users"))[1]["users"]
        tenants = await bearer(house, admin["token"], "GET", "/v1/tenants")
        acts = (await bearer(house, admin["token"], "GET", "/v1/audit"))[1]["acts"]
    assert (status, me["tenant"], me["user"]) == (201, "new", "nia")
    assert set(me["roles"]) == {"admin", "approver", "editor"}
    assert [one["id"] for one in users] == ["nia"]
    assert (tenants[0], tenants[1]["code"]) == (403, "not_operator")
    assert [one["action"] for one in acts] == ["key.create", "user.put", "tenant.put"]


async def test_every_act_is_written_down_without_a_secret(settle):
    async with settle() as made:
        house = made.house
        _, answer = await house.post("/v1/keys", {"name": "laptop"}, "ann")
        key_id = answer["key"]["id"]
        await house.post(f"/v1/keys/{key_id}/rotate", {}, "ann")
        await house.ask("DELETE", f"/v1/keys/{key_id}", "ann")
        await house.ask("PUT", "/v1/users/bob", "chief", json={"roles": ["editor"]})
        acts = (await house.get("/v1/audit", "chief"))[1]["acts"]
        bobs = (await house.get("/v1/audit?actor=chief", "chief"))[1]["acts"]
        refused = await house.get("/v1/audit", "ann")
        foreign = (await house.get("/v1/audit", "eve"))[1]["acts"]
        pages, before = [], ""
        while before is not None:
            more = f"&before={before}" if before else ""
            page = (await house.get(f"/v1/audit?limit=2{more}", "chief"))[1]
            pages += page["acts"]
            before = page["before"]
    assert [one["action"] for one in acts[:4]] == [
        "user.put",
        "key.revoke",
        "key.rotate",
        "key.create",
    ]
    assert acts[0]["details"]["after"]["roles"] == ["editor"]
    assert [one["actor"] for one in bobs[:1]] == ["chief"]
    assert (refused[0], refused[1]["code"]) == (403, "not_admin")
    assert {one["actor"] for one in foreign} == {"ann"}
    assert pages == acts
    assert "digest" not in str(acts)
    assert answer["token"].rsplit("_", 1)[1] not in str(acts)
