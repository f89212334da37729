"""Words for what is shown: states, outcomes, times, arguments on one line."""

import json
import time
from datetime import UTC, datetime
from typing import cast

from interlock.cli.plain import plain
from interlock.cli.view import Card
from interlock.domain.messages import Json
from interlock.domain.visible import visible

OUTCOMES = {
    "done": "done",
    "failed": "failed",
    "timed_out": "timed out; whether it took effect is not known",
    "cancelled": "stopped",
    "invalid": "arguments did not fit; the model was told",
    "unknown_tool": "no such tool; the model was told",
    "refused": "refused by policy; it did not run",
    "rejected": "rejected; it did not run",
    "expired": "question expired; it did not run",
    "superseded": "superseded; it did not run",
    "skipped": "outcome unknown; not run again",
    "unavailable": "the service behind it is down",
}
"""What became of a call, in a few words."""

GOOD = frozenset({"done"})
NEUTRAL = frozenset({"rejected", "expired", "superseded", "cancelled", "skipped"})


def state_words(card: Card, seconds: float) -> str:
    """What a call is doing, for a person who waits. ``seconds``: for how long it has run."""
    match card.state:
        case "preparing":
            return f"preparing arguments ({card.chars} chars)"
        case "checking":
            return "checking"
        case "waiting":
            return "waiting for you"
        case "approved":
            return "approved"
        case "running":
            again = f", attempt {card.attempt}" if card.attempt > 1 else ""
            return f"running ({seconds:.0f} s{again}){_progress(card.progress)}"
        case "ended":
            words = OUTCOMES.get(card.outcome, card.outcome)
            who = visible(card.decided_by)
            return words.replace("rejected", f"rejected by {who}") if who else words


def _progress(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        found = cast("dict[str, Json]", value)
        if {"done", "of"} <= found.keys():
            return f" {found['done']} of {found['of']}"
    return f" {brief(value, 60)}"


def signature(card: Card) -> str:
    """A call on one line: ``delete_reports(folder="a", older_than_days=90)``."""
    name = visible(card.name)
    if card.arguments is None:
        return name
    if not isinstance(card.arguments, dict):
        return f"{name}({brief(card.arguments, 200)})"
    items = cast("dict[str, Json]", card.arguments).items()
    return f"{name}({', '.join(f'{visible(key)}={_inline(value)}' for key, value in items)})"


def brief(value: Json, width: int) -> str:
    """A value on one line, cut to a width with a mark. Never use it for what is decided upon."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join(plain(text).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def _inline(value: Json) -> str:
    return visible(json.dumps(value, ensure_ascii=False))


def span(seconds: float) -> str:
    """A time to come in words: ``7 days``, ``3 hours``, ``20 minutes``."""
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = round(seconds / size)
        if count:
            return f"{count} {word}{'s' if count != 1 else ''}"
    return f"{max(0, round(seconds))} seconds"


def moment(ms: int) -> str:
    """A time in the terminal's own time zone, to the second."""
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def now_ms() -> int:
    """The time at this terminal, ms since the epoch; the server's own clock decides."""
    return time.time_ns() // 1_000_000  # noqa: TID251 - the client has no port for it
