"""One spelling for each value, one digest for each spelling."""

import hashlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.canonical import canonical, digest

_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def test_the_example_of_rfc_8785_has_its_published_form():
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }

    assert canonical(value).decode() == (
        '{"literals":[null,true,false],'
        '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_names_are_sorted_by_utf_16_code_units():
    value = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}

    names = list(json.loads(canonical(value)))

    assert names == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (1e16, "10000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (0.000001, "0.000001"),
        (-0.0000025, "-0.0000025"),
        (1e-7, "1e-7"),
        (5e-324, "5e-324"),
        (2**63 + 1, "9223372036854775809"),
    ],
)
def test_numbers_are_written_as_javascript_writes_them(number: float, text: str):
    assert canonical(number) == text.encode()


@given(_JSON)
def test_reading_the_canonical_form_gives_the_same_value_and_form(value: object):
    form = canonical(value)

    assert json.loads(form) == value
    assert canonical(json.loads(form)) == form


def test_the_digest_does_not_depend_on_the_order_of_names():
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    assert digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


def test_a_large_amount_and_its_neighbour_have_two_digests():
    assert digest({"amount": 2**53}) != digest({"amount": 2**53 + 1})


@pytest.mark.parametrize("value", [math.nan, math.inf, {"x": [-math.inf]}])
def test_a_number_that_json_lacks_has_no_digest(value: object):
    with pytest.raises(ValueError, match="no NaN"):
        digest(value)


def test_what_is_not_json_has_no_digest():
    with pytest.raises(TypeError, match="set is not a JSON value"):
        digest({"x": {1}})
