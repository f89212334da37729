"""The unmodified AG-UI clients, the current one and the one that most apps still pin."""

from typing import Any

import pytest
from tests.clients.node import play
from tests.server.house import House

from interlock import show_chart, show_todo

pytestmark = [
    pytest.mark.clients,
    pytest.mark.parametrize("client", ["@ag-ui/client", "ag-ui-client-0059"]),
]

DELETE = ["text: I ask first.", 'call: delete {"folder": "a"}']
THREE = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]
LOOK = ["reasoning: Hm.", "text: I look.", 'call: look {"city": "Oslo"}']
YES = {"approved": True}


async def converse(house: House, client: str, *steps: dict[str, Any]) -> dict[str, Any]:
    """Play a conversation; whatever the client had to complain about fails the test."""
    url = f"{house.url}/agui/clerk"
    order = {"url": url, "token": "ann-token", "client": client, "threadId": "t1", "steps": steps}
    report = await play("agui.mjs", order)
    assert report["warnings"] == []
    assert [step["thrown"] for step in report["steps"]] == [None] * len(steps)
    return report


def outcomes(report: dict[str, Any]) -> list[str | None]:
    """How each step ended; clients of the old line get no word for success."""
    words = {"finished": "success"}
    ends = (step["error"] or step["outcome"] for step in report["steps"])
    return [words.get(end, end) for end in ends]


def spoken(report: dict[str, Any]) -> list[tuple[str, Any]]:
    """Role and content of every message that the client holds in the end."""
    return [(m["role"], m.get("content") or None) for m in report["messages"]]


async def test_text_reasoning_and_a_tool_arrive(serve, desk, client):
    async with serve([LOOK, "text: Sunny."]) as house:
        report = await converse(house, client, {"say": "weather?"})
    assert outcomes(report) == ["success"]
    assert spoken(report) == [
        ("user", "weather?"),
        ("reasoning", "Hm."),
        ("assistant", "I look."),
        ("tool", "sunny in Oslo"),
        ("assistant", "Sunny."),
    ]
    call = report["messages"][2]["toolCalls"][0]["function"]
    assert call == {"name": "look", "arguments": '{"city": "Oslo"}'}


async def test_a_yes_runs_the_call_once_and_the_thread_goes_on(serve, desk, client):
    async with serve([DELETE, "text: Done.", "text: Hello."]) as house:
        report = await converse(
            house, client, {"say": "delete"}, {"answer": [YES]}, {"again": True}, {"say": "hi"}
        )
    assert outcomes(report) == ["interrupt", "success", "success", "success"]
    assert desk.effects == ["delete a 90"]
    asked = report["steps"][0]["pending"]
    assert [(one["reason"], one["message"]) for one in asked] == [
        ("tool_call", "Deletes the reports in a.")
    ]
    assert ("expiresAt" in asked[0]) == (client == "@ag-ui/client")
    assert [step["pending"] for step in report["steps"][1:]] == [[], [], []]
    assert spoken(report) == [
        ("user", "delete"),
        ("assistant", "I ask first."),
        ("tool", "3"),
        ("assistant", "Done."),
        ("user", "hi"),
        ("assistant", "Hello."),
    ]


async def test_three_questions_are_answered_each_in_its_way(serve, desk, client):
    answers = [YES, {"approved": False}, {**YES, "editedArgs": {"folder": "z"}}]
    async with serve([THREE, "text: Done."]) as house:
        report = await converse(house, client, {"say": "delete"}, {"answer": answers})
    assert outcomes(report) == ["interrupt", "success"]
    assert sorted(desk.effects) == ["delete a 90", "delete z 90"]
    assert len(report["messages"][1]["toolCalls"]) == 3
    assert [role for role, _ in spoken(report)] == ["user", "assistant", *["tool"] * 3, "assistant"]


async def test_a_cancelled_question_never_runs(serve, desk, client):
    async with serve([DELETE, "text: I left it."]) as house:
        report = await converse(house, client, {"say": "delete"}, {"cancel": True})
    assert (outcomes(report), desk.effects) == (["interrupt", "success"], [])


async def test_a_bad_answer_can_be_given_again(serve, desk, client):
    async with serve([DELETE, "text: Done."]) as house:
        report = await converse(
            house, client, {"say": "delete"}, {"answer": ["yes please"]}, {"answer": [YES]}
        )
    assert outcomes(report) == ["interrupt", "bad_answer", "success"]
    assert desk.effects == ["delete a 90"]


async def test_a_reloaded_client_finds_the_question_and_answers_it(serve, desk, client):
    async with serve([DELETE, "text: Done."]) as house:
        report = await converse(
            house, client, {"say": "delete"}, {"reload": True}, {"answer": [YES]}
        )
    assert outcomes(report) == ["interrupt", "interrupt", "success"]
    first, again = (step["pending"] for step in report["steps"][:2])
    assert (first, desk.effects) == (again, ["delete a 90"])
    assert spoken(report)[:2] == [("user", "delete"), ("assistant", "I ask first.")]


async def test_a_model_that_breaks_off_leaves_no_half_call(serve, desk, client):
    script = [[*DELETE, "fault: broken_stream"], "text: Never mind."]
    async with serve(script) as house:
        report = await converse(house, client, {"say": "delete"})
    assert (outcomes(report), desk.effects) == (["success"], [])
    assert spoken(report)[-1] == ("assistant", "Never mind.")
    assert not any("toolCalls" in message for message in report["messages"])


async def test_a_failed_run_says_why(serve, client):
    async with serve(["fault: auth", "text: Hi."]) as house:
        report = await converse(house, client, {"say": "hello"}, {"say": "again"})
    assert outcomes(report) == ["model_auth", "success"]


async def test_what_tools_show_is_an_activity_live_and_after_a_reload(serve, desk, client):
    show = [f'call: show_todo {{"items": [{{"text": "{w}", "state": "open"}}]}}' for w in "ab"]
    bars = 'call: show_chart {"name": "c", "type": "bar", "labels": ["x"], "series": '
    bars += '[{"values": [1]}]}'
    tools = [*desk.all, show_todo, show_chart]
    async with serve([[show[0], bars], show[1], "text: Done."], tools=tools) as house:
        live = await converse(house, client, {"say": "work"})
        later = await converse(house, client, {"reload": True})
    seen = [(m["activityType"], m["content"]) for m in live["messages"] if m["role"] == "activity"]
    assert [kind for kind, _ in seen] == ["interlock.todo", "interlock.chart"]
    assert seen[0][1] == {"items": [{"text": "b"}]}
    assert seen[1][1] == {"type": "bar", "labels": ["x"], "series": [{"values": [1]}]}
    assert [m["id"] for m in later["messages"]] == [m["id"] for m in live["messages"]]
    assert [m.get("content") for m in later["messages"]] == [
        m.get("content") for m in live["messages"]
    ]
