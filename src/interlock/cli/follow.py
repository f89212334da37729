"""Follow one run to its end. Ctrl-C asks the server to stop it, and waits for what was kept."""

import asyncio
import signal
from contextlib import aclosing

from msgspec import Struct

from interlock.cli import api
from interlock.cli.exits import Exit, Trouble
from interlock.cli.screen import Screen
from interlock.cli.see import see
from interlock.cli.session import Session
from interlock.cli.view import Card, Said, View
from interlock.cli.words import NEUTRAL

REASON = "stopped at the terminal"


class Followed(Struct, frozen=True):
    """How a run was seen. ``stopped``: Ctrl-C was pressed."""

    view: View
    stopped: bool


def follow(session: Session, run_id: str, view: View, screen: Screen) -> Followed:
    """Show a run until it ends.

    Raises:
        Trouble: The server says no or is away; or Ctrl-C was pressed twice.
    """
    session.notice = screen.notice
    with screen:
        return session.do(_follow(session, run_id, view, screen))


async def _follow(session: Session, run_id: str, view: View, screen: Screen) -> Followed:
    loop = asyncio.get_running_loop()
    me = asyncio.current_task()
    stopping: list[asyncio.Task[object]] = []

    def on_interrupt() -> None:
        if stopping and me is not None:
            me.cancel()
            return
        screen.notice("stopping")
        stopping.append(loop.create_task(api.cancel(session.client, run_id, REASON)))

    loop.add_signal_handler(signal.SIGINT, on_interrupt)
    try:
        async with aclosing(session.client.follow(run_id)) as events:
            async for event in events:
                view = see(view, event)
                screen.show(view)
        await asyncio.gather(*stopping)
    except asyncio.CancelledError:
        text = "Left without waiting for the stop."
        hint = f"see what became of it: interlock runs show {run_id}"
        raise Trouble(text, hint, "left", Exit.STOPPED) from None
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        for task in stopping:
            task.cancel()
    return Followed(view, bool(stopping))


def kept(view: View) -> list[str]:
    """What a stopped turn leaves behind, in words."""
    ended = [entry for entry in view.log if isinstance(entry, Card)]
    done = [card.name for card in ended if card.outcome == "done"]
    unknown = [card.name for card in ended if _uncertain(card)]
    idle = [card.name for card in ended if card.outcome in NEUTRAL and not _uncertain(card)]
    words = sum(len(entry.text.split()) for entry in view.log if isinstance(entry, Said))
    lines = [f"kept: {words} words of the answer" if words else "nothing had been said"]
    if done:
        lines.append(f"done before the stop: {', '.join(done)}")
    if idle:
        lines.append(f"stopped without effect: {', '.join(idle)}")
    if unknown:
        lines.append(f"it is not known whether these took effect: {', '.join(unknown)}")
    return lines


def _uncertain(card: Card) -> bool:
    """The engine says so in the words that a person reads; see ``domain.results``."""
    unknown = isinstance(card.result, str) and "not known" in card.result
    return card.outcome in {"cancelled", "timed_out", "skipped"} and unknown
