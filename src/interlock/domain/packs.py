"""Many events in one row of the log."""

from msgspec import Struct


class Pack(Struct, frozen=True, kw_only=True):
    """A row in the making: ``count`` events, one after the other, the last of which is ``last``."""

    run_id: str
    last: int
    count: int
    body: bytes
