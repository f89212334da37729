"""When to call a model again, and when not: pure arithmetic. The loop waits and records."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from interlock.domain.events import FaultAction, ModelFailed
from interlock.domain.model import RETRYABLE, Fault

FIRST_WAIT = 0.5
"""Upper bound of the first wait, seconds; it doubles with every attempt."""

MAX_WAIT = 20.0
"""Upper bound of any wait that we choose ourselves, seconds."""

MAX_RETRY_AFTER = 60.0
"""A provider that wants a longer pause than this, in seconds, is given up: a person waits."""


class Remedy(Struct, frozen=True):
    """What to do about a failed call. ``wait`` in seconds before a retry."""

    action: FaultAction
    wait: float = 0.0


def remedy(
    fault: Fault,
    before: Sequence[ModelFailed],
    attempts: int,
    spares: int,
    random: Callable[[], float],
) -> Remedy:
    """Retry, fall back to the next model, or give up.

    Args:
        fault: The failure at hand.
        before: The failures of the same answer so far, oldest first.
        attempts: How often one model may be tried.
        spares: How many models the agent can fall back to in all.
        random: Draws from [0, 1).
    """
    tried = 1 + _tries(before)
    if fault.kind in RETRYABLE and tried < attempts:
        wait = _wait(tried, fault.retry_after, random)
        if wait is not None:
            return Remedy("retry", wait)
    used = sum(failed.action == "fallback" for failed in before)
    return Remedy("fallback" if used < spares else "give_up")


def _tries(before: Sequence[ModelFailed]) -> int:
    """Failures of the present model; a crash of ours is none of its fault."""
    tries = 0
    for failed in before:
        if failed.action == "fallback":
            tries = 0
        elif failed.kind != "interrupted":
            tries += 1
    return tries


def _wait(tried: int, retry_after: float | None, random: Callable[[], float]) -> float | None:
    """Full jitter below a doubling bound; a provider's own wish is honoured and only lengthened."""
    jitter = random() * min(MAX_WAIT, FIRST_WAIT * 2 ** (tried - 1))
    if retry_after is None:
        return jitter
    return None if retry_after > MAX_RETRY_AFTER else max(0.0, retry_after) + jitter
