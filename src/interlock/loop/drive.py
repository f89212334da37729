"""The loop: fold, decide, perform, append, until the run ends. It fits on a page."""

import logging
from collections.abc import Callable
from typing import Literal, assert_never

from interlock import failpoints, marks
from interlock.domain.decide import (
    Ask,
    CallModel,
    Finish,
    Judge,
    Record,
    RunCalls,
    Settle,
    Step,
    Stop,
    decide,
    fail,
)
from interlock.domain.events import InterruptOpened, RunEnded
from interlock.errors import LeaseLost, StoreFailed
from interlock.loop.calls import Calls, Scene
from interlock.loop.load import load
from interlock.loop.stop import StopSign
from interlock.loop.turn import ModelTurn
from interlock.ports import Agents, Bus, Clock, Lease, Leases, Store

_log = logging.getLogger(__name__)

Drove = Literal[
    "ended",  # the run is over
    "parked",  # it stopped between two steps, and anybody may go on with it
    "poisoned",  # it ended its workers again and again, and was itself ended
    "not_ours",  # it was over already, or somebody else drives it
]
"""How driving a run went."""


def never() -> bool:
    """The answer of a worker that has no reason to park."""
    return False


class Driver:
    """Drives runs, each from where its log ends to its own end.

    Args:
        store: The log.
        bus: Brings word of a stop.
        agents: The program's agents.
        turn: Performs model turns.
        calls: Performs tool calls, through the gate.
    """

    def __init__(
        self, store: Store, bus: Bus, agents: Agents, turn: ModelTurn, calls: Calls
    ) -> None:
        self._store = store
        self._bus = bus
        self._agents = agents
        self._turn = turn
        self._calls = calls

    async def drive(
        self, run_id: str, clock: Clock, leases: Leases, parked: Callable[[], bool] = never
    ) -> Drove:
        """Drive one run. Returns when it ended, or between two steps once ``parked`` says so.

        Whatever has not ended is let go of, so that another worker may have it at once.

        Raises:
            LeaseLost: Another worker drives it now; nothing was written since.
            StoreFailed: The database can't be written; the run can be driven again later.
        """
        stop = StopSign()
        forget = self._bus.on_cancel(run_id, stop.notice)
        try:
            lease = await leases.claim(run_id)
            if lease is None:
                return "not_ours"
            failpoints.hit("loop.claimed")
            lease.on_lost(stop.lose)
            stop.read(lease.run)
            ended = False
            try:
                with marks.within(tenant=lease.run.tenant, run=run_id):
                    ended = await self._finish(lease, clock, stop, parked)
            finally:
                if not ended:
                    await leases.release(lease)
                leases.forget(lease)
            failpoints.hit("loop.ended")
            if lease.worn_out:
                return "poisoned"
            return "ended" if ended else "parked"
        finally:
            forget()

    async def _finish(
        self, lease: Lease, clock: Clock, stop: StopSign, parked: Callable[[], bool]
    ) -> bool:
        """Drive a claimed run. True when it ended."""
        run = lease.run
        journal = await load(self._store, clock, lease, self._turn.till.clerk)
        agent = self._agents.get(run.agent)
        if lease.worn_out:
            text = f"This run ended its worker {run.attempts - 1} times, so it is not tried again."
            finish = fail(journal.state, "poisoned", f"{text} Start anew with another message.")
            journal.add(*finish.facts, finish.end)
        elif agent is None:
            text = f"This server has no agent {run.agent} any more. Put it back, or start anew."
            journal.add(RunEnded(status="failed", code="no_agent", text=text))
        else:
            await self._steps(Scene(run, agent, journal), stop, parked)
        await journal.sync()
        return journal.state.ended is not None

    async def _steps(self, scene: Scene, stop: StopSign, parked: Callable[[], bool]) -> None:
        run_id = scene.run.id
        try:
            while scene.journal.state.ended is None and not parked():
                if stop.noticed:
                    stop.read(await self._store.read(lambda reader: reader.run(run_id)))
                await stop.guard(self._step(scene, stop.order))
        except (LeaseLost, StoreFailed):
            raise
        except Exception:  # noqa: BLE001 - whatever broke, the run ends and says so
            _log.exception("run %s failed inside the server", run_id)
            text = "The server failed while it worked on this run. Its log has the details."
            finish = fail(scene.journal.state, "internal", text)
            scene.journal.add(*finish.facts, finish.end)

    async def _step(self, scene: Scene, stop: Stop | None) -> None:
        journal, agent = scene.journal, scene.agent
        step: Step = decide(journal.state, agent.limits, agent.on_brake, journal.now(), stop)
        match step:
            case CallModel():
                await self._turn.take(agent, journal)
            case Judge(calls=calls):
                await self._calls.judge(calls, scene)
            case RunCalls(calls=calls):
                await self._calls.run(calls, scene)
            case Settle(calls=calls):
                await self._calls.settle(calls, scene)
            case Ask():
                _ask(step, scene)
            case Record(facts=facts):
                journal.add(*facts)
            case Finish(end=end, facts=facts):
                failpoints.hit("loop.ending")
                journal.add(*facts, end)
            case _:
                assert_never(step)


def _ask(step: Ask, scene: Scene) -> None:
    """Hold the questions until the run's end is written with them: both are there, or neither."""
    asking = scene.asking()
    questions = [asking.about_call(scene.call(call_id)) for call_id in step.calls]
    if step.brake is not None:
        questions.append(asking.about_brake(step.brake))
    scene.journal.hold(*(InterruptOpened(interrupt=question) for question in questions))
    failpoints.hit("loop.asking")
