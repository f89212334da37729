"""Performs tool calls through the gate, and records each verdict before and each end after."""

import asyncio
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from interlock import failpoints
from interlock.domain.agents import Agent
from interlock.domain.events import (
    Fact,
    InterruptOpened,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.fingerprint import fingerprint
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.state import CallState
from interlock.domain.tools import OutcomeKind, ToolResult
from interlock.errors import LeaseLost
from interlock.gate.checks import Place
from interlock.gate.door import Door
from interlock.loop.asking import Asking
from interlock.loop.journal import Journal
from interlock.ports import Roles
from interlock.traces.ids import trace_id_of

_ENDS: dict[str, OutcomeKind] = {
    "refuse": "refused",
    "invalid": "invalid",
    "unknown_tool": "unknown_tool",
}


class Scene(Struct, frozen=True):
    """The run at hand: its row, its agent and its journal."""

    run: Run
    agent: Agent
    journal: Journal

    def call(self, call_id: str) -> CallState:
        """A call as it stands now."""
        return self.journal.state.calls[call_id]

    def asking(self) -> Asking:
        """What the questions of this run share."""
        journal = self.journal
        return Asking(
            run=self.run, agent=self.agent, untrusted=journal.untrusted, now=journal.now()
        )


class Calls:
    """Judges, runs and settles the calls of runs.

    Args:
        door: The gate.
        roles: Looks up what the run's user may do, at the time of each call.
    """

    def __init__(self, door: Door, roles: Roles) -> None:
        self._door = door
        self._roles = roles

    async def judge(self, calls: Iterable[str], scene: Scene) -> None:
        """Record the gate's verdict on proposed calls."""
        place = await self._place(scene)
        facts: list[Fact] = []
        for call_id in calls:
            judged = await self._door.judge(scene.call(call_id), place)
            facts += [judged, *_end_of(judged)]
            scene.journal.fresh.add(call_id)
        failpoints.hit("loop.judged")
        scene.journal.add(*facts)

    async def run(self, calls: Iterable[str], scene: Scene) -> None:
        """Run calls at the same time. Each start is durable before anything is invoked."""
        place = await self._place(scene)
        ready = [call for call_id in calls if (call := await self._ready(call_id, scene, place))]
        if not ready:
            return
        failpoints.hit("loop.call_starting")
        scene.journal.add(*(_started(call, scene.agent) for call in ready))
        await scene.journal.sync()
        failpoints.hit("loop.call_started")
        gone: BaseExceptionGroup[LeaseLost] | None = None
        try:
            async with asyncio.TaskGroup() as group:
                for call in ready:
                    group.create_task(self._run(scene.call(call.id), place, scene.journal))
        except* LeaseLost as lost:
            gone = lost
        if gone is not None:
            raise LeaseLost("the lease is over") from gone

    async def settle(self, calls: Iterable[str], scene: Scene) -> None:
        """Find out what became of calls that a crash cut off: ask the tool, or else a person."""
        place = await self._place(scene)
        facts: list[Fact] = []
        unknown: list[CallState] = []
        for call_id in calls:
            call = scene.call(call_id)
            found = await self._door.verify(call, place)
            if found.happened is None:
                unknown.append(call)
            elif found.happened:
                facts.append(await self._door.happened(call, place, found))
            else:
                facts.append(_did_not_happen(call))
        failpoints.hit("loop.settling")
        if facts:
            scene.journal.add(*facts)
        else:
            asking = scene.asking()
            opened = (InterruptOpened(interrupt=asking.about_lost_call(call)) for call in unknown)
            scene.journal.hold(*opened)

    async def _ready(self, call_id: str, scene: Scene, place: Place) -> CallState | None:
        """The call if it may run at this moment, with its execution booked."""
        call = scene.call(call_id)
        if call.attempts and scene.agent.tool(call.name) is None:
            return self._gone(call, scene)
        objection = await self._objection(call, scene, place)
        if objection is None:
            return call
        lost = call.status == "running"
        scene.journal.add(
            objection, *([_unsettled(call, objection)] if lost else _end_of(objection))
        )
        return None

    async def _objection(self, call: CallState, scene: Scene, place: Place) -> ToolJudged | None:
        """A verdict of an earlier day is not believed; one of this moment lacks only its place."""
        if call.status != "allowed" or call.id not in scene.journal.fresh:
            judged = await self._door.judge(call, place)
            if not _permits(judged, call):
                return judged
            if _is_another_tool(call, scene.agent):
                return _changed(judged)
        return self._door.admit(call, place)

    def _gone(self, call: CallState, scene: Scene) -> None:
        text = f"The tool {call.name} was removed. It is not known whether the call took effect."
        result = ToolResult(model=text, person=text)
        scene.journal.add(
            ToolEnded(call_id=call.id, name=call.name, kind="unknown_tool", result=result)
        )

    async def _run(self, call: CallState, place: Place, journal: Journal) -> None:
        ended = await self._door.run(call, place, call.attempts, journal.add)
        failpoints.hit("loop.call_ended")
        journal.add(ended)

    async def _place(self, scene: Scene) -> Place:
        run = scene.run
        roles = await self._roles(run.tenant, run.user)
        return Place(
            agent=scene.agent,
            principal=Principal(run.tenant, run.user, roles, run.channel),
            thread_id=run.thread_id,
            run_id=run.id,
            untrusted=scene.journal.untrusted,
            lease=scene.journal.lease,
            trace_id=trace_id_of(run.turn_id, scene.journal.state.traceparent),
            tracestate=scene.journal.state.tracestate,
        )


def _permits(judged: ToolJudged, call: CallState) -> bool:
    """A yes counts for exactly the arguments that were shown. A call that began needs no new one.

    Nor does the rate hold it back: it was booked. But a no of today is a no.
    """
    if judged.verdict == "allow":
        return True
    if call.attempts:
        return judged.verdict == "ask" or judged.code == "rate_limited"
    approved = bool(call.approved_by) and call.digest == judged.digest
    return judged.verdict == "ask" and approved


def _is_another_tool(call: CallState, agent: Agent) -> bool:
    """Whether the tool is not the one that was shown when somebody said yes."""
    tool = agent.tool(call.name)
    shown = call.approved_tool
    return bool(shown) and tool is not None and fingerprint(tool.spec) != shown


def _changed(judged: ToolJudged) -> ToolJudged:
    text = f"The tool {judged.name} changed after a person approved this call, so it did not run."
    result = ToolResult(model=f"{text} Make the call again to have it asked anew.", person=text)
    return replace(
        judged, verdict="refuse", code="tool_changed", reason="the tool changed", result=result
    )


def _unsettled(call: CallState, judged: ToolJudged) -> ToolEnded:
    """The result of a call that a crash cut off and that may not run again."""
    why = f" ({judged.reason})" if judged.reason else ""
    text = f"The server stopped while this call ran, and it may not run again now{why}. "
    unknown = "It is not known whether it took effect."
    result = ToolResult(model=f"{text}{unknown} Do not repeat it.", person=f"{text}{unknown}")
    return ToolEnded(
        call_id=call.id, name=call.name, kind="cancelled", code=judged.code, result=result
    )


def _end_of(judged: ToolJudged) -> list[Fact]:
    """The result of a call that its verdict already ends."""
    kind = _ENDS.get(judged.verdict)
    if kind is None or judged.result is None:
        return []
    return [
        ToolEnded(
            call_id=judged.call_id,
            name=judged.name,
            kind=kind,
            code=judged.code,
            result=judged.result,
        )
    ]


def _started(call: CallState, agent: Agent) -> ToolStarted:
    tool = agent.tool(call.name)
    return ToolStarted(
        call_id=call.id,
        name=call.name,
        attempt=call.attempts + 1,
        repeatable=tool is not None and tool.spec.repeatable,
        digest=call.digest,
        arguments=call.arguments,
    )


def _did_not_happen(call: CallState) -> ToolJudged:
    """The tool says that the lost call had no effect: it may run."""
    return ToolJudged(
        call_id=call.id,
        name=call.name,
        verdict="allow",
        code="verified_not_happened",
        arguments=call.arguments,
        digest=call.digest,
    )
