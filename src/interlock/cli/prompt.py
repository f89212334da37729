"""Ask the person at the terminal. No answer is the default: Enter alone decides nothing."""

import json
import sys
import termios
from typing import Protocol, cast

import click
from rich.console import Console
from rich.text import Text

from interlock.cli.plain import visible_json
from interlock.cli.words import brief
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json
from interlock.domain.visible import visible


class Keyboard(Protocol):
    """Where a person types."""

    def clear(self) -> None:
        """Forget what was typed up to now: it was typed before the question was there."""
        ...

    def line(self) -> str:
        """The next line with its line end; empty at the end of input."""
        ...


class StandardInput:
    """The keyboard of this terminal, or a pipe."""

    def clear(self) -> None:
        """Forget what was typed up to now."""
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def line(self) -> str:
        """The next line."""
        return sys.stdin.readline()


Answer = dict[str, Json] | None
"""What was decided; None when nothing was."""

_CHOICES = {
    "approval": "y = run it, n = don't run it, e = edit the arguments",
    "brake": "y = go on, n = stop here",
    "indeterminate": "happened = it took effect, run = it did not: run it, skip = leave it",
}


STANDARD_INPUT: Keyboard = StandardInput()


def prompt(console: Console, question: Interrupt, keyboard: Keyboard = STANDARD_INPUT) -> Answer:
    """Ask until there is a clear answer, or input ends. The card was shown before.

    Raises:
        KeyboardInterrupt: The person pressed Ctrl-C; nothing was decided.
    """
    match question.kind:
        case "input":
            return _words(console, question, keyboard)
        case "indeterminate":
            return _outcome(console, keyboard)
        case "approval" | "brake":
            return _yes_or_no(console, question, keyboard)


def _yes_or_no(console: Console, question: Interrupt, keyboard: Keyboard) -> Answer:
    may_edit = question.kind == "approval" and isinstance(question.arguments, dict)
    keys = "y/n/e" if may_edit else "y/n"
    _say(console, _CHOICES[question.kind if may_edit else "brake"])
    while True:
        line = _ask(console, f"your decision ({keys}): ", keyboard)
        match line:
            case None:
                return None
            case "y" | "yes":
                return {"approved": True}
            case "n" | "no":
                return _no(console, keyboard)
            case "e" | "edit" if may_edit:
                edited = _edit(console, question, keyboard)
                if edited is not None:
                    return {"approved": True, "editedArgs": edited}
            case _:
                _say(console, f"Nothing was decided. Type {keys.replace('/', ', ')}.")


def _no(console: Console, keyboard: Keyboard) -> Answer:
    reason = _ask(console, "why? the model reads it (Enter for no reason): ", keyboard, lower=False)
    return {"approved": False, "reason": reason} if reason else {"approved": False}


def _edit(console: Console, question: Interrupt, keyboard: Keyboard) -> Json:
    """New arguments, shown again and confirmed by a yes of their own."""
    old = json.dumps(question.arguments, ensure_ascii=False)
    _say(console, "The arguments as one line of JSON; Enter alone leaves them as they are.")
    _say(console, visible(old))
    line = _ask(console, "new arguments: ", keyboard, lower=False)
    if not line:
        return None
    try:
        edited: Json = json.loads(line)
    except json.JSONDecodeError as error:
        _say(console, f"That is no JSON: {error.msg} at character {error.pos + 1}.")
        return None
    if not isinstance(edited, dict):
        _say(console, "Arguments are a JSON object: {…}.")
        return None
    console.print(Text(visible_json(edited), "bold"), soft_wrap=True)
    sure = _ask(console, "run it with exactly these? (y/n): ", keyboard)
    return cast("dict[str, Json]", edited) if sure in {"y", "yes"} else None


def _words(console: Console, question: Interrupt, keyboard: Keyboard) -> Answer:
    options = _options(question)
    for number, option in enumerate(options, 1):
        _say(console, f"{number}  {visible(option)}")
    ask = f"your answer (1-{len(options)}, or the words): " if options else "your answer: "
    while True:
        line = _ask(console, ask, keyboard, lower=False)
        if line is None:
            return None
        if line.isdecimal() and 1 <= int(line) <= len(options):
            return {"answer": options[int(line) - 1]}
        if line and (not options or line in options):
            return {"answer": line}
        _say(console, "Nothing was answered.")


def _options(question: Interrupt) -> list[str]:
    properties = cast("dict[str, dict[str, Json]]", question.schema.get("properties", {}))
    return [str(option) for option in cast("list[Json]", properties["answer"].get("enum", []))]


def _outcome(console: Console, keyboard: Keyboard) -> Answer:
    _say(console, _CHOICES["indeterminate"])
    while True:
        line = _ask(console, "what became of it (happened/run/skip): ", keyboard)
        match line:
            case None:
                return None
            case "run" | "skip":
                return {"outcome": line}
            case "happened":
                return _result(console, keyboard)
            case _:
                _say(console, "Nothing was decided. Type happened, run or skip.")


def _result(console: Console, keyboard: Keyboard) -> Answer:
    text = _ask(console, "what did it return? (JSON or words): ", keyboard, lower=False)
    try:
        value: Json = json.loads(text or "null")
    except json.JSONDecodeError:
        value = text
    _say(console, f"Recorded as its result: {brief(value, 200)}")
    return {"outcome": "happened", "result": value}


def _ask(console: Console, words: str, keyboard: Keyboard, *, lower: bool = True) -> str | None:
    keyboard.clear()
    console.print(Text(words, "bold"), end="", soft_wrap=True)
    console.file.flush()
    line = keyboard.line()
    if not line:
        click.echo(err=True)
        return None
    return line.strip().lower() if lower else line.strip()


def _say(console: Console, words: str) -> None:
    console.print(Text(words, "dim"))
