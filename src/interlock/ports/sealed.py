"""The ports of secrets at rest: what seals them, and where they are kept."""

from typing import Protocol

from msgspec import Struct


class SealedSecret(Struct, frozen=True, kw_only=True):
    """A secret that nobody reads without the key.

    Args:
        tenant: Whose it is.
        thread_id: The conversation in which its handle is good.
        handle: What stands for it in the log.
        body: The secret, sealed.
    """

    tenant: str
    thread_id: str
    handle: str
    body: bytes


class Sealed(Protocol):
    """Sealed secrets, as rows."""

    def put(self, secret: SealedSecret, now: int) -> None:
        """Keep a secret; one that is there is as new. ``now`` is ms since the epoch."""
        ...

    def body(self, tenant: str, thread_id: str, handle: str) -> bytes | None:
        """What is kept for a handle of a conversation."""
        ...

    def drop(self, before: int) -> int:
        """Drop what had no use since then (ms since the epoch). Returns how much it was.

        In a conversation with a run under way or an open question everything stays.
        """
        ...


class Sealer(Protocol):
    """Seals with a key, so that whoever has another key, or changed a bit, reads nothing."""

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """Seal. ``about`` is not in the result, and must be the same to open it."""
        ...

    def open(self, body: bytes, about: bytes) -> bytes | None:
        """What was sealed; None when the key, ``about`` or a bit is not the same."""
        ...
