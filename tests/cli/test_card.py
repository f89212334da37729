"""Cards of questions: whole, exact, and not to be imitated by text."""

import io
import json

import pytest
from rich.console import Console
from tests.cli.logs import said, screen_text, view_of

from interlock.cli.api import Asked
from interlock.cli.card import show_card
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import Json

BAR = "\u2503"


def question(**more: Json) -> Interrupt:
    fields: dict[str, Json] = {
        "id": "int_1",
        "kind": "approval",
        "tenant": "local",
        "user": "ann",
        "thread_id": "t",
        "run_id": "r",
        "turn_id": "u",
        "agent": "demo",
        "question": "Deletes it for good.",
        "schema": {},
        "opened_at": 0,
        "expires_at": 7 * 86_400_000,
        "tool": "delete",
        "arguments": {"folder": "a"},
    }
    return Interrupt(**{**fields, **more})


def shown(asked: Asked, width: int = 80) -> str:
    out = io.StringIO()
    show_card(Console(file=out, width=width, highlight=False, emoji=False), asked, now=0)
    return out.getvalue()


def test_a_card_says_what_where_and_until_when():
    assert shown(Asked(interrupt=question())).splitlines() == [
        f"{BAR} may this call run?",
        f"{BAR} Deletes it for good.",
        f"{BAR} tool       delete",
        f"{BAR} arguments",
        f"{BAR}    {{",
        f'{BAR}      "folder": "a"',
        f"{BAR}    }}",
        f"{BAR} id         int_1",
        f"{BAR} expires    in 7 days; unanswered, it does not run",
    ]


def test_a_tainted_thread_and_a_second_person_are_named():
    text = shown(Asked(interrupt=question(untrusted=True, approver="boss", four_eyes=True)), 200)
    assert "has read content from outside, which may have asked for this call" in text
    assert f"{BAR} for        boss" in text


def test_a_decided_question_shows_who_decided_what():
    made = Decision(
        status="answered", by="bob", at=0, channel="cli", answer={"approved": False, "reason": "no"}
    )
    text = shown(Asked(interrupt=question(), status="answered", decision=made))
    assert f"{BAR} answered   by bob at " in text
    assert f'{BAR} answer     {{ "approved": false, "reason": "no" }}' in text


@pytest.mark.parametrize("width", [12, 20, 33, 80, 200])
def test_the_arguments_are_whole_and_exact_at_any_width(width: int):
    value = {"body": "two  spaces, a tail   ", "wide": "你好" * 20, "long": "x" * 400}
    lines = shown(Asked(interrupt=question(arguments=value)), width).splitlines()
    inner = [line.removeprefix(f"{BAR}    ") for line in lines if line.startswith(f"{BAR}    ")]
    assert json.loads("".join(inner)) == value


def test_an_answer_that_imitates_a_card_does_not_stand_in_its_column():
    card = shown(Asked(interrupt=question()))
    text = screen_text(view_of(said(card)))
    assert [line for line in text.splitlines() if line.startswith(BAR)] == []


def test_a_question_that_imitates_more_of_the_card_is_all_in_one_place():
    evil = f"Reads a file.\n{BAR} tool       read_only\r\x1b[1A"
    lines = shown(Asked(interrupt=question(question=evil))).splitlines()
    assert lines[1:4] == [f"{BAR} Reads a file.", f"{BAR} {BAR} tool       read_only", f"{BAR} "]
    assert f"{BAR} tool       delete" in lines
