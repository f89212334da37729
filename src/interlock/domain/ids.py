"""Identifiers: a readable prefix and 128 random bits, safe in a URL and in every provider's API."""

import secrets

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")
MAX_ID_LENGTH = 128


def new_id(prefix: str) -> str:
    """Make an unguessable id, for example ``run_4f1c…``.

    Args:
        prefix: A short word that says what the id names: run, thread, call, msg, int, turn.
    """
    return f"{prefix}_{secrets.token_hex(16)}"


def is_id(text: str) -> bool:
    """Say whether a client's own id may be stored as it is: 1 to 128 plain characters."""
    return 0 < len(text) <= MAX_ID_LENGTH and ID_CHARACTERS.issuperset(text)
