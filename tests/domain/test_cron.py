"""Cron in time zones, with fixed values: what fires in the hours that clocks skip and repeat."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo

import pytest

from interlock.domain.cron import ALIASES, cron_slots
from interlock.errors import Invalid


def ms(text: str) -> int:
    """A moment in ms; an offset is part of the text."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def day(expression: str, zone: str, start: str, hours: int = 24) -> list[str]:
    """The slots from a moment on, in UTC."""
    first = ms(start) - 1
    slots = takewhile(
        lambda slot: slot < ms(start) + hours * 3_600_000, _from(expression, zone, first)
    )
    return [datetime.fromtimestamp(slot / 1000, UTC).strftime("%d %H:%M") for slot in slots]


def _from(expression: str, zone: str, after: int):
    """Each slot is computed from the last one alone, as the scheduler does it."""
    while True:
        after = next(cron_slots(expression, zone, after))
        yield after


NEW_YORK, LORD_HOWE, SHANGHAI = "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai"
SPRING, AUTUMN = "2026-03-08T00:00-05:00", "2026-11-01T00:00-04:00"


def test_a_time_that_spring_skips_fires_once_when_the_gap_is_over():
    assert day("30 2 * * *", NEW_YORK, SPRING) == ["08 07:00"]  # 03:00 EDT
    assert day("30 2 * * *", NEW_YORK, "2026-03-09T00:00-04:00") == ["09 06:30"]


def test_a_time_that_autumn_repeats_fires_once_the_first_time():
    assert day("30 1 * * *", NEW_YORK, AUTUMN, 25) == ["01 05:30"]  # 01:30 EDT
    assert day("15 1,2 * * *", NEW_YORK, AUTUMN, 25) == ["01 05:15", "01 07:15"]


def test_a_schedule_made_in_the_repeated_hour_does_not_fire_in_the_past():
    second_0110 = ms("2026-11-01T01:10-05:00")
    assert next(cron_slots("30 1 * * *", NEW_YORK, second_0110)) == ms("2026-11-02T01:30-05:00")


def test_every_half_hour_keeps_its_beat_over_both_changes():
    assert day("*/30 * * * *", NEW_YORK, "2026-03-08T01:00-05:00", 2) == [
        "08 06:00",
        "08 06:30",
        "08 07:00",
        "08 07:30",
    ]
    assert day("*/30 * * * *", NEW_YORK, "2026-11-01T01:00-04:00", 2) == [
        "01 05:00",
        "01 05:30",
        "01 06:00",
        "01 06:30",
    ]
    assert len(day("*/30 * * * *", NEW_YORK, SPRING, 23)) == 46
    assert len(day("*/30 * * * *", NEW_YORK, AUTUMN, 25)) == 50


def test_every_hour_fires_in_both_hours_that_are_called_one_in_autumn():
    assert day("0 * * * *", NEW_YORK, "2026-11-01T00:00-04:00", 4) == [
        "01 04:00",
        "01 05:00",
        "01 06:00",
        "01 07:00",
    ]


def test_a_zone_without_summer_time_is_the_same_all_year():
    for month in range(1, 13):
        start = f"2026-{month:02}-08T00:00+08:00"
        found = day("30 2 * * *", SHANGHAI, start)
        assert found == ["07 18:30"], start


def test_a_shift_of_half_an_hour_is_right_on_lord_howe():
    # Spring on 4 October: 02:00 (+10:30) becomes 02:30 (+11).
    assert day("15 2 * * *", LORD_HOWE, "2026-10-04T00:00+10:30") == ["03 15:30"]  # 02:30 (+11)
    assert day("45 2 * * *", LORD_HOWE, "2026-10-04T00:00+10:30") == ["03 15:45"]
    # Autumn on 5 April: 02:00 (+11) becomes 01:30 (+10:30), so 01:30 to 02:00 happen twice.
    assert day("45 1 * * *", LORD_HOWE, "2026-04-05T00:00+11:00", 25) == ["04 14:45"]
    assert day("*/30 * * * *", LORD_HOWE, "2026-04-05T01:00+11:00", 2) == [
        "04 14:00",
        "04 14:30",
        "04 15:00",
        "04 15:30",
    ]


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        (NEW_YORK, "2026-03-07T00:00-05:00"),
        (NEW_YORK, "2026-10-31T00:00-04:00"),
        (LORD_HOWE, "2026-04-04T00:00+11:00"),
        (LORD_HOWE, "2026-10-03T00:00+10:30"),
        (SHANGHAI, "2026-03-07T00:00+08:00"),
    ],
)
def test_a_daily_time_fires_once_a_day_over_every_change(zone, start):
    for hour in range(24):
        for minute in (0, 15, 30, 45):
            slots = islice(_from(f"{minute} {hour} * * *", zone, ms(start) - 1), 4)
            dates = [datetime.fromtimestamp(slot / 1000, ZoneInfo(zone)).date() for slot in slots]
            steps = {later - earlier for earlier, later in pairwise(dates)}
            assert steps == {timedelta(days=1)}, (zone, hour, minute, dates)


def test_days_of_month_and_week_are_either_or_unless_one_is_a_star():
    assert day("0 0 13 * 5", "UTC", "2026-03-01T00:00+00:00", 15 * 24) == [
        "06 00:00",
        "13 00:00",
    ]
    assert day("0 0 2 * 5", "UTC", "2026-03-01T00:00+00:00", 7 * 24) == ["02 00:00", "06 00:00"]
    assert day("0 0 * * 1", "UTC", "2026-03-01T00:00+00:00", 7 * 24) == ["02 00:00"]  # a Monday


def test_the_names_are_the_lines_that_they_stand_for():
    start = ms("2026-05-05T05:05+00:00")
    for name, line in ALIASES.items():
        assert next(cron_slots(name, "UTC", start)) == next(cron_slots(line, "UTC", start))
    assert next(cron_slots("@daily", NEW_YORK, start)) == ms("2026-05-06T00:00-04:00")


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("0 0 30 2 *", "never fires"),
        ("0 0 31 4,6,9,11 *", "never fires"),
        ("61 * * * *", "The minute of"),
        ("* 24 * * *", "The hour of"),
        ("* * 32 * *", "The day of month of"),
        ("* * * 13 *", "The month of"),
        ("* * * * MON-FOO", "The day of week of"),
        ("* * * *", "has five fields"),
        ("0 * * * * *", "this one has 6"),
        ("", "this one has 0"),
        ("@reboot", "There is no cron name '@reboot'"),
    ],
)
def test_a_wrong_expression_is_refused_with_what_is_wrong(expression, says):
    with pytest.raises(Invalid, match=says) as refused:
        cron_slots(expression, "UTC", 0)
    assert refused.value.code == "bad_cron"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "America", "EST5EDT4,M3"])
def test_a_zone_that_does_not_exist_is_refused(zone):
    with pytest.raises(Invalid, match="There is no time zone"):
        cron_slots("0 0 * * *", zone, 0)


def test_the_leap_day_is_found_years_ahead():
    found = next(cron_slots("0 0 29 2 *", "UTC", ms("2026-03-01T00:00+00:00")))
    assert (
        datetime.fromtimestamp(found / 1000, UTC) - datetime(2028, 2, 29, tzinfo=UTC) == timedelta()
    )
