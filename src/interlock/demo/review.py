"""A scene that shows things beside the answer: a plan, a todo list, a chart and a page."""

import json
from collections import Counter
from html import escape

from interlock.demo.plan import PARTS, call, parts
from interlock.demo.turn import Turn

OLD_DAYS = 90


def go_on(turn: Turn) -> list[str]:
    """The next step of a review; nothing when this is none, or when something did not work."""
    names = [done.name for done in turn.done]
    if names[:2] != ["show_plan", "show_todo"] or any(done.failed for done in turn.done):
        return []
    if "list_reports" not in names:
        return ["text: First I read the list.", call("list_reports")]
    reports = json.loads(next(done.text for done in turn.done if done.name == "list_reports"))
    if names[-1] == "list_reports":
        old = Counter(one["folder"] for one in reports if one["age"] > OLD_DAYS)
        young = Counter(one["folder"] for one in reports if one["age"] <= OLD_DAYS)
        folders = sorted(old | young)
        return [
            call("show_todo", items=parts(1)),
            _chart(folders, old, young) if folders else "text: There are no reports.",
            call("show_artifact", name="overview", title="All reports", source=_page(reports)),
            call("show_todo", items=parts(len(PARTS))),
        ]
    seen = f"text: I looked at {len(reports)} reports."
    return [f"{seen} The chart shows which are old, the page lists all."]


def _chart(folders: list[str], old: Counter[str], young: Counter[str]) -> str:
    series = [
        {"name": f"older than {OLD_DAYS} days", "values": [old[folder] for folder in folders]},
        {"name": "younger", "values": [young[folder] for folder in folders]},
    ]
    return call(
        "show_chart",
        name="ages",
        type="bar",
        title="Reports by folder",
        unit="reports",
        labels=folders,
        series=series,
    )


def _page(reports: list[dict[str, str]]) -> str:
    rows = "".join(
        f"<tr><td>{escape(one['folder'])}<td>{escape(one['name'])}<td>{one['age']}"
        for one in reports
    )
    return (
        "<!doctype html><title>All reports</title>"
        "<style>body{font:14px system-ui;margin:1rem}"
        "td,th{padding:.2rem .8rem;text-align:left}</style>"
        f"<h1>All reports</h1><table><tr><th>Folder<th>Report<th>Days{rows}</table>"
    )
