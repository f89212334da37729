"""How an installation stands: what waits, and for how long already."""

from msgspec import Struct


class Heap(Struct, frozen=True):
    """Things that wait. ``oldest``: since when the first of them, ms since the epoch; 0: none."""

    count: int = 0
    oldest: int = 0


class Standing(Struct, frozen=True, kw_only=True):
    """Of all tenants together. ``now`` is the database's time, ms since the epoch.

    Args:
        queued: Runs that wait for a worker.
        running: Runs that are being driven, or were when their worker died.
        leased: Runs whose lease is alive.
        questions: Open questions to people.
        notices: Notices that no receiver has taken yet.
    """

    now: int
    queued: Heap
    running: Heap
    leased: int
    questions: Heap
    notices: Heap
