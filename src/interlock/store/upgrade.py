"""Old encodings of facts become the present one when they are read. The log itself never changes.

A change that msgspec can't see through, such as a renamed field, gets a new number here and a step
from the one before; a new field with a default needs neither.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import json

from interlock.errors import InterlockError

ENCODING: Final = 1
"""How facts are encoded today."""

Step = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON of a fact in one encoding into that of the next."""

STEPS: Final[Mapping[int, Step]] = {}
"""The step away from each older encoding, by its number."""


def upgraded(
    body: bytes, encoding: int, current: int = ENCODING, steps: Mapping[int, Step] = STEPS
) -> bytes:
    """A stored body in the present encoding.

    Args:
        body: JSON.
        encoding: How it is encoded.
        current: The present encoding.
        steps: The way from each older encoding to the next.

    Raises:
        InterlockError: A newer program wrote it.
    """
    if encoding == current:
        return body
    if encoding > current:
        raise InterlockError(
            f"the log has events in encoding {encoding}, this program knows {current}: "
            "start the newer program"
        )
    fact: dict[str, Any] = json.decode(body)
    for number in range(encoding, current):
        fact = steps[number](fact)
    return json.encode(fact)
