"""How long a provider asks to wait."""

import pytest

from interlock.models.retry_after import parse_retry_after

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
