"""Holders of an issuer's tokens: who is let in, as whom, and for how long."""

from interlock.domain.rights import OPERATOR
from interlock.ports.identity import Visitor
from interlock.server.identities import Visitors


class Issuer:
    """Vouches for tokens of the form ``jwt:tenant:user:role,role``."""

    async def visitor(self, token: str) -> Visitor | None:
        if not token.startswith("jwt:"):
            return None
        _, tenant, user, roles = token.split(":", 3)
        return Visitor(tenant=tenant, user=user, roles=frozenset(roles.split(",")) - {""})


def visitors(parts):
    return Visitors(parts.store, parts.clock, Issuer())


async def me(house, token):
    house.tokens["_"] = token
    return await house.get("/v1/me", "_")


async def test_a_visitor_of_a_known_tenant_becomes_a_user_with_the_claimed_roles(settle):
    async with settle(["text: Hi."], more=visitors) as made:
        status, who = await me(made.house, "jwt:acme:vic:approver,group:legal")
        run = await made.house.run("hello", "_")
        users = (await made.house.get("/v1/users", "chief"))[1]["users"]
    assert (status, who["user"], who["method"]) == (200, "vic", "oidc")
    assert who["roles"] == ["approver", "group:legal"]
    assert run["user"] == "vic"
    assert [one["claimed"] for one in users if one["id"] == "vic"] == [["approver", "group:legal"]]


async def test_what_is_claimed_anew_takes_the_place_of_what_was(settle):
    async with settle(more=visitors) as made:
        await me(made.house, "jwt:acme:vic:approver,editor")
        assert (await me(made.house, "jwt:acme:vic:editor"))[1]["roles"] == ["editor"]
        assert (await me(made.house, "jwt:acme:ann:"))[1]["roles"] == ["editor"], "given stays"


async def test_nobody_of_an_unknown_or_closed_tenant_comes_in(settle):
    async with settle(more=visitors) as made:
        house = made.house
        assert (await me(house, "jwt:nowhere:vic:"))[0] == 401
        assert (await me(house, "jwt:evil:vic:"))[0] == 200
        await house.ask("PUT", "/v1/tenants/evil", "ops", json={"disabled": True})
        assert (await me(house, "jwt:evil:vic:"))[0] == 401


async def test_a_user_who_was_shut_out_stays_out_whatever_their_token_says(settle):
    async with settle(more=visitors) as made:
        house = made.house
        assert (await me(house, "jwt:acme:vic:"))[0] == 200
        await house.ask("PUT", "/v1/users/vic", "chief", json={"disabled": True})
        assert (await me(house, "jwt:acme:vic:approver"))[0] == 401


async def test_a_session_of_a_visitor_is_short(settle):
    """No key stands behind it that could be revoked."""
    async with settle(more=visitors) as made:
        house = made.house
        await me(house, "jwt:acme:vic:")
        code = (await house.post("/v1/session/link", {}, "_"))[1]["code"]
        opened = (await house.post("/v1/session", {"code": code}, "nobody"))[1]
        left = opened["until"] - made.parts.clock.now()
        assert (await me(house, opened["token"]))[1]["method"] == "session"
    assert left <= 8 * 3_600_000


async def test_no_claim_makes_an_operator(settle):
    async with settle(more=visitors) as made:
        await me(made.house, f"jwt:acme:vic:{OPERATOR}")
        status, _ = await made.house.get("/v1/tenants", "_")
    assert status == 403


async def test_a_refusal_says_what_may_be_wrong_and_not_which(settle):
    async with settle(more=visitors) as made:
        key = await me(made.house, "ilk_" + "0" * 32 + "_" + "0" * 64)
        jwt = await me(made.house, "a.b.c")
        other = await me(made.house, "something")
    assert [answer["code"] for _, answer in (key, jwt, other)] == ["unauthenticated"] * 3
    assert "revoked" in key[1]["detail"]
    assert "issuer" in jwt[1]["detail"]
    assert "Authorization" in other[1]["detail"]
