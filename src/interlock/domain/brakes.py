"""The brakes: pure checks of one turn's counters against an agent's limits."""

from collections import Counter

from msgspec import Struct

from interlock.domain.agents import Limits
from interlock.domain.state import CallState, Tally, TurnState


class Trip(Struct, frozen=True):
    """A limit that was reached. ``reason`` finishes the sentence "stopped because …"."""

    code: str
    reason: str


def before_model(state: TurnState, limits: Limits, now: int) -> Trip | None:
    """Whether the turn may ask the model once more. ``now`` in ms since the epoch."""
    tally = state.tally
    if limits.failures_in_a_row:
        for name, streak in tally.failures.items():
            if streak.length >= limits.failures_in_a_row and streak.round == state.rounds:
                times = f"{streak.length} times in a row"
                return Trip("tool_failing", f"the tool {name} failed {times}")
    if limits.tokens and tally.tokens >= limits.tokens:
        return Trip("tokens", f"the turn used {tally.tokens:,} of {limits.tokens:,} tokens")
    if limits.usd and tally.usd >= limits.usd:
        return Trip("money", f"the turn cost {tally.usd:f} USD; the limit is {limits.usd:f} USD")
    return _time(tally, limits, now)


def before_calls(tally: Tally, calls: list[CallState], limits: Limits, now: int) -> Trip | None:
    """Whether these calls may run. A call that a person just approved is never identical."""
    total = tally.calls + len(calls)
    if limits.calls and total > limits.calls:
        return Trip("calls", f"the turn would make {total} tool calls; the limit is {limits.calls}")
    fresh = Counter((call.name, call.digest) for call in calls if call.status == "allowed")
    for key, count in fresh.items():
        made = tally.repeats.get(key, 0) + count
        if limits.identical_calls and made >= limits.identical_calls:
            return Trip("identical_call", f"the same call of {key[0]} came {made} times")
    return _time(tally, limits, now)


def _time(tally: Tally, limits: Limits, now: int) -> Trip | None:
    spent = (tally.spent_ms + now - tally.since) / 1000
    if limits.seconds and spent >= limits.seconds:
        return Trip("time", f"the turn ran for {spent:.0f} s; the limit is {limits.seconds:.0f} s")
    return None
