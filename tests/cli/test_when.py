"""Times as people type them."""

import click
import pytest

from interlock.cli.when import MOMENT, SPAN


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90), ("90s", 90), ("15m", 900), ("2h", 7_200), ("1d", 86_400), ("1h30m", 5_400)],
)
def test_a_length_of_time_is_read(text: str, seconds: int):
    assert SPAN.convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "soon", "2w", "-5m", "1.5h", "5m later"])
def test_what_is_no_length_of_time_is_refused(text: str):
    with pytest.raises(click.BadParameter, match="length of time"):
        SPAN.convert(text, None, None)


def test_a_time_is_read_with_its_zone_or_in_the_terminals_own():
    assert MOMENT.convert("2026-12-01T09:00+01:00", None, None) == 1_796_112_000_000
    own = MOMENT.convert("2026-12-01T09:00", None, None)
    assert abs(own - 1_796_112_000_000) <= 14 * 3_600_000
    with pytest.raises(click.BadParameter, match="is no time"):
        MOMENT.convert("tomorrow", None, None)
