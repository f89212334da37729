"""What tools show beside the answer, in lines of text. Indented: no card begins there."""

from rich.text import Text

from interlock.cli.plain import plain
from interlock.cli.words import brief
from interlock.domain.exhibits import Artifact, Chart, Exhibit, Item, ItemState, Plan, Todo

INDENT = "  "
MOST_ROWS = 20
"""Of a chart; the rest is counted."""

_BOXES: dict[ItemState, str] = {"open": "[ ]", "active": "[>]", "done": "[x]", "failed": "[!]"}
_STYLES: dict[ItemState, str] = {"open": "", "active": "bold", "done": "dim", "failed": "red"}


def panel_lines(exhibit: Exhibit, width: int) -> list[Text]:
    """The lines of an exhibit, each cut to ``width`` columns."""
    match exhibit:
        case Todo(items=lines):
            return _list(exhibit.title or "To do", lines, width)
        case Plan(steps=lines):
            return _list(exhibit.title or "Plan", lines, width)
        case Artifact():
            about = f"{exhibit.form}, {len(exhibit.source):,} characters; the web UI shows it"
            return [_head(f"{exhibit.title} ({about})", width)]
        case Chart():
            return _chart(exhibit, width)


def _list(title: str, lines: tuple[Item, ...], width: int) -> list[Text]:
    done = sum(line.state == "done" for line in lines)
    head = _head(f"{title}  {done} of {len(lines)} done", width)
    return [
        head,
        *(_line(f"{_BOXES[one.state]} {one.text}", _STYLES[one.state], width) for one in lines),
    ]


def _chart(chart: Chart, width: int) -> list[Text]:
    """A row a label: pictures are for the web UI."""
    unit = f" ({chart.unit})" if chart.unit else ""
    names = [series.name for series in chart.series if series.name]
    head = "  ".join([f"{chart.title or 'Chart'}{unit}", *names])
    longest = min(24, max(len(label) for label in chart.labels))
    rows = [
        "  ".join(
            [brief(label, 24).ljust(longest), *(_value(one.values[place]) for one in chart.series)]
        )
        for place, label in enumerate(chart.labels[:MOST_ROWS])
    ]
    more = len(chart.labels) - len(rows)
    rows += [f"and {more} more"] if more else []
    return [_head(head, width), *(_line(row, "", width) for row in rows)]


def _value(value: float | None) -> str:
    return ("-" if value is None else f"{value:g}").rjust(10)


def _head(words: str, width: int) -> Text:
    return Text(INDENT + _cut(words, width - len(INDENT)), "bold")


def _line(words: str, style: str, width: int) -> Text:
    return Text(2 * INDENT + _cut(words, width - 2 * len(INDENT)), style)


def _cut(words: str, width: int) -> str:
    """One line without what could act, its own spaces kept."""
    line = plain(words).replace("\n", " ").replace("\t", " ")
    return line if len(line) <= width else line[: max(1, width - 1)] + "…"
