"""What a tool may show: read from plain data, whole or not at all."""

from typing import Any

import pytest

from interlock.domain.events import Shown, decode_fact, encode_fact
from interlock.domain.exhibits import (
    MAX_ITEMS,
    MAX_LABELS,
    MAX_SERIES,
    MAX_SOURCE,
    Chart,
    Item,
    Series,
    Todo,
    content,
    read_exhibit,
)

BARS = {"type": "bar", "labels": ["a", "b"], "series": [{"values": [1, None]}]}


def test_a_line_may_be_its_text_alone():
    todo = read_exhibit("todo", "t", {"items": ["read", {"text": "write", "state": "active"}]})
    assert todo == Todo(id="t", items=(Item("read"), Item("write", "active")))


def test_its_content_has_neither_its_kind_nor_its_id():
    chart = read_exhibit("chart", "c", BARS)
    assert chart == Chart(id="c", type="bar", labels=("a", "b"), series=(Series((1, None)),))
    assert content(chart) == BARS


def test_a_figure_that_is_no_number_is_a_gap():
    chart = read_exhibit("chart", "c", {**BARS, "series": [{"values": [float("nan"), 2]}]})
    assert content(chart)["series"] == [{"values": [None, 2]}]


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("todo", {}, "missing required field `items`"),
        ("todo", {"items": "read"}, "`$.items`"),
        ("todo", {"items": [{"text": "a", "state": "half"}]}, "`$.items[0].state`"),
        ("todo", {"items": ["a"] * (MAX_ITEMS + 1)}, "at most 200 lines"),
        ("plan", {"steps": ["a" * 5_000]}, "a line has at most 2,000 characters"),
        ("plan", {"steps": [], "title": "a" * 400}, "a title has at most 300 characters"),
        ("artifact", {"title": "a", "source": "b", "form": "exe"}, "`$.form`"),
        ("artifact", {"title": "a", "source": "b" * (MAX_SOURCE + 1)}, "256,000 characters"),
        ("chart", {**BARS, "type": "pie"}, "`$.type`"),
        ("chart", {**BARS, "labels": []}, "1 to 500 labels"),
        ("chart", {**BARS, "labels": ["a"] * (MAX_LABELS + 1)}, "1 to 500 labels"),
        ("chart", {**BARS, "series": BARS["series"] * (MAX_SERIES + 1)}, "1 to 8 series"),
        ("chart", {**BARS, "labels": ["a", "b", "c"]}, "each series needs 3 values"),
        ("chart", {**BARS, "unit": "m" * 400}, "a word has at most 300 characters"),
        ("todo", {"items": [object()]}, "this is no todo"),
        ("todo", {"items": ["\ud800"]}, "this is no todo"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(kind: Any, data: dict[str, Any], words: str):
    with pytest.raises(ValueError, match="this") as fault:
        read_exhibit(kind, "x", data)
    assert words in str(fault.value)


@pytest.mark.parametrize("name", ["", "n" * 65])
def test_a_name_is_short_and_there(name: str):
    with pytest.raises(ValueError, match="an id has 1 to 64 characters"):
        read_exhibit("todo", name, {"items": []})


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("todo", {"items": ["a"]}),
        ("plan", {"steps": ["a"], "title": "b"}),
        ("artifact", {"title": "a", "source": "<p>", "form": "svg"}),
        ("chart", BARS),
    ],
)
def test_the_log_gives_back_what_was_shown(kind: Any, data: dict[str, Any]):
    fact = Shown(call_id="c1", exhibit=read_exhibit(kind, "x", data))
    assert decode_fact(encode_fact(fact)) == fact
