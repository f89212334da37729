"""No bytes at all make the reader of bodies fail, or see what another reader would not."""

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from interlock.errors import Invalid
from interlock.server.body import parse
from interlock.server.problems import Unacceptable

DEPTH = 8
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
PLAIN = (st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS) | st.floats(
    allow_nan=False, allow_infinity=False
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
MARKS = rb"""[ ] { } " \ , : 1 - e9 a \u0000 \ud83d \ude00 \\ \" NaN true "a":1"""
PIECES = st.sampled_from([*MARKS.split(), b" ", b"\n", b"\xc3", b"\xa4"])


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0


@given(VALUES, st.booleans())
def test_any_plain_value_is_read_as_it_was_written(value, ascii_only):
    body = json.dumps(value, ensure_ascii=ascii_only).encode()
    if depth_of(value) <= DEPTH:
        assert parse(body, DEPTH) == value
    else:
        assert _read(body) is None


@given(st.lists(PIECES, max_size=30).map(b"".join) | st.binary(max_size=40))
def test_any_bytes_are_read_alike_by_all_readers_or_refused(body):
    read = _read(body)
    if read is not None:
        [value] = read
        assert value == json.loads(body) == msgspec.json.decode(body)
        assert depth_of(value) <= DEPTH


def _read(body: bytes) -> list[object] | None:
    """The value in a list, or None when it is refused."""
    try:
        return [parse(body, DEPTH)]
    except (Unacceptable, Invalid):
        return None
