"""The processes of an installation, as they say themselves and as others see them."""

from typing import Literal

from msgspec import Struct

from interlock.domain.work import Counts

Role = Literal["both", "server", "worker"]
"""``both``: server and worker in one process."""

MemberState = Literal["up", "draining", "zombie", "lost"]

BEAT_SECONDS = 3.0
"""Between two heartbeats."""

LOST_SECONDS = 10.0
"""Silence after which a process counts as lost."""

KEPT_SECONDS = 600.0
"""How long a lost process is still shown."""

ZOMBIE_SECONDS = 300.0
"""A process with work in its hands and no progress for so long is alive in name only."""


class Beat(Struct, frozen=True, kw_only=True):
    """What a process says of itself.

    Args:
        id: Its name; a restart gets a new one.
        host: The machine.
        pid: The process there.
        version: Of the program.
        role: What it does.
        started_at: Ms since the epoch, by its own clock.
        in_flight: Runs that it drives.
        capacity: How many it drives at most; 0 for a server alone.
        draining: It takes no more work.
        idle_ms: How long none of its runs got on; 0 while it has none.
        stalled_ms: How long its event loop has not answered.
    """

    id: str
    host: str
    pid: int
    version: str
    role: Role
    started_at: int
    in_flight: int = 0
    capacity: int = 0
    draining: bool = False
    idle_ms: int = 0
    stalled_ms: int = 0


class Member(Struct, frozen=True):
    """A process as others see it: its last words, and how long ago it said them."""

    beat: Beat
    age_ms: int

    @property
    def state(self) -> MemberState:
        """Whether anything can be expected of it."""
        beat = self.beat
        if self.age_ms > LOST_SECONDS * 1000:
            return "lost"
        if beat.in_flight and max(beat.idle_ms, beat.stalled_ms) > ZOMBIE_SECONDS * 1000:
            return "zombie"
        return "draining" if beat.draining else "up"


class Roster(Struct, frozen=True):
    """All that is known. ``whole``: false while nobody but this process can be asked."""

    members: tuple[Member, ...]
    queue: Counts
    whole: bool = True
