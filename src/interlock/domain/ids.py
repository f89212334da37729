"""Identifiers: a readable prefix and 128 random bits, safe in a URL and in every provider's API."""

import os
from collections import deque

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")
MAX_ID_LENGTH = 128

_BYTES = 16
_PAGE = 256
_ready: deque[bytes] = deque()
"""Random bytes for the next ids. The operating system is asked for many at once: asking lets go of
the interpreter's lock, and a busy server waits far longer to get it back than an id takes to make.
Taking one from a deque is atomic, so no two threads get the same."""

os.register_at_fork(after_in_child=_ready.clear)


def _take() -> bytes:
    try:
        return _ready.popleft()
    except IndexError:
        page = os.urandom(_BYTES * _PAGE)
        _ready.extend(page[at : at + _BYTES] for at in range(_BYTES, len(page), _BYTES))
        return page[:_BYTES]


def new_id(prefix: str) -> str:
    """Make an unguessable id, for example ``run_4f1c…``.

    Args:
        prefix: A short word that says what the id names: run, thread, call, msg, int, turn.
    """
    return f"{prefix}_{_take().hex()}"


def is_id(text: str) -> bool:
    """Say whether a client's own id may be stored as it is: 1 to 128 plain characters."""
    return 0 < len(text) <= MAX_ID_LENGTH and ID_CHARACTERS.issuperset(text)
