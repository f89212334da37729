"""Put the open questions of a turn: to the person, or to what the command line said beforehand."""

from typing import Literal

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from interlock.cli import api
from interlock.cli.card import show_card
from interlock.cli.exits import Trouble
from interlock.cli.prompt import Answer, prompt
from interlock.cli.session import Session
from interlock.cli.words import now_ms
from interlock.domain.interrupts import Interrupt

SETTLED = frozenset({"interrupt_resolved", "interrupt_superseded", "interrupt_expired"})
"""Somebody else was faster, or time was: not our failure."""


class Manner(Struct, frozen=True):
    """How questions are answered.

    ``ask`` a person at the terminal; ``approve`` or ``reject`` calls and leave every other kind of
    question open; ``leave`` all open.
    """

    way: Literal["ask", "approve", "reject", "leave"]
    reason: str = ""


class Decided(Struct, frozen=True):
    """``run_id`` goes on, if one does; ``open`` counts the questions that nobody answered."""

    run_id: str
    open: int


def decide(session: Session, asked: list[api.Asked], manner: Manner, console: Console) -> Decided:
    """Answer the open questions of one turn, one after the other.

    Raises:
        KeyboardInterrupt: At the prompt; what was answered before is stored.
    """
    run_id, left = "", 0
    for place, one in enumerate(asked, 1):
        where = f"{place} of {len(asked)}" if len(asked) > 1 else ""
        settled = _decide(session, one, manner, console, where)
        if settled is None:
            left += 1
        else:
            run_id = settled or run_id
    return Decided(run_id, left)


def _decide(
    session: Session, asked: api.Asked, manner: Manner, console: Console, where: str
) -> str | None:
    """The id of the run that goes on, empty if none does yet; None: still open."""
    if manner.way == "ask":
        show_card(console, asked, now_ms(), where)
    while True:
        answer = _answer(asked.interrupt, manner, console)
        if answer is None:
            return None
        try:
            return session.do(api.answer(session.client, asked.interrupt, answer)).run_id
        except Trouble as trouble:
            _say(console, trouble.text)
            if trouble.code in SETTLED:
                return ""
            if manner.way != "ask" or trouble.code not in {"bad_answer", "may_not_edit"}:
                raise


def _answer(question: Interrupt, manner: Manner, console: Console) -> Answer:
    match manner.way:
        case "ask":
            return prompt(console, question)
        case "approve" if question.kind == "approval":
            return {"approved": True}
        case "reject" if question.kind == "approval":
            return {"approved": False, "reason": manner.reason}
        case _:
            return None


def _say(console: Console, words: str) -> None:
    console.print(Text(words, "yellow"), soft_wrap=True)
