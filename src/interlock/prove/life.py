"""One life of a process of the matrix: it does what a person wants, works until all is at rest,
audits what is kept, and goes. Or it dies on the way."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, assert_never

import uvloop
from msgspec import Struct

from interlock import failpoints
from interlock.commands.answer import Answer, Answers
from interlock.commands.begin import Begin
from interlock.commands.hook import HookForm
from interlock.commands.schedule_form import ScheduleForm
from interlock.domain.hooks import EVENTS
from interlock.domain.messages import TextPart, UserMessage
from interlock.errors import Conflict, Invalid
from interlock.ports import Reader
from interlock.prove.scene import WORK, World
from interlock.settings import Settings
from interlock.sight.audit import Difference, audit
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime
from interlock.wiring.skewed import skewed_clock
from interlock.wiring.web import LOCAL

RUN = "run_of_the_case"
THREAD = "thread_of_the_case"

FOREVER_MS = 2**50
SOON_MS = (60, 600, 6_000)
"""Until the schedule fires: a time that is still to come when the command is read."""

LOOK_SECONDS = 0.002
LOOK_SHARE = 0.02
"""Of its age, as time between two looks: a life that has to wait takes nobody's processor."""

SHORT_SECONDS = 2.0
"""Shorter sleeps are the rhythm of those who look for work; nobody here has the time for them."""


class Act(Struct, frozen=True, kw_only=True):
    """Something that a person does.

    Args:
        kind: What.
        subject: The address of a webhook, or the id of a question.
        value: The answer.
    """

    kind: Literal["hook", "schedule", "begin", "answer"]
    subject: str = ""
    value: dict[str, str | bool] | None = None


class HastyClock:
    """The right time, for whom short waits are none."""

    def __init__(self) -> None:
        self._clock = skewed_clock(lambda: 0)
        self._born = self._clock.now()

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return self._clock.now()

    async def sleep(self, seconds: float) -> None:
        """Wait, but not for long when it was not for long."""
        age = (self._clock.now() - self._born) / 1000
        short = max(LOOK_SECONDS, age * LOOK_SHARE)
        await self._clock.sleep(short if seconds < SHORT_SECONDS else seconds)


class Life(Struct, frozen=True, kw_only=True):
    """What a process needs for its life.

    Args:
        settings: Over which database.
        program: What is served.
        world: Where it acts.
        acts: What is done first, in this order.
        ready: Called once they are done.
    """

    settings: Settings
    program: Interlock
    world: World
    acts: tuple[Act, ...]
    ready: Callable[[], None]


def live(life: Life) -> None:
    """Live."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_live(life))


async def _live(life: Life) -> None:
    clock = HastyClock()
    async with runtime(life.program, life.settings, clock, environment={}) as parts:
        for act in life.acts:
            await _do(act, parts, life.world)
        life.ready()
        found: list[Difference] | None = None
        while found is None:
            await clock.sleep(LOOK_SECONDS)
            found = await parts.store.read(lambda reader: _audited(reader, clock.now()))
        for one in found:
            kept, right = one.kept or "nothing", one.right or "nothing"
            told = f"{one.what} {one.where}: {kept} is kept, {right} follows"
            life.world.write("differences", told.replace("\n", " "))
        life.world.write("audits", "done")


async def _do(act: Act, parts: Runtime, world: World) -> None:
    match act.kind:
        case "hook":
            form = HookForm(name="all", url=act.subject, events=EVENTS)
            await parts.hooks.create(LOCAL, form)
        case "schedule":
            await _schedule(parts)
        case "begin":
            message = UserMessage("msg_of_the_case", (TextPart(WORK),))
            order = Begin(
                principal=LOCAL, agent="actor", message=message, thread_id=THREAD, run_id=RUN
            )
            await _taken(parts.desk.begin(order))
        case "answer":
            await _answer(act, parts, world)
        case _:
            assert_never(act.kind)


async def _schedule(parts: Runtime) -> None:
    """Soon, or a little later: a busy machine is late for a time that is very near."""
    for soon in SOON_MS:
        at = parts.clock.now() + soon
        form = ScheduleForm(name="once", agent="actor", message="Say something.", at=at)
        with suppress(Invalid):
            await parts.planner.create(LOCAL, form)
            return


async def _answer(act: Act, parts: Runtime, world: World) -> None:
    """Two people answer, one after the other, and not the same."""
    await _taken(parts.desk.answer(_order(act.subject, act.value)))
    other = {"approved": False} if act.value == {"approved": True} else {"outcome": "skip"}
    if await _taken(parts.desk.answer(_order(act.subject, other))):
        world.write("wrong", f"a second answer to {act.subject} was taken")


def _order(interrupt_id: str, value: object) -> Answers:
    return Answers(principal=LOCAL, answers=[Answer(interrupt_id=interrupt_id, value=value)])


async def _taken(command: object) -> bool:
    """Whether a command was taken; a conflict says that it, or another one, was before."""
    try:
        await command  # pyright: ignore[reportGeneralTypeIssues]
    except Conflict:
        return False
    return True


def _audited(reader: Reader, now: int) -> list[Difference] | None:
    """What differs from the log at rest, and None where something still goes on."""
    if not _at_rest(reader):
        return None
    return [one for tenant in reader.figures.tenants() for one in audit(reader, tenant, now)]


def _at_rest(reader: Reader) -> bool:
    """Nothing is going on, and nothing will by itself. The dashboard has counted all runs."""
    busy = reader.unfinished_runs() or reader.schedules.anything_due(FOREVER_MS, FOREVER_MS)
    return not busy and not reader.hooks.anything_due(FOREVER_MS) and not reader.figures.due(1)


def count_visits(world: World) -> None:
    """Write each named point down instead of dying there. Never undone: the process is ours."""

    def note(name: str) -> None:
        world.write("visits", name)

    failpoints.hit = note
