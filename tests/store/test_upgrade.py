from typing import Any

import pytest
from tests.store.build import delta

from interlock.domain.events import decode_fact, encode_fact
from interlock.errors import InterlockError
from interlock.store.upgrade import ENCODING, STEPS, upgraded


def renamed(fact: dict[str, Any]) -> dict[str, Any]:
    return {("text" if key == "words" else key): value for key, value in fact.items()}


def retagged(fact: dict[str, Any]) -> dict[str, Any]:
    return {**fact, "type": "model.delta"}


def test_every_older_encoding_has_a_step_to_the_next():
    assert set(STEPS) == set(range(1, ENCODING))


def test_a_fact_in_the_present_encoding_is_read_as_it_is():
    body = encode_fact(delta("word"))
    assert upgraded(body, ENCODING) is body


def test_an_old_fact_passes_every_step_on_its_way_to_the_present():
    old = b'{"type":"delta","message_id":"msg_2","kind":"text","words":"word"}'
    steps = {1: renamed, 2: retagged}
    assert decode_fact(upgraded(old, 1, 3, steps)) == delta("word")
    half = b'{"type":"delta","message_id":"msg_2","kind":"text","text":"word"}'
    assert decode_fact(upgraded(half, 2, 3, steps)) == delta("word")


def test_a_fact_of_a_newer_program_is_refused_with_what_to_do():
    with pytest.raises(InterlockError, match="start the newer program"):
        upgraded(b"{}", ENCODING + 1)
