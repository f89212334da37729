"""The unmodified client of the AI SDK, version 7, in front of a whole server."""

from typing import Any

import pytest
from tests.clients.node import play
from tests.domain.simulator import Simulator
from tests.server.house import House
from tests.wires.aisdk.plays import Streaming
from tests.wires.aisdk.plays import play as play_turn
from tests.wires.aisdk.test_any_log import replayed

from interlock import show_artifact, show_todo
from interlock.domain.agents import Limits
from interlock.models.scripted import Scripted
from interlock.tools.ask_user import ask_user
from interlock.wires.aisdk.message import Message

pytestmark = pytest.mark.clients

DELETE = ["text: I ask first.", 'call: delete {"folder": "a"}']
THREE = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]
LOOK = ["reasoning: Hm.", "text: I look.", 'call: look {"city": "Oslo"}']
SLOW = ["text: One moment.", 'call: slow {"text": "x"}']


async def converse(house: House, *steps: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Play a conversation. Whatever the client would refuse to store or send fails the test."""
    url = f"{house.url}/api/chat/clerk"
    order = {"url": url, "token": "ann-token", "chatId": "t1", "steps": steps, **members}
    report = await play("aisdk.mjs", order)
    assert report["invalid"] is None
    assert report["resumable"] == 204
    assert [step["error"] for step in report["steps"]] == [None] * len(steps)
    assert {step["status"] for step in report["steps"]} == {"ready"}
    return report


def posts(report: dict[str, Any]) -> list[int]:
    return [step["posts"] for step in report["steps"]]


def cards(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and state of the tool parts of the last message."""
    parts = [part for part in report["messages"][-1]["parts"] if "toolCallId" in part]
    return [(part.get("toolName", part["type"][5:]), part["state"]) for part in parts]


def words(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Who said what."""
    return [
        (m["role"], " ".join(part["text"] for part in m["parts"] if part["type"] == "text"))
        for m in report["messages"]
    ]


def same_after_reload(report: dict[str, Any]) -> bool:
    """Whether the server gives a reloaded tab what this one shows."""
    shown, stored = report["messages"], report["stored"]
    return [(m["id"], trim(m["parts"])) for m in shown] == [(m["id"], m["parts"]) for m in stored]


def trim(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the argument text, which a client keeps beside the arguments of a failed call."""
    return [{key: part[key] for key in part if key != "rawInput"} for part in parts]


async def test_text_reasoning_and_a_tool_arrive(serve):
    async with serve([LOOK, "text: Sunny."]) as house:
        report = await converse(house, {"say": "weather?"})
    assert words(report) == [("user", "weather?"), ("assistant", "I look. Sunny.")]
    assert cards(report) == [("look", "output-available")]
    assert [part["type"] for part in report["messages"][1]["parts"]] == [
        "step-start",
        "reasoning",
        "text",
        "tool-look",
        "step-start",
        "text",
    ]
    assert same_after_reload(report)


async def test_a_yes_runs_the_call_once_and_sends_once(serve, desk):
    async with serve([DELETE, "text: Done.", "text: Hello."]) as house:
        report = await converse(house, {"say": "delete"}, {"click": [True]}, {"say": "hi"})
    assert (posts(report), desk.effects) == ([1, 1, 1], ["delete a 90"])
    assert words(report)[1:] == [
        ("assistant", "I ask first. Done."),
        ("user", "hi"),
        ("assistant", "Hello."),
    ]
    assert same_after_reload(report)


async def test_three_questions_are_answered_each_in_its_way(serve, desk):
    async with serve([THREE, "text: Done."]) as house:
        steps = [{"say": "delete"}, {"click": [True, False, True], "reason": "so"}]
        report = await converse(house, *steps)
    assert (posts(report), sorted(desk.effects)) == ([1, 1], ["delete a 90", "delete c 90"])
    ends = ["output-available", "output-denied", "output-available"]
    assert [state for _, state in cards(report)] == ends
    assert same_after_reload(report)


async def test_edited_arguments_run_in_the_place_of_the_models(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        report = await converse(house, {"say": "delete"}, {"edit_call": {"folder": "z"}})
    assert desk.effects == ["delete z 90"]
    [edit] = [part for part in report["messages"][1]["parts"] if "data" in part]
    assert edit["data"]["arguments"] == {"folder": "z"}
    assert same_after_reload(report)


async def test_a_reloaded_tab_still_has_its_question(serve, desk):
    async with serve([DELETE, "text: Done."]) as house:
        report = await converse(house, {"say": "delete"}, {"reload": True}, {"click": [True]})
    assert [step["asking"] for step in report["steps"]] == [1, 1, 0]
    assert (posts(report), desk.effects) == ([1, 0, 1], ["delete a 90"])
    assert same_after_reload(report)


async def test_a_new_message_supersedes_what_waits(serve, desk):
    async with serve([DELETE, "text: As you like."]) as house:
        report = await converse(house, {"say": "delete"}, {"say": "never mind"}, {"reload": True})
    assert desk.effects == []
    assert words(report)[-1] == ("assistant", "As you like.")
    [card] = [part for part in report["messages"][1]["parts"] if "toolCallId" in part]
    assert (card["state"], card["approval"]["reason"]) == ("output-denied", "a newer message")


async def test_a_question_to_the_person_is_answered_by_an_output(serve):
    script = ['call: ask_user {"question": "Which city?"}', "text: Oslo it is."]
    async with serve(script, tools=(ask_user,)) as house:
        steps = [{"say": "ask me"}, {"output": {"answer": "Oslo"}}]
        report = await converse(house, *steps, outputs=True)
    assert posts(report) == [1, 1]
    assert cards(report) == [("ask_user", "output-available")]
    assert words(report)[-1] == ("assistant", "Oslo it is.")


async def test_a_brake_asks_on_a_card_and_goes_on(serve, desk):
    looks = ['call: look {"city": "Oslo"}', 'call: look {"city": "Lima"}', "text: Sunny."]
    async with serve(looks, limits=Limits(calls=1)) as house:
        report = await converse(house, {"say": "weather?"}, {"click": [True]})
    assert desk.effects == ["look Oslo", "look Lima"]
    assert ("go_on", "output-available") in cards(report)
    assert words(report)[-1] == ("assistant", "Sunny.")
    assert same_after_reload(report)


async def test_a_lost_connection_loses_and_doubles_nothing(serve):
    story = " ".join(f"word{number}" for number in range(100))
    async with serve(Scripted([[f"text: {story}"]], pace=0.01)) as house:
        report = await converse(house, {"cut": "tell me"})
    assert report["cut"] == "network error"
    assert words(report) == [("user", "tell me"), ("assistant", story)]
    assert same_after_reload(report)


async def test_stop_keeps_what_was_written(serve, desk):
    async with serve([SLOW, "text: Hello again."]) as house:
        report = await converse(house, {"stop": "slow"}, {"say": "and now?"})
    assert desk.effects == ["slow x begins", "slow was told to stop"]
    assert words(report)[1:] == [
        ("assistant", "One moment."),
        ("user", "and now?"),
        ("assistant", "Hello again."),
    ]
    assert report["messages"][1]["metadata"]["status"] == "aborted"
    assert same_after_reload(report)


async def test_regenerate_and_edit_take_the_place_of_the_answer(serve):
    async with serve(["text: A.", "text: B.", "text: C."]) as house:
        report = await converse(house, {"say": "one"}, {"regenerate": True}, {"edit": "two"})
    assert words(report) == [("user", "two"), ("assistant", "C.")]
    assert posts(report) == [1, 1, 1]
    assert same_after_reload(report)


async def test_the_client_builds_from_any_turn_what_a_reload_would_show():
    streams = [
        replayed(play_turn(seed, kind)) for kind in (Simulator, Streaming) for seed in range(60)
    ]
    report = await play("aisdk_rebuild.mjs", {"streams": streams})
    for chunks, built, error in zip(streams, report["messages"], report["errors"], strict=True):
        ours = Message("t1")
        ours.take(chunks)
        assert error == (ours.error or None)
        assert trim(built["parts"]) == ours.parts


async def test_what_tools_show_is_one_part_that_changes(serve, desk):
    show = [f'call: show_todo {{"items": [{{"text": "{w}", "state": "open"}}]}}' for w in "ab"]
    page = 'call: show_artifact {"name": "p", "title": "A page", "source": "<p>"}'
    tools = [*desk.all, show_todo, show_artifact]
    async with serve([[show[0], page], show[1], "text: Done."], tools=tools) as house:
        report = await converse(house, {"say": "work"})
    parts = [part for part in report["messages"][-1]["parts"] if part["type"].startswith("data-")]
    assert parts == [
        {"type": "data-interlock-todo", "id": "todo", "data": {"items": [{"text": "b"}]}},
        {"type": "data-artifact", "id": "p", "data": {"title": "A page", "source": "<p>"}},
    ]
    assert same_after_reload(report)
