"""Marks in the text of an answer: by them the client sees that all of it came, and how late.

A mark is ``w``, the chunk's number, ``@`` and the time at which the model sent it: microseconds of
the machine's monotonic clock, zeros when the answer was sent at once.
"""

import re
from collections.abc import Iterator

CHUNKS = 200
"""Chunks of text in an answer."""

BLANK = b"@0000000000000"
_MARK = re.compile(rb"w(\d{3})@(\d{13})")


def marker(number: int) -> str:
    """The text of one chunk."""
    return f"w{number:03d}{BLANK.decode()} "


def stamp(nanoseconds: int) -> bytes:
    """The time that takes the place of ``BLANK``."""
    return b"@%013d" % (nanoseconds // 1_000)


def find(body: bytearray, begin: int) -> Iterator[tuple[int, int, int]]:
    """Marks from a place on: number, time in µs, and where each ends."""
    for found in _MARK.finditer(body, begin):
        yield int(found[1]), int(found[2]), found.end()
