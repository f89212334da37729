"""Named points at which a crash test lets the process die, as a power cut would, or freeze.

``INTERLOCK_FAILPOINT=store.after_commit:3`` kills the process with SIGKILL when it reaches that
point for the third time; with ``:stop`` at the end it stops it with SIGSTOP instead, until somebody
sends SIGCONT. Without the variable a point costs one cached call.
"""

import itertools
import os
import signal
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from interlock.errors import ConfigError

VARIABLE = "INTERLOCK_FAILPOINT"
STOP = ":stop"

NAMES: frozenset[str] = frozenset(
    {
        "commands.received",  # a command is here, nothing of it is written
        "commands.committed",  # it is durable, and no worker knows yet
        "loop.claimed",  # a driver has the run and has read nothing
        "loop.model_started",  # the model is about to be called
        "loop.model_streaming",  # fragments of an answer are about to be written
        "loop.model_answered",  # the whole answer is here and not written
        "loop.judged",  # the gate's verdicts are here and not written
        "loop.call_starting",  # calls may run; their start is not written
        "loop.call_started",  # their start is durable, nothing was invoked
        "gate.before_invoke",  # the next line invokes the tool
        "gate.after_invoke",  # the tool has returned
        "loop.call_ended",  # the result is checked and not written
        "loop.settling",  # what became of a lost call is known and not written
        "loop.asking",  # questions are held back until the run's end is written with them
        "loop.ending",  # the end of a run is decided and not written
        "loop.ended",  # the end is durable, and the driver still holds the run
        "schedules.due",  # something is due, nothing of it is written
        "schedules.committed",  # slot, run and first event are durable, and no worker knows yet
        "notices.taken",  # a sender holds notices and has posted none
        "notices.posted",  # a receiver has one, and its outcome is not written
        "store.before_commit",
        "store.after_commit",
    }
)
"""Every point there is. A new one takes its place here."""


class Plan(NamedTuple):
    """Where to die or freeze, and after how many visits; ``visits`` counts them."""

    name: str
    at: int
    visits: Iterator[int]
    blow: signal.Signals = signal.SIGKILL


def parse(text: str) -> Plan:
    """Read ``name`` or ``name:n``, either with ``:stop`` behind it.

    Raises:
        ConfigError: There is no such point, or ``n`` is no number from 1.
    """
    text, stops = text.removesuffix(STOP), text.endswith(STOP)
    name, _, count = text.partition(":")
    if name not in NAMES:
        raise ConfigError(f"{VARIABLE}: no point {name!r}; there are {', '.join(sorted(NAMES))}")
    if count and (not count.isdecimal() or int(count) < 1):
        raise ConfigError(f"{VARIABLE}: {count!r} must be a number from 1 on, for example {name}:2")
    how = signal.SIGSTOP if stops else signal.SIGKILL
    return Plan(name, int(count or 1), itertools.count(1), how)


def hit(name: str) -> None:
    """Pass a point: die or freeze here when the environment says so, else nothing.

    Args:
        name: One of ``NAMES``.
    """
    plan = _armed()
    if plan is not None and plan.name == name and next(plan.visits) == plan.at:
        os.kill(os.getpid(), plan.blow)


def rearm() -> None:
    """Look at the environment again, and count visits anew: for who arms a process on its way."""
    _armed.cache_clear()


@cache
def _armed() -> Plan | None:
    text = os.environ.get(VARIABLE)
    return parse(text) if text else None
