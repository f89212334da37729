"""The server's no, in words with a hint."""

import json

import pytest

from interlock.cli.problem import trouble_of

URL = "http://127.0.0.1:1"


def problem(code: str, **more: str) -> bytes:
    return json.dumps({"title": "x", "code": code, "detail": "It is so.", **more}).encode()


@pytest.mark.parametrize(
    ("status", "code", "more", "hint", "exit_code"),
    [
        (401, "unauthenticated", {}, "the token is wrong or old", 2),
        (409, "run_active", {"run_id": "run_7"}, "interlock runs cancel run_7", 1),
        (409, "run_active", {}, "interlock runs cancel RUN_ID", 1),
        (500, "internal", {"error_id": "err_9"}, "the details under err_9", 1),
    ],
)
def test_a_problem_has_the_servers_words_and_our_hint(
    status: int, code: str, more: dict[str, str], hint: str, exit_code: int
):
    trouble = trouble_of(status, problem(code, **more), URL)
    assert (trouble.text, trouble.code, trouble.exit_code) == ("It is so.", code, exit_code)
    assert hint in trouble.hint


def test_a_problem_of_a_kind_that_is_new_to_us_keeps_its_words():
    trouble = trouble_of(418, problem("teapot"), URL)
    assert (trouble.format_message(), trouble.exit_code) == ("It is so.", 1)


def test_words_of_a_problem_do_not_command_the_terminal():
    body = json.dumps({"code": "x", "detail": "a\x1b]52;c;eA==\x07b"}).encode()
    assert trouble_of(400, body, URL).text == "ab"


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"error": "x"}', b"\xff"])
def test_what_is_no_problem_document_is_no_server_of_ours(body: bytes):
    trouble = trouble_of(404, body, URL)
    assert trouble.code == "not_interlock"
    assert trouble.text == "What answers at http://127.0.0.1:1 is not an Interlock server."
