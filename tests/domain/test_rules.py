"""What a standing rule covers, and what gets around none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from interlock.domain.rights import ADMIN, APPROVER, still_stands
from interlock.domain.rules import Attempt, Rule, Where, covers, exactly, fault, fits

RULE = Rule(
    id="rule_1",
    tenant="acme",
    user="ann",
    agent="clerk",
    tool="send",
    fingerprint="f",
    created_by="ann",
    created_at=0,
    expires_at=100,
    where=(Where(field="to", equals="a@x"),),
)
CALL = Attempt(
    tenant="acme",
    user="ann",
    agent="clerk",
    thread_id="t",
    tool="send",
    fingerprint="f",
    arguments={"to": "a@x"},
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def test_a_rule_covers_the_call_that_it_was_made_of():
    assert covers(RULE, CALL, 99)


@pytest.mark.parametrize(
    "change",
    [
        {"tenant": "evil"},
        {"user": "bob"},
        {"agent": "other"},
        {"tool": "sell"},
        {"fingerprint": "g"},
        {"arguments": {"to": "b@x"}},
        {"arguments": {}},
        {"arguments": {"to": "a@x", "bcc": "b@x"}},
    ],
)
def test_any_other_call_is_asked_about(change):
    assert not covers(RULE, replace(CALL, **change), 99)


def test_a_rule_that_is_over_or_taken_back_covers_nothing():
    assert not covers(RULE, CALL, 100)
    assert not covers(replace(RULE, revoked_at=1), CALL, 50)


def test_a_rule_of_one_conversation_stays_in_it():
    assert covers(replace(RULE, thread_id="t"), CALL, 50)
    assert not covers(replace(RULE, thread_id="u"), CALL, 50)


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=4))
def test_exact_conditions_hold_for_their_own_arguments(arguments):
    assert fits(exactly(arguments), arguments)


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=3), st.text(max_size=3), JSON)
def test_exact_conditions_hold_for_no_other_arguments(arguments, field, value):
    other = {**arguments, field: [value, "other"]}
    if field not in arguments or arguments[field] != other[field]:
        assert not fits(exactly(arguments), other)


@pytest.mark.parametrize(
    "value",
    [
        "/reports/../etc/passwd",
        "/reports/a/./../../b",
        "/reports/..",
        "/reports/%2e%2e/etc",
        "/reports/a%2Fb",
        "/reports/a\\..\\b",
        "/reports/a\nb",
        "/other",
        7,
        None,
        ["/reports/a"],
    ],
)
def test_nothing_climbs_out_of_a_prefix(value):
    where = [Where(field="path", prefix="/reports/")]
    assert fits(where, {"path": "/reports/2026/may..june.txt"})
    assert not fits(where, {"path": value})


@pytest.mark.parametrize(
    "where",
    [
        (Where(field="a"),),
        (Where(field="a", equals=1, any=True),),
        (Where(field="a", equals=1), Where(field="a", equals=2)),
        (Where(field="url", prefix="https://good.example"),),
        (Where(field="url", prefix="https:"),),
        (Where(field="path", prefix="/a/../b"),),
    ],
)
def test_conditions_that_say_less_than_they_seem_to_are_refused(where):
    assert fault(where)


def test_a_value_that_is_not_given_is_not_any_value():
    """``any`` covers an argument that is there or left out; ``equals: null`` wants it there."""
    assert fits([Where(field="note", any=True)], {})
    assert not fits([Where(field="note", equals=None)], {})
    assert fits([Where(field="note", equals=None)], {"note": None})


@pytest.mark.parametrize(
    ("rule", "maker", "approver", "four_eyes", "stands"),
    [
        (RULE, [], "", False, True),
        (RULE, [], "", True, False),
        (RULE, [], "group:legal", False, False),
        (RULE, ["group:legal"], "group:legal", False, True),
        (replace(RULE, created_by="boss"), [APPROVER], "", True, True),
        (replace(RULE, created_by="boss"), [], "", False, False),
        (replace(RULE, created_by="boss"), [APPROVER], "group:legal", False, False),
        (replace(RULE, user=""), [APPROVER], "", False, False),
        (replace(RULE, user=""), [ADMIN], "", False, True),
        (replace(RULE, loose=True), [APPROVER], "", False, False),
        (replace(RULE, agent=""), [], "", False, False),
    ],
)
def test_a_rule_counts_while_its_maker_could_say_yes_today(
    rule, maker, approver, four_eyes, stands
):
    assert still_stands(rule, maker, "ann", approver, four_eyes=four_eyes) is stands
