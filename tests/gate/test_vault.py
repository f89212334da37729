"""Secrets in arguments: exact for the tool, a handle everywhere else, never another's."""

import json

import pytest
from tests.planted import PLANTED, Planted

from interlock.domain.arguments import parse_arguments
from interlock.domain.redact import Redactor
from interlock.gate.preview import Preview
from interlock.gate.vault import MOST, Vault

HERE = ("acme", "thread_1")


def vault() -> Vault:
    return Vault(Redactor(), bytes(32))


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_what_is_sealed_has_no_secret_and_opens_to_the_very_same(planted: Planted):
    arguments = {"note": f"use {planted.text}\nplease", "list": [{"deep": planted.text}], "n": 1}
    for raw in (json.dumps(arguments), json.dumps(arguments, ensure_ascii=False, indent=2)):
        kept = vault()
        sealed = kept.seal(raw, HERE)
        stored = parse_arguments(sealed)
        assert planted.body not in sealed
        assert json.dumps(planted.body)[1:-1] not in sealed
        opened = kept.open(stored, HERE)
        assert opened.arguments == arguments
        assert not opened.gone
        assert kept.seal(raw, HERE) == sealed, "the same again has the same digest"


def test_ordinary_arguments_are_left_exactly_as_the_model_wrote_them():
    for raw in (
        '{ "city" : "Köln",\n "n": 1.0 }',
        '{"token": "next-page", "password_hint": "dog", "key": "a"}',
        "{not json",
        "",
    ):
        assert vault().seal(raw, HERE) == raw


def test_arguments_that_can_not_be_read_are_masked_for_they_never_run():
    key = PLANTED[2].body
    assert vault().seal(f'{{"a": "{key}', HERE) == '{"a": "[redacted]'


def test_a_number_that_is_secret_by_its_name_stays_a_number_for_the_tool():
    kept = vault()
    raw = '{"card_number": 4111111111111111, "cvv": "123"}'
    stored = parse_arguments(kept.seal(raw, HERE))
    assert "4111" not in json.dumps(stored)
    assert kept.open(stored, HERE).arguments == {"card_number": 4111111111111111, "cvv": "123"}


def test_a_secret_that_hides_behind_escapes_is_sealed_too():
    kept = vault()
    key = PLANTED[2].body
    raw = '{"a": "\\u0067' + key[1:] + '"}'
    sealed = kept.seal(raw, HERE)
    assert key[1:] not in sealed
    assert kept.open(parse_arguments(sealed), HERE).arguments == {"a": key}


def test_a_handle_opens_nothing_in_another_thread_of_another_tenant_or_after_a_restart():
    kept = vault()
    stored = parse_arguments(kept.seal(json.dumps({"a": PLANTED[2].body}), HERE))
    for vault_, place in ((kept, ("acme", "t2")), (kept, ("evil", "thread_1")), (vault(), HERE)):
        opened = vault_.open(stored, place)
        assert opened.gone
        assert PLANTED[2].body not in json.dumps(opened.arguments)


def test_the_oldest_are_forgotten_when_there_are_too_many():
    kept = vault()
    first = parse_arguments(kept.seal('{"password": "number-first"}', HERE))
    for number in range(MOST):
        kept.seal(json.dumps({"password": f"number-{number}"}), HERE)
    assert kept.open(first, HERE).gone


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_no_fragment_shows_a_secret_and_what_is_shown_is_the_beginning(planted: Planted, size: int):
    kept = vault()
    raw = json.dumps({"text": f"some words before {planted.text} and after", "z": [1, 2]})
    preview = Preview(kept.redactor)
    shown = "".join(preview.take(raw[at : at + size]) for at in range(0, len(raw), size))
    for start in range(0, len(planted.body) - 8, 4):
        piece = planted.body[start : start + 12]
        assert len(piece) < 12 or json.dumps(piece)[1:-1] not in shown
    assert kept.seal(raw, HERE).startswith(shown)


def test_arguments_without_secrets_are_shown_up_to_the_last_whole_word():
    raw = json.dumps({"html": '<p class="card">Hello <b>world</b></p>' * 50, "n": 12})
    preview = Preview(Redactor())
    shown = "".join(preview.take(character) for character in raw)
    assert shown == raw
