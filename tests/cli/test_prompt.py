"""Prompts, with a person whose lines are written down."""

import io
from collections.abc import Sequence

import pytest
from rich.console import Console
from tests.cli.test_card import question

from interlock.cli.prompt import Answer, prompt
from interlock.domain.interrupts import Interrupt


class Typist:
    """Types lines, then hangs up."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)

    def clear(self) -> None:
        pass

    def line(self) -> str:
        return f"{self._lines.pop(0)}\n" if self._lines else ""


def told(asked: Interrupt, *lines: str) -> tuple[Answer, str]:
    out = io.StringIO()
    answer = prompt(Console(file=out, width=200, emoji=False), asked, Typist(lines))
    return answer, out.getvalue()


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("y",), {"approved": True}),
        (("  Yes ",), {"approved": True}),
        (("n", ""), {"approved": False}),
        (("NO", "too risky"), {"approved": False, "reason": "too risky"}),
        ((), None),
        (("", "", "maybe", "yy", "ja"), None),
        (("", "y"), {"approved": True}),
        (("e", '{"folder": "b"}', "y"), {"approved": True, "editedArgs": {"folder": "b"}}),
        (("e", '{"folder": "b"}', "", "n", ""), {"approved": False}),
        (("e", "", "e", "[1]", "e", "{", "y"), {"approved": True}),
    ],
)
def test_only_a_clear_word_decides_an_approval(lines: tuple[str, ...], answer: Answer):
    assert told(question(), *lines)[0] == answer


def test_a_brake_can_be_let_go_or_not_and_has_nothing_to_edit():
    brake = question(kind="brake", tool="", arguments=None)
    answer, text = told(brake, "e", "y")
    assert answer == {"approved": True}
    assert "your decision (y/n): " in text
    assert "Nothing was decided. Type y, n." in text


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("happened", '{"id": 7}'), {"outcome": "happened", "result": {"id": 7}}),
        (("happened", "it was sent"), {"outcome": "happened", "result": "it was sent"}),
        (("y", "", "run"), {"outcome": "run"}),
        (("skip",), {"outcome": "skip"}),
        (("h",), None),
    ],
)
def test_an_unknown_outcome_is_settled_by_its_own_word(lines: tuple[str, ...], answer: Answer):
    assert told(question(kind="indeterminate"), *lines)[0] == answer


@pytest.mark.parametrize(
    ("options", "lines", "answer"),
    [
        (["Oslo", "Rome"], ("2",), {"answer": "Rome"}),
        (["Oslo", "Rome"], ("Paris", "0", "Oslo"), {"answer": "Oslo"}),
        ([], ("", "7"), {"answer": "7"}),
        ([], (), None),
    ],
)
def test_a_question_in_words_takes_what_fits_its_schema(
    options: list[str], lines: tuple[str, ...], answer: Answer
):
    schema = {"properties": {"answer": {"enum": options} if options else {}}}
    assert told(question(kind="input", schema=schema), *lines)[0] == answer


def test_edited_arguments_are_shown_with_what_hides_in_them():
    _, text = told(question(), "e", '{"folder": "a\\u202eb"}', "n")
    assert '"folder": "a\\u202eb"' in text
