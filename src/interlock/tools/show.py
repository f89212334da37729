"""Tools with which a model itself shows what it does: a todo list, a plan, an artifact, a chart.

They change nothing but what is seen, so they never ask, and repeating a call is harmless.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from interlock.domain.exhibits import (
    MAX_ID,
    MAX_ITEM_TEXT,
    MAX_ITEMS,
    MAX_LABELS,
    MAX_SERIES,
    MAX_SOURCE,
    MAX_TITLE,
)
from interlock.domain.messages import Json
from interlock.domain.tools import Tool, ToolContext
from interlock.tools.raw import schema_tool

Schema = dict[str, Json]


def _text(most: int, about: str) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most, "description": about}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _lines(about: str) -> Schema:
    state = {"type": "string", "enum": ["open", "active", "done", "failed"]}
    line = _object(["text", "state"], text=_text(MAX_ITEM_TEXT, "In a few words"), state=state)
    return {"type": "array", "items": line, "maxItems": MAX_ITEMS, "description": about}


_TITLE = _text(MAX_TITLE, "A few words above it")
_NAME = _text(MAX_ID, "A short name; the same name again takes the place of the earlier one")
_WORDS: Schema = {"type": "string", "maxLength": MAX_TITLE}
_VALUES: Schema = {
    "type": "array",
    "items": {"type": ["number", "null"]},
    "maxItems": MAX_LABELS,
    "description": "One value for each label; null is a gap",
}
_LABELS: Schema = {"type": "array", "items": _WORDS, "minItems": 1, "maxItems": MAX_LABELS}
_SERIES: Schema = {
    "type": "array",
    "items": _object(["values"], name=_WORDS, values=_VALUES),
    "minItems": 1,
    "maxItems": MAX_SERIES,
}


def _tool(
    name: str,
    description: str,
    parameters: Schema,
    show: Callable[[ToolContext, Mapping[str, Any]], None],
) -> Tool:
    async def handler(context: ToolContext, arguments: dict[str, Json]) -> Json:
        show(context, arguments)
        return "shown"

    return schema_tool(
        name,
        description,
        parameters,
        handler,
        effect="read",
        idempotent=True,
        approval="never",
        returns="trusted",
        timeout=10,
    )


def _chart(context: ToolContext, arguments: Mapping[str, Any]) -> None:
    data = {key: value for key, value in arguments.items() if key != "name"}
    context.chart(cast("str", arguments["name"]), data)


show_todo: Tool = _tool(
    "show_todo",
    "Keep a todo list that the user sees. Call it when work has several parts, and again with the "
    "whole list whenever the state of a part changes.",
    _object(["items"], items=_lines("The whole list, every time"), title=_TITLE),
    lambda context, said: context.todo(said["items"], title=said.get("title", "")),
)
"""Lets a model keep a todo list: ``Agent("clerk", tools=[show_todo, …])``."""

show_plan: Tool = _tool(
    "show_plan",
    "Show the user your plan, before you begin something long; and again with the whole plan "
    "when it changes or a step is done.",
    _object(["steps"], steps=_lines("All steps, every time"), title=_TITLE),
    lambda context, said: context.plan(said["steps"], title=said.get("title", "")),
)
"""Lets a model publish its plan."""

show_artifact: Tool = _tool(
    "show_artifact",
    "Show the user a page (a whole HTML document with its styles and scripts in it) or a picture "
    "(SVG). It is shown apart, without a network: it can load nothing.",
    _object(
        ["name", "title", "source"],
        name=_NAME,
        title=_TITLE,
        source=_text(MAX_SOURCE, "The whole source"),
        form={"type": "string", "enum": ["html", "svg"], "default": "html"},
    ),
    lambda context, said: context.artifact(
        said["name"], said["title"], said["source"], form=said.get("form", "html")
    ),
)
"""Lets a model show a page or a picture."""

show_chart: Tool = _tool(
    "show_chart",
    "Show the user figures as a chart. Every series has one value for each label.",
    _object(
        ["name", "type", "labels", "series"],
        name=_NAME,
        type={"type": "string", "enum": ["line", "bar"]},
        title=_TITLE,
        unit=_WORDS,
        labels=_LABELS,
        series=_SERIES,
    ),
    _chart,
)
"""Lets a model show figures."""
