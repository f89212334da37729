"""When to try again, and when to give up."""

import pytest

from interlock.models.retry import (
    FIRST_WAIT,
    MAX_ATTEMPTS,
    MAX_RETRY_AFTER,
    backoff,
    parse_retry_after,
)


def test_waits_double_up_to_the_last_attempt_and_then_end() -> None:
    waits = [backoff(attempt, None, lambda: 1.0) for attempt in range(1, MAX_ATTEMPTS + 1)]
    assert waits == [FIRST_WAIT, FIRST_WAIT * 2, FIRST_WAIT * 4, None]


def test_a_wait_is_drawn_between_nothing_and_its_bound() -> None:
    draws = iter([0.0, 0.5])
    assert [backoff(2, None, lambda: next(draws)) for _ in range(2)] == [0.0, FIRST_WAIT]


def test_a_provider_that_names_a_time_gets_it_and_a_little_more() -> None:
    assert backoff(1, 7.0, lambda: 0.5) == 7.0 + FIRST_WAIT / 2
    assert backoff(1, 0.0, lambda: 0.0) == 0.0


def test_a_provider_that_wants_too_much_time_is_given_up() -> None:
    assert backoff(1, MAX_RETRY_AFTER + 1, lambda: 0.0) is None


def test_the_last_attempt_is_final_whatever_the_provider_says() -> None:
    assert backoff(MAX_ATTEMPTS, 0.1, lambda: 0.0) is None


DATE = "Mon, 30 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({}, "", None),
        ({"retry-after": "20"}, "", 20.0),
        ({"retry-after": "1.5"}, "", 1.5),
        ({"retry-after-ms": "1500"}, "", 1.5),
        ({"retry-after-ms": "0", "retry-after": "2"}, "", 2.0),
        ({"retry-after": "20"}, "try again in 5s", 20.0),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "soon"}, "try again in 5s", 5.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT", "date": DATE}, "", 30.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT", "date": DATE}, "", 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT"}, "", None),
        ({"retry-after": "Someday", "date": DATE}, "", None),
        ({"retry-after": "-5"}, "", None),
        ({}, "Please try again in 34.4s.", 34.4),
        ({}, "Please try again in 1m2.5s", 62.5),
        ({}, "try again in 250ms", 0.25),
        ({}, "Please retry after 20 seconds.", 20.0),
        ({}, "Retry in 2 minutes", 120.0),
        ({}, "retry after 500 milliseconds", 0.5),
        ({}, "try again in 1h", 3600.0),
        ({}, '{"@type": "x/google.rpc.RetryInfo", "retryDelay": "34.4s"}', 34.4),
        ({}, "try again later", None),
        ({}, "retry in production", None),
    ],
)
def test_the_time_to_wait_is_found_in_headers_and_words(
    headers: dict[str, str], body: str, seconds: float | None
) -> None:
    assert parse_retry_after(headers, body) == pytest.approx(seconds)
