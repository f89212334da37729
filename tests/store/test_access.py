"""Keys, people, rules and the audit log, on every kind of database."""

import asyncio
from typing import Any

import pytest

from interlock import scope
from interlock.domain.audit import Act
from interlock.domain.keys import ApiKey
from interlock.domain.people import Tenant, User
from interlock.domain.principals import Principal
from interlock.domain.rules import Attempt, Rule, Where
from interlock.ports import Store
from interlock.ports.access import Page, Sought

ANN = Principal("acme", "ann")


def key(number: int, tenant: str = "acme", user: str = "ann", **more: Any) -> ApiKey:
    return ApiKey(
        id=f"key_{number:032x}", tenant=tenant, user=user, name="laptop", digest="d", **more
    )


def rule(number: int, **more: Any) -> Rule:
    given: dict[str, Any] = {
        "tenant": "acme",
        "user": "ann",
        "agent": "clerk",
        "tool": "send",
        "fingerprint": "f",
        "created_by": "ann",
        "created_at": 1,
        "expires_at": 1_000,
        "where": (Where(field="to", equals="a@x"),),
    }
    return Rule(id=f"rule_{number}", **(given | more))


def call(**more: Any) -> Attempt:
    given: dict[str, Any] = {
        "tenant": "acme",
        "user": "ann",
        "agent": "clerk",
        "thread_id": "t",
        "tool": "send",
        "fingerprint": "f",
        "arguments": {"to": "a@x"},
    }
    return Attempt(**(given | more))


async def test_a_key_comes_back_as_it_was_stored(store: Store):
    stored = key(1, scopes=("read", "run"), expires_at=9, root="key_x")
    await store.write(lambda tx: tx.access.keys.add(stored))
    assert await store.read(lambda reader: reader.access.keys.get(stored.id)) == stored
    assert await store.read(lambda reader: reader.access.keys.get("key_none")) is None


async def test_of_twenty_who_redeem_a_code_one_does(store: Store):
    code = key(1, kind="code")
    await store.write(lambda tx: tx.access.keys.add(code))
    done = await asyncio.gather(
        *[store.write(lambda tx: tx.access.keys.revoke(code.id, 5)) for _ in range(20)]
    )
    assert sorted(done) == [False] * 19 + [True]


async def test_what_came_from_a_key_ends_with_it_and_its_successor_does_not(store: Store):
    first, session = key(1), key(2, kind="session", root=key(1).id)
    successor = key(3, root=first.id)
    for one in (first, session, successor):
        await store.write(lambda tx, one=one: tx.access.keys.add(one))
    await store.write(lambda tx: tx.access.keys.revoke(first.id, 5))
    listed = await store.read(lambda reader: reader.access.keys.page("acme", "", Page()))
    assert [(one.id, one.revoked_at) for one in listed] == [
        (successor.id, 0),
        (session.id, 5),
        (first.id, 5),
    ]
    good = await store.read(lambda reader: reader.access.keys.successors(first.id, 9))
    assert [one.id for one in good] == [successor.id]


async def test_the_last_use_of_a_key_is_written_once_a_minute(store: Store):
    await store.write(lambda tx: tx.access.keys.add(key(1)))
    at = [100_000, 100_001, 159_999, 160_000, 160_001]
    written = [
        await store.write(lambda tx, now=now: tx.access.keys.touch(key(1).id, now)) for now in at
    ]
    assert written == [True, False, False, True, False]


async def test_an_end_only_ever_comes_nearer(store: Store):
    await store.write(lambda tx: tx.access.keys.add(key(1)))
    for at in (500, 900, 400):
        await store.write(lambda tx, at=at: tx.access.keys.end(key(1).id, at))
    found = await store.read(lambda reader: reader.access.keys.get(key(1).id))
    assert found is not None
    assert found.expires_at == 400


async def test_lists_of_keys_hold_one_tenants_and_page_on(store: Store):
    for number in range(1, 6):
        await store.write(lambda tx, n=number: tx.access.keys.add(key(n)))
    await store.write(lambda tx: tx.access.keys.add(key(9, "evil")))
    await store.write(lambda tx: tx.access.keys.add(key(8, user="bob")))
    seen: list[str] = []
    page = Page(limit=2)
    while found := await store.read(lambda r, p=page: r.access.keys.page("acme", "ann", p)):
        seen += [one.id for one in found]
        page = Page(limit=2, before=seen[-1])
    assert seen == [key(number).id for number in (5, 4, 3, 2, 1)]


async def test_given_and_claimed_roles_are_kept_apart(store: Store):
    ann = User(tenant="acme", id="ann", name="Ann", roles=("admin",), created_at=1)

    async def roles() -> frozenset[str]:
        found = await store.read(lambda reader: reader.access.people.user("acme", "ann"))
        assert found is not None
        return found.all_roles

    await store.write(lambda tx: tx.access.people.put_user(ann))
    await store.write(lambda tx: tx.access.people.claim("acme", "ann", ["editor", "editor"]))
    assert await roles() == {"admin", "editor"}
    await store.write(lambda tx: tx.access.people.claim("acme", "ann", ["group:legal"]))
    assert await roles() == {"admin", "group:legal"}
    gone = User(tenant="acme", id="ann", roles=("admin",), disabled_at=7)
    await store.write(lambda tx: tx.access.people.put_user(gone))
    assert await roles() == frozenset()


async def test_tenants_and_users_are_listed_newest_first(store: Store):
    for name in ("a", "b", "c"):
        await store.write(lambda tx, n=name: tx.access.people.put_tenant(Tenant(id=n)))
        user = User(tenant="acme", id=name)
        await store.write(lambda tx, u=user: tx.access.people.put_user(u))
    tenants = await store.read(lambda r: r.access.people.tenants(Page(limit=2)))
    later = await store.read(lambda r: r.access.people.tenants(Page(before="b")))
    users = await store.read(lambda r: r.access.people.users("acme", Page(before="c")))
    foreign = await store.read(lambda r: r.access.people.users("evil", Page()))
    assert [one.id for one in tenants] == ["c", "b"]
    assert [one.id for one in later] == ["a"]
    assert [one.id for one in users] == ["b", "a"]
    assert foreign == []


async def test_a_rule_is_found_for_the_calls_that_it_covers(store: Store):
    await store.write(lambda tx: tx.access.rules.add(rule(1)))

    async def ids(now: int = 5, **more: Any) -> list[str]:
        found = await store.read(lambda reader: reader.access.rules.matching(call(**more), now))
        return [one.id for one in found]

    assert await ids() == ["rule_1"]
    assert await ids(now=1_000) == []
    others: tuple[dict[str, Any], ...] = (
        {"tenant": "evil"},
        {"user": "bob"},
        {"agent": "other"},
        {"tool": "sell"},
        {"fingerprint": "g"},
        {"arguments": {"to": "b@x"}},
        {"arguments": {"to": "a@x", "bcc": "b@x"}},
    )
    for other in others:
        assert await ids(**other) == []
    assert await store.write(lambda tx: tx.access.rules.revoke("rule_1", "boss", 6))
    assert not await store.write(lambda tx: tx.access.rules.revoke("rule_1", "ann", 7))
    assert await ids() == []
    kept = await store.read(lambda reader: reader.access.rules.get("rule_1"))
    assert kept is not None
    assert (kept.revoked_by, kept.revoked_at) == ("boss", 6)


async def test_people_see_their_own_rules_and_others_see_everybodys(store: Store):
    for one in (rule(1), rule(2, user="bob", created_by="boss"), rule(3, tenant="evil")):
        await store.write(lambda tx, one=one: tx.access.rules.add(one))

    async def ids(everybody: bool, now: int = 0) -> list[str]:
        found = await store.read(
            lambda reader: reader.access.rules.page(ANN, Page(), everybody=everybody, now=now)
        )
        return [one.id for one in found]

    assert await ids(everybody=False) == ["rule_1"]
    assert await ids(everybody=True) == ["rule_2", "rule_1"]
    assert await ids(everybody=True, now=1_000) == []


async def test_the_audit_log_is_one_tenants_and_can_be_searched(store: Store):
    for number, tenant in enumerate(("acme", "evil", "acme"), 1):
        act = Act(
            time=number,
            tenant=tenant,
            actor="ann",
            action="key.create" if number == 1 else "key.revoke",
            subject=f"key_{number}",
            details={"name": "laptop"},
        )
        await store.write(lambda tx, act=act: tx.access.audit.record(act))

    async def subjects(**more: Any) -> list[str]:
        sought = Sought(tenant="acme", **more)
        acts = await store.read(lambda reader: reader.access.audit.acts(sought))
        assert all(one.details == {"name": "laptop"} for one in acts)
        return [one.subject for one in acts]

    assert await subjects() == ["key_3", "key_1"]
    assert await subjects(action="key.create") == ["key_1"]
    assert await subjects(actor="bob") == []
    assert await subjects(limit=1) == ["key_3"]


@pytest.mark.parametrize("open_store", ["postgres"], indirect=True)
async def test_the_database_itself_shows_one_tenants_access(store: Store):
    await store.write(lambda tx: tx.access.keys.add(key(1)))
    await store.write(lambda tx: tx.access.rules.add(rule(1)))
    await store.write(lambda tx: tx.access.people.put_user(User(tenant="acme", id="ann")))
    for name, seen in (("acme", True), ("evil", False)):
        with scope.tenant(name):
            found = await store.read(
                lambda r: (
                    r.access.keys.get(key(1).id),
                    r.access.rules.get("rule_1"),
                    r.access.people.user("acme", "ann"),
                )
            )
        assert [one is not None for one in found] == [seen] * 3
