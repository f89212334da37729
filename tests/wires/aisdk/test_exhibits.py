"""What tools show, as data parts: each once, as it stood last."""

from typing import Any

import pytest
from tests.wires.aisdk.facts import call, end, ended, feed, judged, model, reply, run, start

from interlock.domain.events import Fact, Shown
from interlock.domain.exhibits import read_exhibit
from interlock.wires.aisdk.message import Message, ui_messages
from interlock.wires.aisdk.translate import Translator


def show(kind: Any, name: str, **data: Any) -> Shown:
    return Shown(call_id="c1", exhibit=read_exhibit(kind, name, data))


def turn(*shown: Fact):
    return run(start(), model(), reply(call()), judged(), *shown, ended(), end())


def data_parts(events):
    [_, message] = ui_messages(events)
    return [part for part in message["parts"] if part["type"].startswith("data-")]


BARS = {"type": "bar", "labels": ["a"], "series": [{"values": [1]}]}


@pytest.mark.parametrize(
    ("kind", "data", "part"),
    [
        (
            "todo",
            {"items": ["a"]},
            {"type": "data-interlock-todo", "data": {"items": [{"text": "a"}]}},
        ),
        (
            "plan",
            {"steps": ["a"], "title": "Way"},
            {"type": "data-interlock-plan", "data": {"steps": [{"text": "a"}], "title": "Way"}},
        ),
        (
            "artifact",
            {"title": "A", "source": "<svg>", "form": "svg"},
            {"type": "data-artifact", "data": {"title": "A", "source": "<svg>", "form": "svg"}},
        ),
        ("chart", BARS, {"type": "data-chart", "data": BARS}),
    ],
)
def test_each_kind_has_its_part(kind: str, data: dict[str, Any], part: dict[str, Any]):
    assert data_parts(turn(show(kind, "x", **data))) == [{**part, "id": "x"}]


def test_a_later_one_of_the_same_name_stands_where_the_earlier_one_stood():
    first, second = show("todo", "t", items=["a"]), show("todo", "t", items=["b"])
    parts = data_parts(turn(first, show("chart", "t", **BARS), second))
    assert [part["type"] for part in parts] == ["data-interlock-todo", "data-chart"]
    assert parts[0]["data"] == {"items": [{"text": "b"}]}


def test_a_reader_that_is_cut_off_anywhere_has_the_same_in_the_end():
    events = turn(show("todo", "t", items=["a"]), show("todo", "t", items=["b"]))
    whole = Message("turn_1")
    whole.take(feed(Translator("turn_1"), events))
    assert whole.document()["parts"] == ui_messages(events)[1]["parts"]


def test_two_messages_show_their_own():
    other = [
        start("again", "u2", turn_id="turn_2"),
        model(),
        reply(call("c2")),
        judged(call_id="c2"),
    ]
    shown = Shown(call_id="c2", exhibit=read_exhibit("todo", "t", {"items": ["b"]}))
    second = run(*other, shown, ended(call_id="c2"), end(), run_id="run_2")
    messages = ui_messages([*turn(show("todo", "t", items=["a"])), *second])
    lists = [
        part["data"]["items"][0]["text"]
        for message in messages
        for part in message["parts"]
        if part["type"] == "data-interlock-todo"
    ]
    assert lists == ["a", "b"]
