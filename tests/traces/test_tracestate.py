"""What other tracing systems say of a trace: whole members, valid ones, as many as may be."""

import pytest

from interlock.traces.tracestate import clean_tracestate


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ("", ""),
        ("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
        (" rojo=1 ,\tcongo=2,,", "rojo=1,congo=2"),
        ("rojo=1,congo=2,rojo=3", "rojo=1,congo=2"),
        ("fw529a3039@dt=FfAAAA, 1a@nr=0-1", "fw529a3039@dt=FfAAAA,1a@nr=0-1"),
        ("a_b-c*d/e=!~", "a_b-c*d/e=!~"),
        ("a=b c", "a=b c"),
    ],
)
def test_valid_members_stay_as_they_came_and_in_their_order(header: str, kept: str):
    assert clean_tracestate(header) == kept
    assert clean_tracestate(kept) == kept


@pytest.mark.parametrize(
    "member",
    [
        "Rojo=1",
        "1rojo=1",
        "rojo",
        "rojo=",
        "=1",
        "rojo=1=2",
        "rojo=caf\u00e9",
        "rojo=\u0661",
        "rojo=1\n2",
        "rojo=a\tb",
        "rojo@=1",
        "rojo@thisistoolonger=1",
        "rojo@1x=1",
        f"{'k' * 257}=1",
        f"k={'v' * 257}",
    ],
)
def test_a_member_that_is_none_is_dropped_and_its_neighbours_stay(member: str):
    assert clean_tracestate(f"a=1,{member},b=2") == "a=1,b=2"


def test_there_are_32_members_at_most_and_the_newest_ones_stay():
    members = [f"k{number}=v" for number in range(40)]
    assert clean_tracestate(",".join(members)).split(",") == members[:32]


def test_512_characters_are_handed_on_in_whole_members_and_the_oldest_go_first():
    members = [f"k{number}={'v' * 97}" for number in range(6)]
    assert clean_tracestate(",".join(members)).split(",") == members[:5]
    exact = ["a=" + "v" * 126, "b=" + "v" * 126, "c=" + "v" * 126, "d=" + "v" * 123]
    assert len(",".join(exact)) == 512
    assert clean_tracestate(",".join(exact)).split(",") == exact
    assert clean_tracestate(",".join(exact) + "v").split(",") == exact[:3]


def test_members_of_more_than_128_characters_go_before_all_others():
    first, second, short = f"a={'v' * 200}", f"b={'v' * 200}", f"c={'v' * 120}"
    assert clean_tracestate(f"{first},{second},{short}") == f"{first},{short}"
    assert clean_tracestate(f"{short},{first},d={'v' * 256},e=1") == f"{short},{first},e=1"
