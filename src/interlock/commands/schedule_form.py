"""What a person asks of a schedule, and whether it can be."""

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from interlock.commands.thread import find_thread
from interlock.domain.principals import Principal
from interlock.domain.schedules import (
    LONGEST_INTERVAL,
    LONGEST_JITTER,
    Missed,
    Overlap,
    Schedule,
    Timing,
)
from interlock.domain.slots import next_slot
from interlock.errors import Invalid, NotFound
from interlock.ports import Reader

NAME_CHARACTERS = 100
MESSAGE_CHARACTERS = 100_000


class ScheduleForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A schedule as a person writes it. One of ``cron``, ``every`` and ``at`` says when.

    Args:
        name: What people call it.
        agent: Who answers.
        message: What the agent is told each time.
        cron: Five fields, or a name such as ``@daily``.
        zone: The IANA time zone of ``cron``.
        every: Seconds from slot to slot.
        start: The first slot of an interval, ms since the epoch; 0: one interval from now.
        at: The one time of a schedule that fires once, ms since the epoch.
        thread_id: A conversation of the caller's own; empty: a new one each time.
        hook_id: A webhook that gets the results.
        missed: Slots that nobody served: ``skip`` them, make up for the last ``once``, or ``all``.
        overlap: While the slot before is not over: ``allow``, ``skip`` or ``queue``.
        jitter: Up to so many seconds are added to every slot.
    """

    name: str
    agent: str
    message: str
    cron: str = ""
    zone: str = "UTC"
    every: int = 0
    start: int = 0
    at: int = 0
    thread_id: str = ""
    hook_id: str = ""
    missed: Missed = "once"
    overlap: Overlap = "skip"
    jitter: int = 0


class SchedulePatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to change; see ``ScheduleForm``. A new ``cron``, ``every`` or ``at`` replaces the old
    way of saying when."""

    name: str | UnsetType = UNSET
    agent: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    cron: str | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    every: int | UnsetType = UNSET
    start: int | UnsetType = UNSET
    at: int | UnsetType = UNSET
    thread_id: str | UnsetType = UNSET
    hook_id: str | UnsetType = UNSET
    missed: Missed | UnsetType = UNSET
    overlap: Overlap | UnsetType = UNSET
    jitter: int | UnsetType = UNSET


WHEN = ("cron", "every", "at")


def form_of(schedule: Schedule) -> ScheduleForm:
    """A schedule as its owner would write it again."""
    timing = schedule.timing
    return ScheduleForm(
        name=schedule.name,
        agent=schedule.agent,
        message=schedule.message,
        cron=timing.cron,
        zone=timing.zone,
        every=timing.every,
        start=timing.start,
        at=timing.at,
        thread_id=schedule.thread_id,
        hook_id=schedule.hook_id,
        missed=schedule.missed,
        overlap=schedule.overlap,
        jitter=schedule.jitter,
    )


def patched(form: ScheduleForm, patch: SchedulePatch) -> ScheduleForm:
    """The form with the patch's values in it."""
    new = to_builtins(patch)
    if any(new.get(when) for when in WHEN):
        new = {"cron": "", "every": 0, "start": 0, "at": 0} | new
    return replace(form, **new)


def timing_of(form: ScheduleForm, now: int) -> Timing:
    """When a form says that slots are.

    Raises:
        Invalid: It says nothing, several things at once, or what can't be.
    """
    said = [when for when in WHEN if getattr(form, when)]
    if len(said) != 1:
        text = "Say when in one way: cron with a zone, every so many seconds, or at one time."
        raise Invalid(text, "bad_timing")
    if not 0 <= form.every <= LONGEST_INTERVAL or not 0 <= form.start <= 2**53:
        text = f"An interval has 1 to {LONGEST_INTERVAL} seconds, and starts at a time in ms."
        raise Invalid(text, "bad_timing")
    timing = Timing(
        cron=" ".join(form.cron.split()),
        zone=form.zone if form.cron else "UTC",
        every=form.every,
        start=(form.start or now) if form.every else 0,
        at=form.at,
    )
    if not next_slot(timing, now):
        what = "That time is over" if timing.at else f"{timing.cron!r} never fires"
        raise Invalid(f"{what}. Choose a time to come.", "never_fires")
    return timing


def check(reader: Reader, principal: Principal, form: ScheduleForm) -> None:
    """Refuse a form that can't become a schedule of the principal's; ``timing_of`` looks at when.

    Raises:
        Invalid: A text is empty or too long, a number out of bounds, or two wishes collide.
        NotFound: The thread is not the principal's, or the tenant has no such webhook.
    """
    if not 0 < len(form.name.strip()) <= NAME_CHARACTERS:
        raise Invalid(f"A schedule's name has 1 to {NAME_CHARACTERS} characters.", "bad_name")
    if not form.message.strip() or len(form.message) > MESSAGE_CHARACTERS:
        text = f"The message to the agent has 1 to {MESSAGE_CHARACTERS} characters."
        raise Invalid(text, "bad_message")
    if not 0 <= form.jitter <= LONGEST_JITTER:
        raise Invalid(f"Jitter has 0 to {LONGEST_JITTER} seconds.", "bad_jitter")
    if form.thread_id:
        _check_thread(reader, principal, form)
    hook = reader.hooks.get(form.hook_id) if form.hook_id else None
    if form.hook_id and (hook is None or hook.tenant != principal.tenant):
        raise NotFound("There is no such webhook.", "webhook_not_found")


def _check_thread(reader: Reader, principal: Principal, form: ScheduleForm) -> None:
    thread = find_thread(reader, principal, form.thread_id)
    if thread.user != principal.user:
        text = "A schedule runs in a conversation of its own user. Choose one of yours."
        raise Invalid(text, "bad_thread")
    if form.overlap == "allow":
        text = "A conversation has one run at a time: let slots skip or queue, or use new threads."
        raise Invalid(text, "bad_overlap")
