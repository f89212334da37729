"""Logs by hand: facts in, numbered events out, and the view or screen that they give."""

import io
from collections.abc import Iterable

from rich.console import Console

from interlock.cli.screen import Screen
from interlock.cli.see import see
from interlock.cli.view import View
from interlock.domain.events import (
    Event,
    Fact,
    ModelEnded,
    ModelStarted,
    RunStarted,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.messages import AssistantMessage, AssistantPart, CallPart, TextPart
from interlock.domain.tools import OutcomeKind, ToolResult

START = RunStarted(thread_id="t", turn_id="u", agent="demo", tenant="local", user="ann")
MODEL = ModelStarted(message_id="m", call_index=1, attempt=1, provider="scripted", model="s")


def numbered(facts: Iterable[Fact], run_id: str = "run_1") -> list[Event]:
    return [Event(run_id, seq, 1_000 * seq, fact) for seq, fact in enumerate(facts, 1)]


def view_of(*facts: Fact) -> View:
    view = View()
    for event in numbered((START, MODEL, *facts)):
        view = see(view, event)
    return view


def said(text: str, *calls: CallPart) -> ModelEnded:
    words: tuple[AssistantPart, ...] = (TextPart(text),) if text else ()
    message = AssistantMessage(id="m", parts=(*words, *calls))
    return ModelEnded(message=message, stop="tool_use" if calls else "stop")


def call(call_id: str = "call_1", name: str = "look", arguments: str = '{"at": 1}') -> CallPart:
    return CallPart(id=call_id, name=name, arguments=arguments)


def judged(verdict: str = "allow", call_id: str = "call_1") -> ToolJudged:
    return ToolJudged(
        call_id=call_id,
        name="look",
        verdict=verdict,  # pyright: ignore[reportArgumentType]
        code="x",
        arguments={"at": 1},
    )


def started(call_id: str = "call_1") -> ToolStarted:
    return ToolStarted(
        call_id=call_id, name="look", attempt=1, repeatable=True, digest="d", arguments={"at": 1}
    )


def ended(kind: OutcomeKind = "done", result: str = "seen", call_id: str = "call_1") -> ToolEnded:
    return ToolEnded(call_id=call_id, name="look", kind=kind, result=ToolResult(result, result))


def screen_text(view: View, width: int = 80) -> str:
    """What a screen that is no terminal prints of a view."""
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    with Screen(console, show_answer=True) as screen:
        screen.show(view)
    return out.getvalue()
