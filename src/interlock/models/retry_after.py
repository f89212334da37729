"""How long a provider asks to wait: in a header, in a detail, or in words."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

_HINT = re.compile(
    r"(?:try again|retry|retry again|wait)\s+(?:in|after|for)?\s*"
    r"((?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|hours?|h|minutes?|min|m|seconds?|secs?|s)\b\s*"
    r"|\d+(?:\.\d+)?(?:ms|h|m|s))+)",
    re.IGNORECASE,
)
_RETRY_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')
_PIECE = re.compile(r"(\d+(?:\.\d+)?)\s*(milli|ms|h|m|s)", re.IGNORECASE)
_SECONDS = {"milli": 0.001, "ms": 0.001, "h": 3600.0, "m": 60.0, "s": 1.0}


def parse_retry_after(headers: Mapping[str, str], body: str) -> float | None:
    """Find how long a provider asks to wait, in seconds: headers first, then the error's words.

    Args:
        headers: Of the response, with lower-case names.
        body: The error body; ``RetryInfo`` details and phrases such as "try again in 1m2.5s" count.
    """
    waits = [
        wait
        for wait in (
            _milliseconds(headers.get("retry-after-ms")),
            _header(headers.get("retry-after"), headers.get("date")),
        )
        if wait is not None
    ]
    # Some send "0" milliseconds beside an honest number of seconds.
    return max(waits) if waits else _hint(body)


def _milliseconds(value: str | None) -> float | None:
    number = _number(value)
    return None if number is None else number / 1000


def _header(value: str | None, date: str | None) -> float | None:
    number = _number(value)
    if number is not None or not value or not date:
        return number
    try:
        # The response's own date is the clock: theirs and ours need not agree.
        gap = parsedate_to_datetime(value) - parsedate_to_datetime(date)
    except (ValueError, TypeError):
        return None
    return max(0.0, gap.total_seconds())


def _number(value: str | None) -> float | None:
    if value is None or not re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", value):
        return None
    return float(value)


def _hint(body: str) -> float | None:
    delay = _RETRY_DELAY.search(body)
    if delay:
        return float(delay[1])
    hint = _HINT.search(body)
    if hint is None:
        return None
    return sum(float(n) * _SECONDS[unit.lower()] for n, unit in _PIECE.findall(hint[1]))
