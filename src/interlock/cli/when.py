"""Times as people type them: how long, and when."""

import re
from datetime import datetime

import click

_SIZES = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SPAN = re.compile(r"(\d+)([smhd]?)")


class Span(click.ParamType[int]):
    """A length of time such as ``90``, ``15m``, ``2h`` or ``1h30m``, in seconds."""

    name = "span"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Seconds."""
        if isinstance(value, int):
            return value
        parts = _SPAN.findall(value)
        if not parts or "".join(number + size for number, size in parts) != value:
            self.fail(f"{value!r} is no length of time: write 90s, 15m, 2h or 1d", param, ctx)
        return sum(int(number) * _SIZES[size or "s"] for number, size in parts)


class Moment(click.ParamType[int]):
    """A time such as ``2026-12-01T09:00``, in the terminal's own zone unless it names one."""

    name = "time"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Ms since the epoch."""
        if isinstance(value, int):
            return value
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time: write 2026-12-01T09:00", param, ctx)
        return int(moment.astimezone().timestamp() * 1000)


SPAN = Span()
MOMENT = Moment()
