"""A question as a card: what will happen, with exactly which data. Nothing is hidden or cut.

Only stored questions become cards. A card's lines begin with a bar in the first column, where no
word of a model ever stands, so that an answer that imitates a card is seen to be text.
"""

from rich.cells import chop_cells
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from interlock.cli.api import Asked
from interlock.cli.plain import plain, visible_json
from interlock.cli.words import moment, span
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json
from interlock.domain.visible import visible

TITLES = {
    "approval": "may this call run?",
    "input": "a question for you",
    "brake": "go on?",
    "indeterminate": "did this happen?",
}
UNANSWERED = {
    "approval": "it does not run",
    "input": "the agent learns that nobody answered",
    "brake": "the turn stops",
    "indeterminate": "it is not run again",
}
WARNING = (
    "The conversation has read content from outside, which may have asked for this call. "
    "Check that it is what you want."
)


def show_card(console: Console, asked: Asked, now: int, place: str = "") -> None:
    """Print a card. ``now`` in ms since the epoch; ``place`` is for example ``1 of 3``."""
    question = asked.interrupt
    title = TITLES[question.kind] + (f"  ({place})" if place else "")
    _bar(console, Text(title, "bold yellow"))
    _bar(console, Text(plain(question.question), "bold"))
    if question.tool and question.kind != "input":
        _bar(console, Text(f"tool       {visible(question.tool)}"))
        _bar(console, Text("arguments"))
        _exact(console, visible_json(question.arguments))
    if question.untrusted:
        _bar(console, Text(WARNING, "bold red"))
    for line in _facts(asked, now):
        _bar(console, Text(line, "dim"))


def _facts(asked: Asked, now: int) -> list[str]:
    question = asked.interrupt
    lines = [f"id         {question.id}"]
    if asked.decision is None:
        when = f"expires    in {span((question.expires_at - now) / 1000)}"
        lines.append(f"{when}; unanswered, {UNANSWERED[question.kind]}")
    else:
        made = asked.decision
        lines.append(
            f"{made.status:<10} by {visible(made.by)} at {moment(made.at)} over {made.channel}"
        )
        if made.answer is not None:
            lines.append(f"answer     {answer_words(made.answer)}")
    if question.approver or question.four_eyes:
        who = question.approver or "another person than the one who asked"
        lines.append(f"for        {visible(who)}")
    return lines


def answer_words(value: Json) -> str:
    """An answer on one line, whole."""
    return " ".join(visible_json(value).split())


def fits(question: Interrupt) -> str:
    """Which answers fit, for people who answer by command."""
    match question.kind:
        case "approval" | "brake":
            return "approve ID, or reject ID --reason …"
        case "input":
            return """answer ID '{"answer": "…"}'"""
        case "indeterminate":
            return """answer ID '{"outcome": "happened" | "run" | "skip"}'"""


def _bar(console: Console, text: Text) -> None:
    """Wrap words by hand: rich would put the rest of a long line under the bar."""
    width = max(8, console.width - 2)
    for line in text.wrap(console, width, overflow="fold", tab_size=4):
        _put(console, Text(" ") + line)


def _exact(console: Console, data: str) -> None:
    """Break lines at the width and nowhere else: wrapping at words would swallow spaces."""
    width = max(8, console.width - 5)
    for line in data.split("\n"):
        for piece in chop_cells(line, width):
            _put(console, Text("    " + piece))


def _put(console: Console, text: Text) -> None:
    bar = "\u2503" if console.encoding.startswith("utf") else "|"
    console.print(Text(bar, "yellow") + text, crop=False, soft_wrap=True)


def show_text(console: Console, text: str, style: str = "") -> None:
    """Print words of an agent: indented, so that they never stand in a card's column."""
    console.print(Padding(Text(plain(text), style), (0, 0, 0, 2), expand=False))
