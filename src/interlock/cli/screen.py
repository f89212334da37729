"""The screen: what is final is printed once, what is live is redrawn below it."""

import time
from types import TracebackType
from typing import Self, assert_never

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.text import Text

from interlock.cli.card import show_text
from interlock.cli.panel import panel_lines
from interlock.cli.plain import plain
from interlock.cli.view import Card, Entry, Note, Panel, Said, Thought, View
from interlock.cli.words import GOOD, NEUTRAL, brief, signature, state_words

_MARKS = {"good": ("\u2713", "green"), "neutral": ("\u2013", "yellow"), "bad": ("\u2717", "red")}
_FRAMES = "-\\|/"
_ASCII = {"\u2713": "+", "\u2013": "-", "\u2717": "x"}


class Screen:
    """Shows a turn while it happens.

    Args:
        console: Where to. On something that is no terminal, only what is final is printed.
        show_answer: Print the final answer, too; ``run`` keeps it for standard output.
    """

    def __init__(self, console: Console, *, show_answer: bool) -> None:
        self._console = console
        self._show_answer = show_answer
        self._view = View()
        self._printed = 0
        self._since: dict[str, float] = {}
        self._notice = ""
        self._live = Live(
            get_renderable=self._frame,
            console=console,
            refresh_per_second=10,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, view: View) -> None:
        """Show a view that follows from the last one."""
        self._view = view
        for card in view.cards.values():
            if card.state == "running":
                self._since.setdefault(card.id, time.monotonic())
        if len(view.log) > self._printed and self._live.is_started:
            self._live.refresh()  # what is printed next pushes the live part down as it is now
        for entry in view.log[self._printed :]:
            self._print(entry)
        self._printed = len(view.log)

    def notice(self, text: str) -> None:
        """Say something about the connection."""
        if self._console.is_terminal:
            self._notice = "" if text.startswith("connected") else text
        else:
            self._console.print(Text(text, "dim"))

    def _print(self, entry: Entry) -> None:
        match entry:
            case Said(text=text, final=final, aborted=aborted):
                self._say(text + (" …(cut off)" if aborted else ""), final=final)
            case Thought(text=text):
                show_text(self._console, text, "dim italic")
            case Note(text=text):
                show_text(self._console, f"({text})", "dim")
            case Panel(exhibit=exhibit):
                self._console.print(*panel_lines(exhibit, self._console.width), sep="\n")
            case Card():
                self._console.print(self._ended(entry))
                result = self._result(entry)
                if result:
                    self._console.print(Padding(Text(result, "dim"), (0, 0, 0, 4), expand=False))
            case _:
                assert_never(entry)

    def _say(self, text: str, *, final: bool) -> None:
        if self._show_answer or not final:
            show_text(self._console, text)

    def _ended(self, card: Card) -> Text:
        kind = "good" if card.outcome in GOOD else "neutral"
        kind = kind if card.outcome in GOOD | NEUTRAL else "bad"
        mark, style = _MARKS[kind]
        if not self._console.encoding.startswith("utf"):
            mark = _ASCII[mark]
        took = f" in {card.ms / 1000:.1f} s" if card.ms >= 50 else ""
        line = Text(f"{mark} ", style) + Text(signature(card), "bold")
        return line + Text(f"  {state_words(card, 0)}{took}", style)

    def _result(self, card: Card) -> str:
        if card.result is None or card.outcome in {"rejected", "expired", "superseded"}:
            return ""
        outside = "from outside: " if card.untrusted else ""
        return outside + brief(card.result, max(20, 2 * self._console.width - 20))

    def _frame(self) -> RenderableType:
        view = self._view
        rows: list[RenderableType] = []
        if view.reasoning and not view.text:
            rows.append(self._tail(view.reasoning, "dim italic"))
        if view.text:
            rows.append(self._tail(view.text, ""))
        rows += self._live_panels()
        rows += [self._live_card(card) for card in view.cards.values()]
        if self._notice:
            rows.append(_spinner(self._notice, "red"))
        elif view.thinking and not view.text and not view.cards:
            rows.append(_spinner("thinking", "cyan"))
        elif not view.run_id:
            rows.append(_spinner("waiting for the server", "cyan"))
        return Group(*rows)

    def _live_panels(self) -> list[Text]:
        """What is shown beside the answer, up to half of the screen."""
        width = self._console.width
        lines = [
            line for one in self._view.panels.values() for line in panel_lines(one.exhibit, width)
        ]
        return lines[: self._console.height // 2]

    def _tail(self, text: str, style: str) -> RenderableType:
        """The end of what streams: as much as fits, for the whole is printed when it is there."""
        room = max(3, self._console.height - len(self._view.cards) - 4)
        width = max(8, self._console.width - 3)
        lines = Text(plain(text), style).wrap(self._console, width, overflow="fold")
        return Padding(Group(*lines[-room:]), (0, 0, 0, 2), expand=False)

    def _live_card(self, card: Card) -> RenderableType:
        seconds = time.monotonic() - self._since.get(card.id, time.monotonic())
        words = state_words(card, seconds)
        name = signature(card) if card.state != "preparing" else plain(card.name)
        if card.state == "waiting":
            return Text(f"? {name}  {words}", "yellow", overflow="ellipsis", no_wrap=True)
        return _spinner(f"{name}  {words}", "cyan")


def _spinner(words: str, style: str) -> Text:
    """One line, cut rather than wrapped: a line that comes and goes would make the rest jump."""
    frame = _FRAMES[int(time.monotonic() * 8) % len(_FRAMES)]
    return Text(f"{frame} {words}", style, overflow="ellipsis", no_wrap=True)
