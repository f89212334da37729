"""A stretch of time as commands take it: ``--last 24h``, or from a day to a day."""

import re
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

from interlock.cli.exits import Trouble

P = ParamSpec("P")
T = TypeVar("T")

_LAST = re.compile(r"(\d{1,5})([mhd])\Z", re.ASCII)
_UNITS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}


def last_option(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command that looks back: ``--last``."""
    about = "How far to look back: minutes, hours or days, for example 90m, 24h or 7d."
    return click.option("--last", default="24h", metavar="TIME", help=about)(command)


def since(last: str, now: int) -> int:
    """The beginning of the last so many minutes, hours or days, ms since the epoch.

    Args:
        last: What was typed.
        now: Ms since the epoch.

    Raises:
        Trouble: It is no such time.
    """
    found = _LAST.match(last)
    if found is None or not int(found[1]):
        raise Trouble(f"'{last}' is no time: write 90m, 24h or 7d.", code="usage")
    return max(0, now - int(found[1]) * _UNITS[found[2]])
