"""Schedules: when an agent runs by itself, with whose rights, and what became of each time."""

from typing import Literal

from msgspec import Struct

Missed = Literal["skip", "once", "all"]
Overlap = Literal["allow", "skip", "queue"]
SlotState = Literal["fired", "waiting", "skipped", "failed"]

MANY_LATE = 24
"""How many slots that were missed ``all`` makes up for; earlier ones are passed over."""

MANY_WAITING = 24
"""How many slots ``queue`` lets wait for the ones before them; later ones are skipped."""

GRACE_MS = 60_000
"""A slot that is later than this was missed; one within it was only served late."""

LONGEST_JITTER = 3_600
"""Seconds."""

LONGEST_INTERVAL = 366 * 24 * 3600
"""Seconds."""


class Timing(Struct, frozen=True, kw_only=True):
    """When slots are: exactly one of ``cron``, ``every`` and ``at`` is set.

    Args:
        cron: Five fields, or a name such as ``@daily``; see ``domain.cron``.
        zone: The IANA time zone in which ``cron`` is read.
        every: Seconds from slot to slot, counted from ``start``.
        start: The zero of an interval, ms since the epoch.
        at: The one slot of a schedule that fires once, ms since the epoch.
    """

    cron: str = ""
    zone: str = "UTC"
    every: int = 0
    start: int = 0
    at: int = 0


class Schedule(Struct, frozen=True, kw_only=True):
    """A message that an agent gets again and again, in the name of the user who made it.

    Args:
        id: Its id.
        tenant: Whose tenant it belongs to.
        user: Its runs are this user's, with this user's rights at the time of the run.
        name: What people call it.
        agent: Who answers.
        message: What the agent is told.
        timing: When.
        thread_id: The conversation in which it runs; empty: a new one each time.
        hook_id: A webhook that gets its results; empty: only those that asked for all of them.
        missed: What happens to slots that nobody served in time.
        overlap: What happens to a slot while the one before is not over: its run works, or waits
            for a person.
        jitter: Up to so many seconds are added to every slot, always the same ones.
        paused: Nothing fires.
        paused_why: Set when the server paused it itself.
        next_at: The next slot, ms since the epoch; 0: there is none.
        created_at: In ms since the epoch.
        updated_at: In ms since the epoch.
    """

    id: str
    tenant: str
    user: str
    name: str
    agent: str
    message: str
    timing: Timing
    created_at: int
    updated_at: int
    thread_id: str = ""
    hook_id: str = ""
    missed: Missed = "once"
    overlap: Overlap = "skip"
    jitter: int = 0
    paused: bool = False
    paused_why: str = ""
    next_at: int = 0


class Slot(Struct, frozen=True, kw_only=True):
    """One time of a schedule, and what became of it. There is never a second of the same time.

    Args:
        schedule_id: Whose.
        tenant: Its tenant.
        slot: The scheduled time, ms since the epoch; without jitter.
        state: ``fired``: it has a run; ``waiting`` for the slot before; ``skipped``; ``failed``.
        at: When this became so, ms since the epoch.
        why: Why it was skipped or failed: ``missed``, ``overlap``, ``paused``, or a refusal's code.
        passed: How many slots this row stands for, itself included, when they were missed.
        manual: A person fired it by hand.
        thread_id: The conversation of its run.
        run_id: The first run.
        turn_id: Its turn, which goes on in other runs once a person has answered.
    """

    schedule_id: str
    tenant: str
    slot: int
    state: SlotState
    at: int
    why: str = ""
    passed: int = 0
    manual: bool = False
    thread_id: str = ""
    run_id: str = ""
    turn_id: str = ""
