"""What tools show, as lines of a terminal: never in the first column, and never wider than it."""

from typing import Any

import pytest

from interlock.cli.panel import panel_lines
from interlock.domain.exhibits import read_exhibit

LINES = [{"text": "read", "state": "done"}, {"text": "write", "state": "active"}, "send"]


def lines(kind: Any, width: int = 60, **data: Any) -> list[str]:
    return [line.plain for line in panel_lines(read_exhibit(kind, "x", data), width)]


def test_a_list_says_how_far_it_is():
    assert lines("todo", items=LINES) == [
        "  To do  1 of 3 done",
        "    [x] read",
        "    [>] write",
        "    [ ] send",
    ]
    assert lines("plan", steps=LINES, title="Way")[0] == "  Way  1 of 3 done"


def test_a_page_is_named_and_not_printed():
    [line] = lines("artifact", 200, title="Figures", source="<p>" * 1000)
    assert line == "  Figures (html, 3,000 characters; the web UI shows it)"


def test_a_chart_is_a_row_a_label_and_counts_what_is_left_out():
    series = [{"name": "old", "values": [1.5, None]}, {"name": "new", "values": [2, 3]}]
    found = lines("chart", type="bar", title="Ages", unit="days", labels=["a", "bb"], series=series)
    assert found == [
        "  Ages (days)  old  new",
        "    a          1.5           2",
        "    bb           -           3",
    ]
    many = lines("chart", type="line", labels=["a"] * 30, series=[{"values": [1] * 30}])
    assert many[-1] == "    and 10 more"


@pytest.mark.parametrize("width", [20, 40])
def test_nothing_acts_on_the_terminal_or_leaves_its_place(width: int):
    evil = "\x1b[2J\x1b[1;1Hbar\r\n\u202egnp.exe" + "x" * 100
    found = [
        *lines("todo", width, title=evil, items=[evil]),
        *lines("artifact", width, title=evil, source=evil),
        *lines("chart", width, type="bar", title=evil, labels=[evil], series=[{"values": [1]}]),
    ]
    assert all(line.startswith("  ") and line.isprintable() for line in found)
    assert max(map(len, found)) <= width
