"""Standing rules over HTTP, and through the doors of the two protocols."""

import contextlib
from typing import Any

import pytest
from tests.server.agui_chat import Chat as AguiChat
from tests.server.aisdk_chat import Chat as AisdkChat
from tests.server.town import town
from tests.stories.tools import tool

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted

SEND = 'call: send {"to": "a@x"}'
WHERE = [{"field": "to", "equals": "a@x"}]
ALWAYS = {"answer": {"approved": True, "always": {}}}


@pytest.fixture
def sent():
    return []


@pytest.fixture
def settle(tmp_path, desk, both, sent):
    """A town around a clerk who sends mail, after asking."""

    async def _send(to: str) -> str:
        """Send a mail."""
        sent.append(to)
        return "sent"

    @contextlib.asynccontextmanager
    async def begin(script, **traits: Any):
        send = tool(_send, "write", approval="always", **traits)
        agent = Agent("clerk", model=Scripted(script), tools=[send, desk.delete])
        async with town(agent, tmp_path, url=both) as made:
            yield made.house

    return begin


async def test_a_rule_is_made_listed_obeyed_and_taken_back(settle, sent):
    async with settle([SEND, "text: Sent.", SEND, "text: Again.", SEND]) as house:
        [asked] = await house.asked("ann")
        assert asked["standing"] is True
        _, taken = await house.answer(asked["id"], ALWAYS, "ann")
        await house.ended(taken["run_id"], "ann")
        [listed] = (await house.get("/v1/rules", "ann"))[1]["rules"]
        again = await house.run("again", "ann")
        events = (await house.get(f"/v1/runs/{again['id']}/events", "ann"))[1]["events"]
        [verdict] = [e["data"] for e in events if e["data"]["type"] == "tool.judged"]
        gone = await house.ask("DELETE", f"/v1/rules/{taken['rule']}", "ann")
        third = await house.run("third", "ann")
        left = (await house.get("/v1/rules", "ann"))[1]["rules"]
        kept = (await house.get("/v1/rules?all=1", "ann"))[1]["rules"]
    assert listed["rule"]["id"] == taken["rule"] == verdict["rule"]
    assert (verdict["code"], again["status"]) == ("rule", "success")
    assert (gone[0], third["status"], sent) == (204, "interrupted", ["a@x", "a@x"])
    assert (left, [one["live"] for one in kept]) == ([], [False])


async def test_a_rule_is_silent_once_its_maker_could_not_say_yes_any_more(settle, sent):
    """The maker lost the role: what they allowed for good is asked about again."""
    script = [SEND, "text: Sent.", SEND, "text: Again.", SEND]
    async with settle(script, approver="group:legal") as house:
        [asked] = await house.asked("ann")
        assert (await house.answer(asked["id"], ALWAYS, "ann"))[0] == 403
        inbox = (await house.get("/v1/interrupts?status=open&approver=group:legal", "lea"))[1]
        assert [one["interrupt"]["id"] for one in inbox["interrupts"]] == [asked["id"]]
        _, taken = await house.answer(asked["id"], ALWAYS, "lea")
        await house.ended(taken["run_id"], "ann")
        assert (await house.run("again", "ann"))["status"] == "success"
        await house.ask("PUT", "/v1/users/lea", "chief", json={"roles": []})
        assert (await house.run("third", "ann"))["status"] == "interrupted"
    assert sent == ["a@x", "a@x"]


async def test_four_eyes_hold_for_rules_too(settle, sent):
    async with settle([SEND, "text: Sent.", SEND, "text: Again."], four_eyes=True) as house:
        order = {"agent": "clerk", "tool": "send", "where": WHERE}
        own = await house.post("/v1/rules", order, "ann")
        [asked] = await house.asked("ann")
        _, taken = await house.answer(asked["id"], ALWAYS, "boss")
        await house.ended(taken["run_id"], "ann")
        assert (await house.run("again", "ann"))["status"] == "success"
    assert (own[0], own[1]["code"]) == (403, "may_not_answer")
    assert sent == ["a@x", "a@x"]


@pytest.mark.parametrize(
    ("who", "order", "wanted"),
    [
        ("ann", {"tool": "send", "where": WHERE}, (201, "")),
        ("boss", {"tool": "send", "where": WHERE, "user": "ann"}, (201, "")),
        ("chief", {"tool": "send", "where": [], "loose": True, "everybody": True}, (201, "")),
        ("bob", {"tool": "send", "where": WHERE, "user": "ann"}, (403, "may_not_answer")),
        ("ann", {"tool": "send", "where": [], "loose": True}, (403, "may_not_always")),
        ("boss", {"tool": "send", "where": WHERE, "everybody": True}, (403, "may_not_always")),
        ("ann", {"tool": "send", "where": WHERE, "any_agent": True}, (403, "may_not_always")),
        ("ann", {"tool": "send", "where": WHERE, "days": 31}, (422, "bad_rule")),
        ("ann", {"tool": "send", "where": [{"field": "to"}]}, (422, "bad_rule")),
        ("chief", {"tool": "delete", "where": [], "loose": True}, (422, "no_rule_for_tool")),
        ("ann", {"tool": "nothing", "where": WHERE}, (422, "unknown_tool")),
        ("ann", {"tool": "send"}, (422, "bad_body")),
        ("ann", {"tool": "send", "where": WHERE, "created_by": "chief"}, (422, "bad_body")),
    ],
)
async def test_nobody_rules_further_than_they_may(settle, who, order, wanted):
    async with settle([]) as house:
        status, answer = await house.post("/v1/rules", {"agent": "clerk", **order}, who)
        rules = (await house.get("/v1/rules", "chief"))[1]["rules"]
    assert (status, answer.get("code", "")) == wanted
    assert len(rules) == (1 if status == 201 else 0)


async def test_rules_are_seen_and_taken_back_by_those_they_concern(settle):
    async with settle([]) as house:
        order = {"agent": "clerk", "tool": "send", "where": WHERE}
        _, made = await house.post("/v1/rules", order, "ann")
        path = f"/v1/rules/{made['rule']['id']}"
        assert (await house.get("/v1/rules", "bob"))[1]["rules"] == []
        for who, status in (("bob", 404), ("eve", 404), ("boss", 200), ("ann", 200)):
            assert (await house.get(path, who))[0] == status
        assert (await house.ask("DELETE", path, "bob"))[0] == 404
        assert (await house.ask("DELETE", path, "boss"))[0] == 204
        acts = (await house.get("/v1/audit?subject=" + made["rule"]["id"], "chief"))[1]["acts"]
    assert [(one["action"], one["actor"]) for one in acts] == [
        ("rule.revoke", "boss"),
        ("rule.create", "ann"),
    ]


async def test_an_agui_client_says_always_in_its_answer(settle, sent):
    async with settle([SEND, "text: Sent.", SEND, "text: Again."]) as house:
        [asked] = await house.asked("ann")
        chat = AguiChat(house, "ann", asked["thread_id"])
        payload = {"approved": True, "always": {"days": 1}}
        resume = [{"interruptId": asked["id"], "status": "resolved", "payload": payload}]
        status, _ = await house.post("/agui/clerk", chat.body(resume=resume), "ann")
        rules = (await house.get("/v1/rules", "ann"))[1]["rules"]
        assert (await house.run("again", "ann"))["status"] == "success"
    assert (status, len(rules), len(sent)) == (200, 1, 2)


async def test_an_ai_sdk_client_says_always_in_its_answer(settle, sent):
    async with settle([SEND, "text: Sent.", SEND, "text: Again."]) as house:
        [asked] = await house.asked("ann")
        chat = AisdkChat(house, "ann", asked["thread_id"])
        chat.messages = (await house.get(f"{chat.url}/{chat.id}/messages", "ann"))[1]
        answers = {asked["id"]: {"approved": True, "always": {"days": 1}}}
        status, _ = await house.post("/api/chat/clerk", chat.body(answers=answers), "ann")
        rules = (await house.get("/v1/rules", "ann"))[1]["rules"]
        assert (await house.run("again", "ann"))["status"] == "success"
    assert (status, len(rules), len(sent)) == (200, 1, 2)
