"""Schedules: make, change, pause and fire them; what became of their times, and which come next."""

from msgspec import Struct

from interlock.commands.schedule import find_schedule
from interlock.commands.schedule_form import ScheduleForm, SchedulePatch, timing_of
from interlock.domain.records import Run
from interlock.domain.rights import ADMIN
from interlock.domain.schedules import Schedule, Slot
from interlock.domain.slots import preview
from interlock.errors import NotFound
from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200
COMING = 5
MOST_COMING = 100


class ScheduleList(Struct, frozen=True):
    """Schedules, newest first. ``before`` asks for older ones; None when there are none."""

    schedules: list[Schedule]
    before: str | None = None


class SlotList(Struct, frozen=True):
    """What became of a schedule's times, latest first. ``before`` asks for earlier ones."""

    slots: list[Slot]
    before: int | None = None


class When(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to say when; see ``ScheduleForm``."""

    cron: str = ""
    zone: str = "UTC"
    every: int = 0
    start: int = 0
    at: int = 0
    count: int = COMING


class Coming(Struct, frozen=True):
    """The next times at which it fires, ms since the epoch, without jitter."""

    slots: list[int]


async def list_schedules(call: Call) -> Reply:
    """The caller's schedules; an admin sees the tenant's."""
    limit = call.number("limit", PAGE, 1, MOST)
    before = call.query("before") or ""
    everybody = ADMIN in call.principal.roles
    found = await call.parts.store.read(
        lambda reader: reader.schedules.page(call.principal, limit, before, everybody=everybody)
    )
    older = found[-1].id if len(found) == limit else None
    return json_reply(ScheduleList(found, older))


async def create_schedule(call: Call) -> Reply:
    """Make a schedule."""
    form = await call.read(ScheduleForm)
    _refuse_unknown_agent(call, form.agent)
    made = await call.parts.planner.create(call.principal, form)
    where = (b"location", f"/v1/schedules/{made.id}".encode())
    return json_reply(made, 201, (where,))


async def show_schedule(call: Call) -> Reply:
    """One schedule."""
    return json_reply(await call.parts.store.read(lambda reader: _find(reader, call)))


async def edit_schedule(call: Call) -> Reply:
    """Change a schedule."""
    patch = await call.read(SchedulePatch)
    if isinstance(patch.agent, str):
        _refuse_unknown_agent(call, patch.agent)
    schedule_id = call.path("schedule_id")
    return json_reply(await call.parts.planner.edit(call.principal, schedule_id, patch))


async def remove_schedule(call: Call) -> Reply:
    """Forget a schedule."""
    await call.parts.planner.remove(call.principal, call.path("schedule_id"))
    return Reply(status=204, headers=())


async def pause_schedule(call: Call) -> Reply:
    """Let nothing fire any more."""
    return json_reply(await call.parts.planner.pause(call.principal, call.path("schedule_id")))


async def resume_schedule(call: Call) -> Reply:
    """Let it fire again."""
    return json_reply(await call.parts.planner.resume(call.principal, call.path("schedule_id")))


async def run_schedule(call: Call) -> Reply:
    """Fire it now."""
    run = await call.parts.planner.run_now(call.principal, call.path("schedule_id"))
    where = (b"location", f"/v1/runs/{run.id}".encode())
    return json_reply(run, 202, (where,))


async def list_slots(call: Call) -> Reply:
    """What became of its times."""
    limit = call.number("limit", PAGE, 1, MOST)
    before = call.number("before", 0) or None

    def look(reader: Reader) -> list[Slot]:
        return reader.schedules.slots(_find(reader, call).id, limit, before)

    slots = await call.parts.store.read(look)
    return json_reply(SlotList(slots, slots[-1].slot if len(slots) == limit else None))


async def show_coming(call: Call) -> Reply:
    """The next times of a schedule, as if it were not paused."""
    count = call.number("count", COMING, 1, MOST_COMING)

    def look(reader: Reader) -> list[int]:
        schedule = _find(reader, call)
        now = reader.schedules.clock(call.parts.clock.now())
        return preview(schedule.timing, now, count)

    return json_reply(Coming(await call.parts.store.read(look)))


async def preview_schedule(call: Call) -> Reply:
    """The next times of what is not stored yet."""
    when = await call.read(When)
    now = await call.parts.store.read(lambda reader: reader.schedules.clock(call.parts.clock.now()))
    form = ScheduleForm(
        name="",
        agent="",
        message="",
        cron=when.cron,
        zone=when.zone,
        every=when.every,
        start=when.start,
        at=when.at,
    )
    count = min(max(when.count, 1), MOST_COMING)
    return json_reply(Coming(preview(timing_of(form, now), now, count)))


def _find(reader: Reader, call: Call) -> Schedule:
    return find_schedule(reader, call.principal, call.path("schedule_id"))


def _refuse_unknown_agent(call: Call, agent: str) -> None:
    if call.parts.agents.get(agent) is None:
        raise NotFound("There is no such agent. GET /v1/agents lists them.", "agent_not_found")


ROUTES = (
    Route(
        method="GET",
        path="/v1/schedules",
        handler=list_schedules,
        summary="The caller's schedules, newest first; an admin sees the tenant's.",
        response=ScheduleList,
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "The id of the last one seen: only older ones."),
        ),
    ),
    Route(
        method="POST",
        path="/v1/schedules",
        handler=create_schedule,
        summary="Make a schedule: an agent gets a message again and again in the caller's name.",
        body=ScheduleForm,
        response=Schedule,
        status=201,
        errors=(404, 409, 422),
    ),
    Route(
        method="POST",
        path="/v1/schedules/preview",
        handler=preview_schedule,
        summary="The next times of a cron expression, an interval or a single time.",
        body=When,
        response=Coming,
        errors=(422,),
    ),
    Route(
        method="GET",
        path="/v1/schedules/{schedule_id}",
        handler=show_schedule,
        summary="One schedule.",
        response=Schedule,
        errors=(404,),
    ),
    Route(
        method="PATCH",
        path="/v1/schedules/{schedule_id}",
        handler=edit_schedule,
        summary="Change a schedule. Only its own user may: it runs with that user's rights.",
        body=SchedulePatch,
        response=Schedule,
        errors=(404, 422),
    ),
    Route(
        method="DELETE",
        path="/v1/schedules/{schedule_id}",
        handler=remove_schedule,
        summary="Forget a schedule and its history; its runs and conversations stay.",
        status=204,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/schedules/{schedule_id}/pause",
        handler=pause_schedule,
        summary="Let nothing fire any more.",
        response=Schedule,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/schedules/{schedule_id}/resume",
        handler=resume_schedule,
        summary="Let it fire again; what passed while it was paused was not missed.",
        response=Schedule,
        errors=(404, 409),
    ),
    Route(
        method="POST",
        path="/v1/schedules/{schedule_id}/run",
        handler=run_schedule,
        summary="Fire it now, whatever its time.",
        response=Run,
        status=202,
        errors=(404, 409),
    ),
    Route(
        method="GET",
        path="/v1/schedules/{schedule_id}/slots",
        handler=list_slots,
        summary="What became of its times, latest first.",
        response=SlotList,
        errors=(404,),
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "Only slots before, ms since the epoch.", "integer"),
        ),
    ),
    Route(
        method="GET",
        path="/v1/schedules/{schedule_id}/preview",
        handler=show_coming,
        summary="The next times at which it fires.",
        response=Coming,
        errors=(404,),
        query=(Query("count", "How many, 100 or fewer.", "integer"),),
    ),
)
