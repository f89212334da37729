"""Damage of any kind inside an answer ends as an outcome, never as an exception."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.recordings import RECORDINGS, STREAMS, Recording, reader_for

from interlock.domain.model import Fault, Part, Reply
from interlock.models.faults import Origin, refused

Json = Any

DOCUMENTS = [recording for recording in RECORDINGS if not recording.streaming]
PIECES = st.sampled_from(
    [b"\x00", b"\xff", b"\n", b"\n\n", b"\r", b'"', b"{", b"}", b"[]", b"null", b"1", b":"]
)
VALUES: list[Json] = [None, True, 1, 1.5, "", "x", [], {}, [1], {"a": 1}, [{}], {"type": "x"}]


@st.composite
def damaged(draw: st.DrawFn, recordings: list[Recording]) -> tuple[Recording, bytes]:
    """A recorded body with a few bytes replaced, removed or added."""
    recording = draw(st.sampled_from(recordings))
    body = recording.body
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(body)))
        removed = draw(st.sampled_from([0, 1, 1, 2, 50, 500]))
        body = body[:at] + draw(PIECES) + body[at + removed :]
    return recording, body


@st.composite
def confused(draw: st.DrawFn, recordings: list[Recording]) -> tuple[Recording, bytes]:
    """A recorded body in which one value has become another, of whatever type."""
    recording = draw(st.sampled_from(recordings))
    lines = recording.body.splitlines() if recording.streaming else [recording.body]
    at = draw(st.integers(0, len(lines) - 1))
    before, brace, rest = lines[at].partition(b"{")
    try:
        value = msgspec.json.decode(brace + rest)
    except msgspec.DecodeError:
        return recording, recording.body
    lines[at] = before + msgspec.json.encode(replaced(draw, value))
    return recording, b"\n".join([*lines, b""])


def replaced(draw: st.DrawFn, value: Json) -> Json:
    """Walk into a value at random and replace what is there."""
    if isinstance(value, dict | list) and value and draw(st.integers(0, 4)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = draw(st.sampled_from(keys))
        value[key] = replaced(draw, value[key])
        return value
    return draw(st.sampled_from(VALUES))


def outcome(recording: Recording, body: bytes) -> Part:
    if recording.status != 200:
        return refused(Origin("acme", "m"), recording.status, {}, body)
    reader = reader_for(recording)
    if not recording.streaming:
        return reader.document(body)[-1]
    parts = reader.feed(body)
    return (parts if reader.done else reader.close())[-1]


@settings(max_examples=300)
@given(damaged(STREAMS) | damaged(DOCUMENTS))
def test_damaged_bytes_have_an_outcome(case: tuple[Recording, bytes]) -> None:
    assert isinstance(outcome(*case), Reply | Fault)


@settings(max_examples=600)
@given(confused(STREAMS) | confused(DOCUMENTS))
def test_values_of_the_wrong_type_have_an_outcome(case: tuple[Recording, bytes]) -> None:
    final = outcome(*case)
    assert isinstance(final, Reply | Fault)
    # What can be written to the log can be read back: no part holds what its type forbids.
    assert msgspec.json.decode(msgspec.json.encode(final), type=type(final)) == final
