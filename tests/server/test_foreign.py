"""C4: every address, with the ids of another tenant. A new route has to find its place here."""

import re
from typing import Any

from tests.server.town import town

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.server.app import TABLE

SEEN_BY_ALL = {
    "/livez": "tells of this process alone",
    "/readyz": "tells of this process alone",
    "/v1/agents": "the program's agents are everybody's",
    "/agui/{agent}/capabilities": "the program's agents are everybody's",
    "/v1/session": "a code is not looked for by its id",
    "/v1/session/link": "makes a code of the caller's own",
    "/v1/me": "the caller",
    "/v1/workers": "the processes of the installation",
    "/v1/users/{user_id}": "users are named within the caller's tenant",
    "/v1/schedules/preview": "computes, and stores nothing",
    "/v1/usage/zone": "the caller's tenant's own",
    "/v1/usage/reprice": "the caller's tenant's own",
    "/v1/usage/recount": "the caller's tenant's own",
    "/v1/usage/invoice": "the caller's tenant's own",
    "/v1/audit/check": "the caller's tenant's own",
    "/v1/dashboard": "the caller's tenant's own",
    "/v1/dashboard/recount": "the caller's tenant's own",
    "/v1/tools/stats": "the caller's tenant's own",
}
"""What looks nothing up by an id that another tenant could have, and why."""

OPERATORS = {
    "/metrics",
    "/v1/tenants",
    "/v1/tenants/{tenant_id}",
    "/v1/tenants/{tenant_id}/admin",
}
"""What only an operator gets an answer from."""

LISTS = {
    "/v1/threads",
    "/v1/runs",
    "/v1/interrupts",
    "/v1/changes",
    "/v1/schedules",
    "/v1/webhooks",
    "/v1/keys",
    "/v1/users",
    "/v1/rules",
    "/v1/audit",
    "/v1/usage",
    "/v1/quotas",
}
"""Lists: nothing of another tenant's is in them, whatever their address asks for."""

RUN = {"agent": "clerk", "message": "hi"}
SCHEDULE = {"name": "s", "agent": "clerk", "message": "hi", "every": 3600}
HOOK = {"name": "h", "url": "https://93.184.216.34/", "events": ["run.ended"]}
RULE = {"agent": "clerk", "tool": "save", "where": [{"field": "text", "equals": "a"}]}
SAID = {"id": "u1", "role": "user"}

BODIES: dict[tuple[str, str], Any] = {
    ("POST", "/agui/{agent}"): {
        "threadId": "{thread_id}",
        "runId": "run_of_eve",
        "state": {},
        "messages": [{**SAID, "content": "hi"}],
        "tools": [],
        "context": [],
        "forwardedProps": {},
    },
    ("POST", "/api/chat/{agent}"): {
        "id": "{thread_id}",
        "messages": [{**SAID, "parts": [{"type": "text", "text": "hi"}]}],
        "trigger": "submit-message",
    },
    ("POST", "/v1/runs"): {**RUN, "thread_id": "{thread_id}"},
    ("PATCH", "/v1/threads/{thread_id}"): {"title": "mine"},
    ("PUT", "/v1/threads/{thread_id}/messages/{message_id}/rating"): {"value": 1},
    ("POST", "/v1/runs/{run_id}/cancel"): {},
    ("POST", "/v1/interrupts/{interrupt_id}/answer"): {"answer": {"approved": True}},
    ("POST", "/v1/schedules"): {**SCHEDULE, "thread_id": "{thread_id}"},
    ("PATCH", "/v1/schedules/{schedule_id}"): {"name": "mine"},
    ("PATCH", "/v1/webhooks/{hook_id}"): {"name": "mine"},
    ("POST", "/v1/webhooks/{hook_id}/redeliver"): {"since": 0},
    ("POST", "/v1/keys/{key_id}/rotate"): {},
    ("POST", "/v1/keys"): {"user": "bob"},
    ("PUT", "/v1/tenants/{tenant_id}"): {"name": "mine"},
    ("POST", "/v1/tenants/{tenant_id}/admin"): {"user": "eve"},
}
"""What is sent, so that only the id can be what is wrong. ``{name}`` is an id of the other's."""

OWN = {
    ("POST", "/v1/webhooks"): HOOK,
    ("POST", "/v1/rules"): RULE,
    ("PUT", "/v1/quotas"): {"limit": "1"},
}
"""Makes something of the caller's own; names nothing that another could have."""


async def settled(house) -> dict[str, str]:
    """Everything that a tenant can have, by the names that addresses use."""
    [asked] = await house.asked("ann")
    run = (await house.get(f"/v1/runs/{asked['run_id']}", "ann"))[1]["run"]
    _, schedule = await house.post("/v1/schedules", SCHEDULE, "chief")
    _, hook = await house.post("/v1/webhooks", HOOK, "chief")
    hook_id = id_in(hook)
    _, ping = await house.ask("POST", f"/v1/webhooks/{hook_id}/ping", "chief")
    _, key = await house.post("/v1/keys", {}, "ann")
    _, rule = await house.post("/v1/rules", RULE, "ann")
    _, quota = await house.ask("PUT", "/v1/quotas", "chief", json={"limit": "1000"})
    return {
        "agent": "clerk",
        "id": asked["thread_id"],
        "thread_id": asked["thread_id"],
        "message_id": run["turn_id"],
        "run_id": run["id"],
        "interrupt_id": asked["id"],
        "schedule_id": id_in(schedule),
        "hook_id": hook_id,
        "delivery_id": id_in(ping),
        "key_id": key["key"]["id"],
        "rule_id": rule["rule"]["id"],
        "quota_id": id_in(quota),
        "user_id": "bob",
        "tenant_id": "acme",
    }


def id_in(answer: Any) -> str:
    """The id of what was made, wherever the answer has it."""
    for value in (answer, *answer.values()):
        if isinstance(value, dict) and "id" in value:
            return value["id"]
    raise LookupError(answer)


def unknown(real: str) -> str:
    """An id of the same kind that nobody has."""
    kind = real.split("_")[0]
    return f"{kind}_{'0' * 32}" if "_" in real else real


def filled(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: filled(one, ids) for name, one in value.items()}
    if isinstance(value, str) and value.startswith("{"):
        return ids[value[1:-1]]
    return value


async def asked_as(house, who: str, route: Any, ids: dict[str, str]):
    body = BODIES.get((route.method, route.path))
    options = {} if body is None else {"json": filled(body, ids)}
    return await house.ask(route.method, route.path.format(**ids), who, **options)


def looked_up() -> list[Any]:
    """The routes that look something up by an id."""
    rest = SEEN_BY_ALL.keys() | OPERATORS
    found = [
        route
        for route in TABLE
        if route.path not in rest
        and (route.method, route.path) not in OWN
        and not (route.path in LISTS and route.method == "GET")
    ]
    return [one for one in found if "{" in one.path or (one.method, one.path) in BODIES]


def test_every_route_has_its_place_in_the_walk():
    known = {(one.method, one.path) for one in looked_up()} | OWN.keys()
    left = [
        (route.method, route.path)
        for route in TABLE
        if (route.method, route.path) not in known
        and route.path not in SEEN_BY_ALL.keys() | OPERATORS
        and not (route.path in LISTS and route.method == "GET")
    ]
    assert left == [], "say in this file what another tenant gets from these"
    unsent = [
        (route.method, route.path)
        for route in looked_up()
        if route.body is not None and (route.method, route.path) not in BODIES
    ]
    assert unsent == [], "say in BODIES what is sent to these"


async def test_the_ids_of_another_tenant_are_unknown_at_every_address(tmp_path, desk, both):
    script = Scripted(['call: delete {"folder": "a"}'])
    async with town(Agent("clerk", model=script, tools=desk.all), tmp_path, url=both) as made:
        house = made.house
        real = await settled(house)
        none = {name: unknown(value) for name, value in real.items()}
        none |= {"agent": "clerk", "user_id": "bob", "tenant_id": "acme"}
        lies: list[Any] = []
        for route in looked_up():
            foreign = await asked_as(house, "eve", route, real)
            if foreign[0] != NOTHING_YET.get((route.method, route.path), 404):
                lies.append((route.method, route.path, *foreign))
            if (route.method, route.path) not in NEW_IDS:
                missing = await asked_as(house, "eve", route, none)
                if foreign != missing:
                    lies.append((route.method, route.path, foreign, missing))
        assert lies == []
        for route in TABLE:
            if route.path in OPERATORS:
                status, problem = await asked_as(house, "eve", route, real)
                assert (status, problem["code"]) == (403, "not_operator")
        after = await asked_as(house, "ann", show("/v1/interrupts/{interrupt_id}"), real)
        key = await house.get(f"/v1/keys/{real['key_id']}", "ann")
    assert (after[1]["status"], key[1]["live"], desk.effects) == ("open", True, [])


NEW_IDS = {("POST", "/agui/{agent}"), ("POST", "/api/chat/{agent}"), ("POST", "/v1/runs")}
"""A conversation of an id that nobody has yet begins."""


NOTHING_YET = {
    ("GET", "/api/chat/{agent}/{id}/stream"): 204,
    ("GET", "/api/chat/{agent}/{id}/messages"): 200,
    ("POST", "/api/chat/{agent}/{id}/stop"): 200,
}
"""A chat of the AI SDK has its id before it has a message; the answers say that it is empty."""


async def test_lists_hold_nothing_of_another_tenant(tmp_path, desk, both):
    script = Scripted(['call: delete {"folder": "a"}'])
    async with town(Agent("clerk", model=script, tools=desk.all), tmp_path, url=both) as made:
        house = made.house
        real = await settled(house)
        secret = {value for name, value in real.items() if "_" in value and name != "agent"}
        query = "?tenant=acme&owner=ann&user=bob&all=1&principal=ann&role=admin"
        for path in sorted(LISTS - {"/v1/changes"}):
            status, answer = await house.get(path + query, "eve")
            assert status == 200, (path, answer)
            assert not [one for one in secret if one in str(answer)], path
        for name in ("thread_id", "approver"):
            answer = (await house.get(f"/v1/interrupts?{name}={real['thread_id']}", "eve"))[1]
            assert answer == {"interrupts": [], "before": None}


def show(path: str) -> Any:
    return next(one for one in TABLE if (one.method, one.path) == ("GET", path))


def test_addresses_name_their_ids_as_the_walk_knows_them():
    names = {name for route in TABLE for name in re.findall(r"{(\w+)}", route.path)}
    assert names <= {
        "agent",
        "id",
        "thread_id",
        "message_id",
        "run_id",
        "interrupt_id",
        "schedule_id",
        "hook_id",
        "delivery_id",
        "key_id",
        "rule_id",
        "quota_id",
        "user_id",
        "tenant_id",
    }, "settled() has to make one of these"
