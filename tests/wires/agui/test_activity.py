"""What tools show, as activity messages: live, and when the messages are told again."""

from typing import Any

import pytest
from tests.wires.agui.facts import LEGACY, MODERN, call, end, model, reply, result, show, start

from interlock.domain.events import Fact, Shown
from interlock.domain.exhibits import read_exhibit
from interlock.wires.agui.snapshot import messages_snapshot
from interlock.wires.agui.translate import Opening


def exhibit(kind: Any, name: str, call_id: str = "c1", **data: Any) -> Shown:
    return Shown(call_id=call_id, exhibit=read_exhibit(kind, name, data))


def turn(*shown: Fact) -> tuple[Fact, ...]:
    said = reply("I work.", call("c1"), call("c2"))
    return (start(), model(), said, *shown, result("c1"), result("c2"), model("m2"))


def ids(messages: list[dict[str, Any]]) -> list[str]:
    return [message["id"] for message in messages]


@pytest.mark.parametrize("stream", [MODERN, LEGACY])
def test_an_exhibit_is_an_activity_and_a_later_one_takes_its_place(stream):
    first, second = exhibit("todo", "t", items=["a"]), exhibit("todo", "t", items=["b"])
    told = show(*turn(first, second), reply("Done.", message_id="m2"), end(), stream=stream)
    seen = [event for event in told if event["type"] == "ACTIVITY_SNAPSHOT"]
    assert seen == [
        {
            "type": "ACTIVITY_SNAPSHOT",
            "messageId": "turn1:todo:t",
            "activityType": "interlock.todo",
            "content": {"items": [{"text": word}]},
        }
        for word in ("a", "b")
    ]


def test_a_snapshot_has_the_newest_behind_the_results_of_the_calls():
    first = exhibit("todo", "t", items=["a"])
    later = exhibit("todo", "t", "c2", items=["b"])
    said = reply("Done.", message_id="m2")
    messages = messages_snapshot([*turn(first, later), said, end()])["messages"]
    assert ids(messages) == ["u1", "m1", "res_c1", "res_c2", "turn1:todo:t", "m2"]
    assert messages[4] == {
        "id": "turn1:todo:t",
        "role": "activity",
        "activityType": "interlock.todo",
        "content": {"items": [{"text": "b"}]},
    }


def test_a_resumed_run_tells_what_was_shown_before_it():
    past = (*turn(exhibit("plan", "p", steps=["go"])), reply("Done.", message_id="m2"), end())
    told = show(
        start("again", "u2"),
        model("m3"),
        reply("Yes.", message_id="m3"),
        end(),
        opening=Opening(past=past, snapshot=True),
    )
    assert "turn1:plan:p" in ids(told[1]["messages"])


def test_another_turn_has_its_own_list():
    said = reply(call("c3"), message_id="m3")
    both = [
        *turn(exhibit("todo", "t", items=["a"])),
        reply("Done.", message_id="m2"),
        end(),
        start("again", "u2", turn_id="turn2"),
        model("m3"),
        said,
        exhibit("todo", "t", "c3", items=["b"]),
        result("c3"),
    ]
    found = [one for one in ids(messages_snapshot(both)["messages"]) if ":" in one]
    assert found == ["turn1:todo:t", "turn2:todo:t"]
