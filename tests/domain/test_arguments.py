"""From a model's text to arguments."""

import json

import pytest

from interlock.domain.arguments import MAX_CHARACTERS, MAX_DEPTH, ParseFault, parse_arguments


@pytest.mark.parametrize(
    ("raw", "arguments"),
    [
        ("", {}),
        ("  \n", {}),
        ("null", {}),
        ("{}", {}),
        ('{"city": "Shenzhen"}', {"city": "Shenzhen"}),
        ('\n {"n": 1} \n', {"n": 1}),
        ('\ufeff{"n": 1}', {"n": 1}),
        ('```json\n{"n": 1}\n```', {"n": 1}),
        ('```\n{"n": 1}```', {"n": 1}),
        ('```{"n": 1}```', {"n": 1}),
        ("```json\n```", {}),
        (json.dumps('{"n": 1}'), {"n": 1}),
        ('{"a": [1, 2, ], "b": {"c": "x",}, }', {"a": [1, 2], "b": {"c": "x"}}),
        ('{"text": ",]", "b": 1,}', {"text": ",]", "b": 1}),
        ('{"text": "two\nlines"}', {"text": "two\nlines"}),
        ('{"text": "\\ud83d\\ude00"}', {"text": "😀"}),
        ('{"text": "a\\ud800b", "\\udfff": 1}', {"text": "a\ufffdb", "\ufffd": 1}),
        ('{"n": 18446744073709551615, "m": -1}', {"n": 18446744073709551615, "m": -1}),
    ],
)
def test_a_text_with_one_reading_is_read(raw: str, arguments: object):
    assert parse_arguments(raw) == arguments


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"x": {"\\ud800": 1, "\\udfff": 2}}', "stands twice"),
        ('{"n": NaN}', "NaN is not JSON"),
        ('{"n": -Infinity}', "-Infinity is not JSON"),
        ('{"n": 1e999}', "1e999 is too large"),
        ('{"n": 18446744073709551616}', "more than 64 bits"),
        ('{"n": ' + "9" * 5000 + "}", "more than 64 bits"),
        ("[1]", "one JSON object, not an array"),
        ('"Shenzhen"', "one JSON object, not text"),
        ("3", "one JSON object, not a number"),
        ("true", "one JSON object, not true or false"),
        ('"{\\"n\\": "', "not valid JSON"),
        ('{"n": 1', "not valid JSON"),
        ('{"n": 1,', "not valid JSON"),
        ('{"n": 1,,}', "not valid JSON"),
        ("{,}", "not valid JSON"),
        ("{'n': 1}", "not valid JSON"),
        ("{n: 1}", "not valid JSON"),
        ('{"n": 1} {"n": 2}', "not valid JSON"),
        ('{"n": 1} and so on', "not valid JSON"),
        ('{"n": True}', "not valid JSON"),
        ("[" * 100_000, "deeper than 64"),
        ('{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1), "deeper than 64"),
        (" " * (MAX_CHARACTERS + 1), "longer than 1000000"),
    ],
)
def test_a_text_that_would_need_a_guess_is_refused(raw: str, reason: str):
    fault = parse_arguments(raw)

    assert isinstance(fault, ParseFault)
    assert reason in fault.reason


@pytest.mark.parametrize("cut", range(1, 40))
def test_arguments_that_were_cut_off_are_never_read_as_others(cut: int):
    whole = '{"to": ["a@b.c"], "amount": 12.5, "x": {}}'

    assert isinstance(parse_arguments(whole[:-cut]), ParseFault)
