"""A turn at the terminal: its runs and its questions, until it ends or waits."""

from contextlib import suppress
from typing import Any

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.text import Text

from interlock.cli import api
from interlock.cli.decide import Manner, decide
from interlock.cli.exits import Exit, Trouble
from interlock.cli.follow import REASON, follow, kept
from interlock.cli.screen import Screen
from interlock.cli.session import Session
from interlock.cli.view import Card, Panel, View
from interlock.domain.ids import new_id
from interlock.domain.messages import Json
from interlock.domain.records import Run


class Turn(Struct, frozen=True, kw_only=True):
    """How a turn stands when the terminal lets go of it."""

    run: Run
    view: View
    open: tuple[api.Asked, ...] = ()
    stopped: bool = False

    @property
    def exit_code(self) -> Exit:
        """What a script reads."""
        if self.stopped:
            return Exit.STOPPED
        brake = self.run.brake or any(one.interrupt.kind == "brake" for one in self.open)
        match self.run.status:
            case "success":
                return Exit.BRAKE if brake else Exit.SUCCESS
            case "interrupted":
                return Exit.BRAKE if brake else Exit.WAITING
            case _:
                return Exit.FAILED


def send(session: Session, agent: str, message: str, thread_id: str) -> Run:
    """Send a message. Ctrl-C at this moment stops the run as well, should it have begun.

    Raises:
        Trouble: The server says no or is away; or Ctrl-C was pressed.
    """
    body = api.Message(agent, message, thread_id, new_id("run"))
    try:
        return session.do(api.begin(session.client, body))
    except KeyboardInterrupt:
        with suppress(Trouble):
            session.do(api.cancel(session.client, body.run_id, REASON))
        raise Trouble("Stopped.", "", "stopped", Exit.STOPPED) from None


def watch(
    session: Session, run_id: str, manner: Manner, console: Console, *, show_answer: bool
) -> Turn:
    """Follow a turn through all its runs, and put its questions.

    Args:
        session: The server.
        run_id: The turn's present run.
        manner: How questions are answered.
        console: Where everything but a held-back answer is shown.
        show_answer: Show the final answer there, too.
    """
    view = View()
    screen = Screen(console, show_answer=show_answer)
    while True:
        followed = follow(session, run_id, view, screen)
        view = followed.view
        seen = session.do(api.run_view(session.client, run_id))
        turn = Turn(run=seen.run, view=view, open=tuple(seen.open), stopped=followed.stopped)
        if followed.stopped or seen.run.status != "interrupted":
            return turn
        following = _go_on(session, seen, manner, console)
        if isinstance(following, Exit):
            still = session.do(api.run_view(session.client, run_id)).open
            stopped = following is Exit.STOPPED
            return msgspec.structs.replace(turn, open=tuple(still), stopped=stopped)
        run_id = following


def _go_on(session: Session, seen: api.RunView, manner: Manner, console: Console) -> str | Exit:
    """The run that goes on once all is answered, or how the command ends."""
    try:
        decided = decide(session, seen.open, manner, console)
    except KeyboardInterrupt:
        console.print(Text("\nNothing was decided by that.", "yellow"))
        return Exit.STOPPED
    if decided.open:
        return Exit.WAITING
    if decided.run_id:
        return decided.run_id
    newest = session.do(api.newest_run(session.client, seen.run.thread_id))
    if newest is None or newest.id == seen.run.id or newest.turn_id != seen.run.turn_id:
        return Exit.WAITING
    return newest.id


def tell_end(console: Console, turn: Turn) -> None:
    """Say how a turn ended, with what to do next."""
    run = turn.run
    if turn.stopped and run.status != "interrupted":
        lines = ["Stopped.", *kept(turn.view)]
    elif run.status == "interrupted":
        lines = _waiting(turn)
    elif run.status == "failed":
        lines = [f"Failed: {run.text or run.code}", f"hint: interlock runs events {run.id}"]
    elif run.status == "cancelled":
        lines = [f"Stopped by {turn.view.end.by if turn.view.end else 'somebody'}."]
    else:
        lines = [_brake_words(run.brake)] if run.brake else []
    for line in lines:
        console.print(Text(line, "yellow"), soft_wrap=True)


def _brake_words(code: str) -> str:
    """``brake`` is a person's no to going on; other codes name the limit."""
    return "Stopped by a brake." if code == "brake" else f"Stopped by a brake: {code}."


def _waiting(turn: Turn) -> list[str]:
    count = len(turn.open)
    lines = [f"Waiting for an answer to {count} question{'s' if count != 1 else ''}."]
    lines += [f"hint: interlock approvals show {one.interrupt.id}" for one in turn.open]
    return lines


def document(turn: Turn) -> dict[str, Json]:
    """The turn as one JSON document for scripts."""
    run = turn.run
    ended = [entry for entry in turn.view.log if isinstance(entry, Card)]
    return {
        "status": run.status,
        "text": turn.view.answer,
        "exit": int(turn.exit_code),
        "run_id": run.id,
        "thread_id": run.thread_id,
        "turn_id": run.turn_id,
        "code": run.code,
        "reason": run.text,
        "brake": run.brake,
        "usage": run.usage,
        "calls": [_call(card) for card in [*ended, *turn.view.cards.values()]],
        "shown": [entry.exhibit for entry in turn.view.log if isinstance(entry, Panel)],
        "questions": [one.interrupt for one in turn.open],
    }


def _call(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "arguments": card.arguments,
        "state": card.state,
        "outcome": card.outcome,
        "result": card.result,
    }


def print_json(value: Any) -> None:  # noqa: ANN401 - any of our types
    """One JSON document on one line of standard output."""
    click.echo(msgspec.json.encode(value).decode())
