"""Where a page of a list ended: a time, and the row that had it.

Many rows can have one millisecond, so a time alone would skip some of them. A row's place within
its millisecond never changes; its time may (a thread that is spoken to moves to the top), so the
time that was seen travels along. Written ``1764500000000.run_4f1c``.
"""

import re

from msgspec import Struct

_TEXT = re.compile(r"(\d{1,15})(?:\.([A-Za-z0-9_.:-]{1,128}))?\Z", re.ASCII)


class Cursor(Struct, frozen=True):
    """The last row of a page: its time in ms since the epoch, and its id.

    Without an id, or with one that is not there any more, rows of that millisecond are left out.
    """

    time: int
    id: str = ""

    def __str__(self) -> str:
        return f"{self.time}.{self.id}" if self.id else str(self.time)


def read_cursor(text: str) -> Cursor | None:
    """Read what ``str`` wrote, or a mere time; None when it is neither."""
    found = _TEXT.match(text)
    return None if found is None else Cursor(int(found[1]), found[2] or "")
