"""Identifiers: a readable prefix and 128 random bits, safe in a URL and in every provider's API."""

import os
from threading import local

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")
MAX_ID_LENGTH = 128

_BYTES = 16
_PAGE = 4_096


class _Page(local):
    """Random bytes of the operating system, read for many ids at once, for each thread its own.

    A read lets go of the interpreter's lock, and a busy server waits far longer to get it back
    than an id takes to make. A forked process begins a page of its own.
    """

    page = b""
    used = 0
    process = 0

    def take(self) -> bytes:
        """The next bytes; nobody gets them again."""
        if self.used == len(self.page) or self.process != os.getpid():
            self.page, self.used, self.process = os.urandom(_PAGE), 0, os.getpid()
        begin = self.used
        self.used = begin + _BYTES
        return self.page[begin : self.used]


_page = _Page()


def new_id(prefix: str) -> str:
    """Make an unguessable id, for example ``run_4f1c…``.

    Args:
        prefix: A short word that says what the id names: run, thread, call, msg, int, turn.
    """
    return f"{prefix}_{_page.take().hex()}"


def is_id(text: str) -> bool:
    """Say whether a client's own id may be stored as it is: 1 to 128 plain characters."""
    return 0 < len(text) <= MAX_ID_LENGTH and ID_CHARACTERS.issuperset(text)
