"""Text on its way to a terminal: it may not act, and nothing may hide in what is decided upon."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.logs import call, ended, said, screen_text, started, view_of

from interlock.cli.plain import plain, visible_json
from interlock.cli.view import Card
from interlock.cli.words import signature
from interlock.domain.visible import visible


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("\x1b]52;c;cm0gLXJmIC8=\x07copied", "copied"),
        ("\x9d52;c;eA==\x9cx", "x"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("\x9b31mred", "red"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("\x1b_apc\x1b\\a\x1b^pm\x1b\\b", "ab"),
        ("\x1bcreset", "reset"),
        ("\x1b(0lines", "lines"),
        ("over\rwritten", "over\nwritten"),
        ("a\r\nb\tc", "a\nb\tc"),
        ("bell\x07 back\x08 null\x00 del\x7f", "bell back null del"),
        ("left\u202etfel\u2066x\u2069", "lefttfelx"),
        ("\x1b]0;no end: this must stay readable", "0;no end: this must stay readable"),
        ("Grüße, 你好, 👩\u200d💻", "Grüße, 你好, 👩\u200d💻"),
    ],
)
def test_what_could_command_a_terminal_is_taken_out(text: str, left: str):
    assert plain(text) == left


@given(st.text(st.sampled_from("\x1b\x9b\x9d\x90\x07\x9c[]P;\\?m052cX \n\r\u202e\u2028")))
def test_no_text_however_nested_leaves_a_control_behind(text: str):
    kept = plain(text)
    assert {character for character in kept if ord(character) < 32} <= {"\n", "\t"}
    assert not any(127 <= ord(character) < 160 for character in kept)
    assert plain(kept) == kept


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb\u200db\ufeff", "a\\u200bb\\u200db\\ufeff"),
        ("a\x1b[31m", "a\\u001b[31m"),
        ("no\u00a0break", "no\\u00a0break"),
        ("fill\u3164er\u2800", "fill\\u3164er\\u2800"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("Grüße 你好", "Grüße 你好"),
    ],
)
def test_what_could_deceive_is_shown(text: str, shown: str):
    assert visible(text) == shown


@given(st.text())
def test_shown_data_has_nothing_that_does_not_print(text: str):
    assert all(character.isprintable() or character == "\n" for character in visible(text))


def test_arguments_are_shown_whole_whatever_their_length():
    value = {"body": "x" * 5_000 + "\nthe tail"}
    assert json.loads(visible_json(value)) == value


def test_a_tools_name_and_arguments_on_one_line_hide_nothing():
    card = Card(id="c", name="look\x1b[2J", arguments={"at\u200b": "\u202ex"})
    assert signature(card) == 'look\\u001b[2J(at\\u200b="\\u202ex")'


def test_no_escape_of_a_model_or_a_tool_reaches_the_terminal():
    evil = "\x1b]52;c;eA==\x07\x1b[2Jhello"
    view = view_of(
        said(evil, call(arguments='{"x": "\\u001b[2J"}')), started(), ended("done", evil)
    )
    text = screen_text(view)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert text.count("hello") == 2
