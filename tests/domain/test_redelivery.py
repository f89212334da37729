"""When a notice is sent again."""

from msgspec.structs import replace

from interlock.domain.hooks import Delivery
from interlock.domain.redelivery import JITTER, WAITS, Sent, next_attempt

ONE = Delivery(id="msg_1", hook_id="hook_1", tenant="acme", event="run.ended", created_at=0)


def waits(luck: float) -> list[float]:
    """Seconds from each failed attempt to the next."""
    found: list[float] = []
    for attempts in range(1, 100):
        at = next_attempt(replace(ONE, attempts=attempts), 1_000, lambda: luck)
        if not at:
            return found
        found.append((at - 1_000) / 1_000)
    return found


def test_attempts_grow_apart_and_end_after_about_three_days():
    assert waits(0) == list(WAITS)
    assert waits(0) == sorted(waits(0))
    assert 71 * 3600 < sum(waits(0)) < 72 * 3600


def test_jitter_lengthens_a_wait_by_a_tenth_at_most():
    for plain, late in zip(waits(0), waits(0.999), strict=True):
        assert plain < late < plain * (1 + JITTER)


def test_only_a_status_of_success_says_that_it_was_taken():
    assert all(Sent(status).taken for status in (200, 201, 202, 204, 299))
    assert not any(Sent(status).taken for status in (0, 100, 199, 301, 302, 404, 410, 500))
