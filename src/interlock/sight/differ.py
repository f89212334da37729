"""Name a difference."""

from collections.abc import Mapping
from typing import TypeVar, cast

from interlock.ledger.recount import Difference

K = TypeVar("K")
LONGEST = 200


def differ(what: str, where: str, kept: object, right: object) -> list[Difference]:
    """The difference between what is kept and what follows, if there is one."""
    if kept == right:
        return []
    return [Difference(what=what, where=where, kept=_words(kept), right=_words(right))]


def differ_counts(what: str, kept: Mapping[K, int], right: Mapping[K, int]) -> list[Difference]:
    """The same for counts by place; a place that is missing counts 0."""
    return [
        Difference(
            what=what,
            where=_words(place),
            kept=str(kept.get(place, 0)),
            right=str(right.get(place, 0)),
        )
        for place in sorted({*kept, *right}, key=str)
        if kept.get(place, 0) != right.get(place, 0)
    ]


def _words(value: object) -> str:
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        return " ".join(_words(part) for part in parts if part != "")
    return str(value)[:LONGEST]
