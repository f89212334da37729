"""Many events in one row, and back. Pure, and without loss.

A pack holds events that follow one another without a gap, and stands in the place of the last one:
whoever asks for what comes after a number inside it finds it, and drops what it has already.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Raw, Struct, json

from interlock.domain.packs import Pack
from interlock.store.session import Row

MOST_EVENTS: Final = 256
"""Of one pack: what a reader unpacks to get at one event of it."""

MOST_BYTES: Final = 256_000
"""Of the bodies in one pack, before they are packed."""


class _Content(Struct, frozen=True, array_like=True):
    """Times as differences to the one before, bodies as they were."""

    times: list[int]
    bodies: list[Raw]


_encoder: Final = json.Encoder()
_decoder: Final = json.Decoder(_Content)


def packs_of(run_id: str, rows: Sequence[Row]) -> list[Pack]:
    """Packs of all rows that have a neighbour.

    Args:
        run_id: The run.
        rows: Events that are no packs, in order, with gaps where others stand.
    """
    return [_pack(run_id, stretch) for stretch in _stretches(rows) if len(stretch) > 1]


def unpacked(rows: Iterable[Row], after: int) -> Iterator[Row]:
    """The events of rows with ``seq > after``; a pack becomes those that are in it."""
    for row in rows:
        if row["packed"]:
            yield from (event for event in _events(row) if event["seq"] > after)
        else:
            yield row


def _stretches(rows: Sequence[Row]) -> Iterator[list[Row]]:
    stretch: list[Row] = []
    size = 0
    for row in rows:
        full = len(stretch) >= MOST_EVENTS or size + len(row["body"]) > MOST_BYTES
        if stretch and (full or not _joins(stretch[-1], row)):
            yield stretch
            stretch, size = [], 0
        stretch.append(row)
        size += len(row["body"])
    if stretch:
        yield stretch


def _joins(last: Row, row: Row) -> bool:
    """Bodies of one pack are encoded alike: the row says how, for all of them."""
    return row["seq"] == last["seq"] + 1 and row["encoding"] == last["encoding"]


def _pack(run_id: str, rows: Sequence[Row]) -> Pack:
    times = [row["time"] for row in rows]
    steps = [times[0], *(later - earlier for earlier, later in pairwise(times))]
    content = _Content(steps, [Raw(row["body"]) for row in rows])
    body = zlib.compress(_encoder.encode(content), 6)
    return Pack(run_id=run_id, last=rows[-1]["seq"], count=len(rows), body=body)


def _events(row: Row) -> Iterator[Row]:
    content = _decoder.decode(zlib.decompress(row["body"]))
    time = 0
    first = row["seq"] - len(content.bodies) + 1
    for seq, (step, body) in enumerate(zip(content.times, content.bodies, strict=True), first):
        time += step
        yield {"seq": seq, "time": time, "body": bytes(body), "encoding": row["encoding"]}
