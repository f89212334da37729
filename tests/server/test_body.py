"""What is read of a body, and what is refused: no two readers may see two things."""

import json
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from interlock.errors import Invalid
from interlock.server.body import decode, parse
from interlock.server.problems import Unacceptable

DEPTH = 64


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    agent: str
    parts: tuple[Part, ...] = ()
    how: Literal["a", "b"] = "a"


def refusal(body: bytes) -> tuple[int, str]:
    """The status and code with which a body is refused."""
    try:
        parse(body, DEPTH)
    except Unacceptable as refused:
        return refused.status, refused.code
    except Invalid as refused:
        return 422, refused.code
    return 200, "read"


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"a":[1,-2,3.5,1e3,true,false,null,"x"]}',
        '{"ä":"€ 😀 \u2028"}'.encode(),
        b'"\\ud83d\\ude00"',
        b'"\\\\ud800 \\\\u0000"',
        b'{"a":{"a":1},"b":{"a":1}}',
        b"9223372036854775807",
        b"-9223372036854775808",
        b"[" * DEPTH + b"]" * DEPTH,
        b'{"a":' * DEPTH + b"1" + b"}" * DEPTH,
        b'"' + b"[{" * 5000 + b'"',
        b'"' + b'\\"[' * 5000 + b'"',
        b" \n\t[ ] \r\n",
        b"[" + b"[]," * 5000 + b"[]]",
    ],
)
def test_plain_json_is_read_as_every_reader_reads_it(body):
    assert parse(body, DEPTH) == json.loads(body) == msgspec.json.decode(body)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'[{"a":' * 50_000 + b"1" + b"}]" * 50_000,
        b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1),
        b'["]]]]",' * 70 + b"1" + b"]" * 70,
        b"[" * 100_000,
    ],
)
def test_deep_nesting_is_refused_without_recursion(body):
    """D3."""
    assert refusal(body) == (400, "too_deep")


@pytest.mark.parametrize("body", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"[-1e999]"])
def test_a_number_that_is_none_is_refused(body):
    """D4."""
    assert refusal(body) == (400, "bad_json")


@pytest.mark.parametrize(
    "body",
    [
        b'{"approved":false,"approved":true}',
        b'{"approved":false,"\\u0061pproved":true}',
        b'[{"a":{"b":1,"b":1}}]',
    ],
)
def test_a_key_that_is_there_twice_is_refused_however_it_is_spelled(body):
    """D5."""
    assert refusal(body) == (400, "bad_json")


@pytest.mark.parametrize(
    "body",
    [
        b'"\xff"',
        b'"\xc0\xaf"',
        b'"\xed\xa0\x80"',
        b'\xef\xbb\xbf"x"',
        '"x"'.encode("utf-16"),
        '"x"'.encode("utf-16-le"),
        '"x"'.encode("utf-32"),
    ],
)
def test_bytes_that_are_not_plain_utf_8_are_refused(body):
    """D6."""
    assert refusal(body) == (400, "bad_json")


@pytest.mark.parametrize(
    "body", [b'"\\u0000"', b'{"a\\u0000":1}', b'"\\\\\\u0000"', b'["a","\\u0000b"]']
)
def test_a_nul_is_refused(body):
    """D7."""
    assert refusal(body) == (422, "nul")


@pytest.mark.parametrize(
    "body",
    [b"9223372036854775808", b"-9223372036854775809", b"[18446744073709551616]", b"1" * 5000],
)
def test_an_integer_beyond_64_bits_is_refused(body):
    """D8."""
    assert refusal(body) == (422, "integer_too_large")


@pytest.mark.parametrize(
    "body", [b'"\\ud800"', b'"\\uDC00 \\ud800"', b'{"\\ud83d":1}', b'"\\ud83d\\ud83d\\ude00"']
)
def test_half_a_surrogate_pair_is_refused(body):
    """B10."""
    assert refusal(body) == (400, "bad_json")


@pytest.mark.parametrize(
    "body", [b"", b" ", b"{", b"{'a':1}", b"[1,]", b"{}{}", b"01", b'"\t"', b"// x\n1", b"\x00"]
)
def test_what_is_no_json_is_refused(body):
    assert refusal(body) == (400, "bad_json")


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [{"path": "", "expected": "object missing required field agent"}]),
        ({"agent": 1}, [{"path": "agent", "expected": "expected str, got int"}]),
        (
            {"agent": "a", "admin": True},
            [{"path": "", "expected": "object contains unknown field admin"}],
        ),
        (
            {"agent": "a", "parts": [{"text": "x"}, {"text": None}]},
            [{"path": "parts[1].text", "expected": "expected str, got null"}],
        ),
        (
            {"agent": "a", "how": "<script>"},
            [{"path": "how", "expected": "not one of the values that belong here"}],
        ),
        ([], [{"path": "", "expected": "expected object, got array"}]),
    ],
)
def test_a_body_of_another_shape_is_refused_with_the_place_and_what_belongs_there(
    body: Any, faults: Any
):
    """D10."""
    with pytest.raises(Invalid) as refused:
        decode(json.dumps(body).encode(), Order)
    assert (refused.value.code, refused.value.data) == ("bad_body", {"faults": faults})
    assert refused.value.text.startswith("The body does not fit.")


def test_a_body_that_fits_becomes_our_type():
    body = b'{"agent":"clerk","parts":[{"text":"hi"}]}'
    assert decode(body, Order) == Order("clerk", (Part("hi"),))
