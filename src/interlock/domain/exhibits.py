"""What a tool shows beside the answer: a todo list, a plan, an artifact, a chart. Plain data.

An exhibit has a name of its own, its ``id``, within its turn and its kind; a later one of the same
name takes its place.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast, get_args

from msgspec import Struct, json

from interlock.domain.messages import Json

ItemState = Literal["open", "active", "done", "failed"]
Kind = Literal["todo", "plan", "artifact", "chart"]

MAX_ID = 64
MAX_TITLE = 300
MAX_ITEMS = 200
MAX_ITEM_TEXT = 2_000
MAX_SOURCE = 256_000
"""Characters of an artifact."""

MAX_LABELS = 500
MAX_SERIES = 8


class Item(Struct, frozen=True, omit_defaults=True):
    """A line of a todo list, or a step of a plan."""

    text: str
    state: ItemState = "open"


class Todo(Struct, frozen=True, kw_only=True, tag="todo", tag_field="kind", omit_defaults=True):
    """What there is to do, and how far it is."""

    id: str
    items: tuple[Item, ...]
    title: str = ""


class Plan(Struct, frozen=True, kw_only=True, tag="plan", tag_field="kind", omit_defaults=True):
    """The way to a goal, step by step."""

    id: str
    steps: tuple[Item, ...]
    title: str = ""


class Artifact(
    Struct, frozen=True, kw_only=True, tag="artifact", tag_field="kind", omit_defaults=True
):
    """A page or a picture, as its source. Whoever shows it keeps it from everything else."""

    id: str
    title: str
    source: str
    form: Literal["html", "svg"] = "html"


class Series(Struct, frozen=True, omit_defaults=True):
    """Values of a chart, one for each label; None is a gap."""

    values: tuple[float | int | None, ...]
    name: str = ""


class Chart(Struct, frozen=True, kw_only=True, tag="chart", tag_field="kind", omit_defaults=True):
    """Figures, as data: drawing them is the client's business."""

    id: str
    type: Literal["line", "bar"]
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    title: str = ""
    unit: str = ""


Exhibit = Todo | Plan | Artifact | Chart

KINDS: tuple[str, ...] = get_args(Kind)


def kind_of(exhibit: Exhibit) -> str:
    """The word for what it is, for example ``todo``."""
    return str(exhibit.__struct_config__.tag)


def content(exhibit: Exhibit) -> dict[str, Json]:
    """What it shows, without its kind and its id."""
    whole: dict[str, Json] = json.decode(json.encode(exhibit))
    return {name: value for name, value in whole.items() if name not in {"kind", "id"}}


def read_exhibit(kind: Kind, exhibit_id: str, data: Mapping[str, Any]) -> Exhibit:
    """An exhibit from plain data, checked.

    Args:
        kind: What it is.
        exhibit_id: Its id.
        data: The other fields. A line or a step may be given as its text alone.

    Raises:
        ValueError: It does not fit, or it is too large; the text says where and why.
    """
    given = {**data, "kind": kind, "id": exhibit_id}
    for lines in ("items", "steps"):
        if isinstance(given.get(lines), list | tuple):
            given[lines] = [_line(one) for one in cast("Iterable[Any]", given[lines])]
    try:
        exhibit = json.decode(json.encode(given), type=Exhibit)
    except (TypeError, ValueError, RecursionError) as fault:
        raise ValueError(f"this is no {kind} that can be shown: {fault}") from fault
    fault = _too_much(exhibit)
    if fault:
        raise ValueError(f"this {kind} can't be shown: {fault}")
    return exhibit


def _line(given: object) -> object:
    return {"text": given} if isinstance(given, str) else given


def _too_much(exhibit: Exhibit) -> str:
    if not 0 < len(exhibit.id) <= MAX_ID:
        return f"an id has 1 to {MAX_ID} characters"
    if len(exhibit.title) > MAX_TITLE:
        return f"a title has at most {MAX_TITLE} characters"
    match exhibit:
        case Todo(items=lines) | Plan(steps=lines):
            return _too_many_lines(lines)
        case Artifact(source=source):
            return f"the source has at most {MAX_SOURCE:,} characters" * (len(source) > MAX_SOURCE)
        case Chart():
            return _undrawable(exhibit)


def _too_many_lines(lines: tuple[Item, ...]) -> str:
    if len(lines) > MAX_ITEMS:
        return f"at most {MAX_ITEMS} lines"
    long = any(len(line.text) > MAX_ITEM_TEXT for line in lines)
    return f"a line has at most {MAX_ITEM_TEXT:,} characters" if long else ""


def _undrawable(chart: Chart) -> str:
    if not 0 < len(chart.labels) <= MAX_LABELS:
        return f"it needs 1 to {MAX_LABELS} labels"
    if not 0 < len(chart.series) <= MAX_SERIES:
        return f"it needs 1 to {MAX_SERIES} series"
    if any(len(one.values) != len(chart.labels) for one in chart.series):
        return f"each series needs {len(chart.labels)} values, one for each label; null is a gap"
    words = [chart.unit, *chart.labels, *(one.name for one in chart.series)]
    long = any(len(word) > MAX_TITLE for word in words)
    return f"a word has at most {MAX_TITLE} characters" if long else ""
