"""A turn played without I/O: ``decide`` says what comes next, a dice says how it goes.

Crashes happen between any two appends; what was held back with them is lost, as in a real crash.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec.structs import replace

from interlock.domain.agents import Limits, OnBrake
from interlock.domain.canonical import digest
from interlock.domain.decide import (
    Ask,
    CallModel,
    Finish,
    Judge,
    Record,
    RunCalls,
    Settle,
    Stop,
    decide,
)
from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelStarted,
    RunStarted,
    ToolEnded,
    ToolJudged,
    ToolStarted,
    Verdict,
)
from interlock.domain.fold import fold
from interlock.domain.interrupts import Decision, Interrupt, InterruptKind, InterruptStatus
from interlock.domain.messages import AssistantMessage, CallPart, Json, TextPart, UserMessage
from interlock.domain.state import CallState, TurnState
from interlock.domain.tools import OutcomeKind, ToolResult
from interlock.domain.usage import Usage

T = TypeVar("T")

LIMITS = Limits(calls=12, tokens=200, seconds=60, asks=6)


BEGUN = RunStarted(thread_id="t", turn_id="t1", agent="a", tenant="x", user="u")
ENDS: list[InterruptStatus] = ["answered", "answered", "answered", "expired", "cancelled"]


class Dice(Protocol):
    """Where chance comes from."""

    def pick(self, options: list[T]) -> T:
        """One of the options."""
        ...


class Crash(Exception):
    """The process died."""


class Simulator:
    """Plays runs of one turn into a log.

    Args:
        dice: Decides everything that a model, a tool, a person or a power cut decides.
        on_brake: The agent's setting.
    """

    def __init__(self, dice: Dice, on_brake: OnBrake) -> None:
        self.log: list[Event] = []
        self.checks: list[Callable[[TurnState, list[Event]], None]] = []
        self._dice = dice
        self._on_brake: OnBrake = on_brake
        self._now = 0
        self._made = 0
        self._seq = 0
        self._run_id = ""
        self._held: list[Event] = []

    def play(self, most: int = 400) -> None:
        """Play until the turn is over or nothing is answered any more."""
        self._start(replace(BEGUN, message=UserMessage("u1", (TextPart("go"),))))
        for _ in range(most):
            state = fold(self.log)
            if state.ended == "interrupted":
                if not self._answer(state):
                    return
            elif state.ended is not None:
                return
            else:
                self._crashing(state)
        raise AssertionError("the turn never ends")

    def _start(self, *facts: Fact) -> None:
        """A command: one transaction of its own, which a crash can't tear."""
        self._run_id, self._seq = self._id("run"), 0
        self._hold(*facts)
        self._commit()

    def _commit(self) -> None:
        self.log += self._held
        self._held = []

    def _id(self, prefix: str) -> str:
        self._made += 1
        return f"{prefix}_{self._made}"

    def _add(self, *facts: Fact) -> None:
        self._hold(*facts)
        self._commit()
        if self._dice.pick([False] * 12 + [True]):
            raise Crash

    def _hold(self, *facts: Fact) -> None:
        for fact in facts:
            self._seq += 1
            self._now += self._dice.pick([0, 1, 1000])
            self._held.append(Event(self._run_id, self._seq, self._now, fact))

    def _crashing(self, state: TurnState) -> None:
        try:
            while state.ended is None:
                self._step(state)
                state = fold([*self.log, *self._held])
        except Crash:
            self._held = []
            self._seq = sum(event.run_id == self._run_id for event in self.log)

    def _step(self, state: TurnState) -> None:  # noqa: C901 - one match, one line a step
        stop = self._dice.pick([None] * 30 + [Stop("u", "enough")])
        step = decide(state, LIMITS, self._on_brake, self._now, stop)
        match step:
            case CallModel():
                for check in self.checks:
                    check(state, self.log)
                self._model(state)
            case Judge(calls=calls):
                self._add(*(fact for one in calls for fact in self._judge(state.calls[one])))
            case RunCalls(calls=calls):
                self._run([state.calls[one] for one in calls])
            case Settle(calls=calls):
                self._settle([state.calls[one] for one in calls])
            case Ask():
                self._ask(step, state)
            case Record(facts=facts):
                self._add(*facts)
            case Finish(end=end, facts=facts):
                self._add(*facts, end)

    def _ask(self, step: Ask, state: TurnState) -> None:
        asked = [self._interrupt("approval", state.calls[one]) for one in step.calls]
        if step.brake is not None:
            asked.append(self._interrupt("brake", None))
        self._hold(*asked)

    def _model(self, state: TurnState) -> None:
        message_id = self._id("msg")
        index = state.model_calls + 1
        attempt = len(state.faults) + 1
        self._add(
            ModelStarted(
                message_id=message_id, call_index=index, attempt=attempt, provider="p", model="m"
            )
        )
        self._add(ModelDelta(message_id=message_id, kind="text", text="so"))
        action = self._dice.pick(["say", "call", "call", "call", "retry", "give_up"])
        if action in {"retry", "give_up"}:
            cure = "retry" if action == "retry" else "give_up"
            self._add(ModelFailed(message_id=message_id, kind="server", text="down", action=cure))
            return
        parts = [self._call() for _ in range(self._dice.pick([1, 1, 2, 3]))]
        message = AssistantMessage(
            id=message_id, parts=tuple(parts) if action == "call" else (TextPart("so it is"),)
        )
        self._add(ModelEnded(message=message, stop="stop", usage=Usage(5, 5)))

    def _call(self) -> CallPart:
        name = self._dice.pick(["read", "pay", "post"])
        return CallPart(
            id=self._id("call"), name=name, arguments=self._dice.pick(["{}", '{"a":1}'])
        )

    def _judge(self, call: CallState) -> list[Fact]:
        options: list[Verdict] = ["allow", "allow", "ask", "refuse"]
        verdict = self._dice.pick(options)
        verdict = "ask" if call.name == "pay" and verdict == "allow" else verdict
        result = ToolResult(model="no") if verdict == "refuse" else None
        judged = ToolJudged(
            call_id=call.id,
            name=call.name,
            verdict=verdict,
            code="dice",
            arguments={"raw": call.raw},
            digest=digest({"raw": call.raw}),
            result=result,
        )
        return [judged, *([self._end(call, "refused")] if verdict == "refuse" else [])]

    def _end(self, call: CallState, kind: OutcomeKind) -> ToolEnded:
        return ToolEnded(
            call_id=call.id, name=call.name, kind=kind, result=ToolResult(model="result")
        )

    def _run(self, calls: list[CallState]) -> None:
        self._add(
            *(
                ToolStarted(
                    call_id=call.id,
                    name=call.name,
                    attempt=call.attempts + 1,
                    repeatable=call.name == "read",
                    digest=call.digest,
                    arguments=call.arguments,
                )
                for call in calls
            )
        )
        for call in calls:
            self._add(self._end(call, self._dice.pick(["done", "done", "failed", "timed_out"])))

    def _settle(self, calls: list[CallState]) -> None:
        known: list[Fact] = []
        for call in calls:
            match self._dice.pick(["unknown", "unknown", "happened", "did not"]):
                case "happened":
                    known.append(self._end(call, "done"))
                case "did not":
                    known.append(
                        ToolJudged(
                            call_id=call.id,
                            name=call.name,
                            verdict="allow",
                            code="verified_not_happened",
                            arguments=call.arguments,
                            digest=call.digest,
                        )
                    )
                case _:
                    pass
        if known:
            self._add(*known)
        else:
            self._hold(*(self._interrupt("indeterminate", call) for call in calls))

    def _interrupt(self, kind: InterruptKind, call: CallState | None) -> InterruptOpened:
        return InterruptOpened(
            interrupt=Interrupt(
                id=self._id("int"),
                kind=kind,
                tenant="x",
                user="u",
                thread_id="t",
                run_id=self._run_id,
                turn_id="t1",
                agent="a",
                question="?",
                schema={},
                opened_at=self._now,
                expires_at=self._now + 1,
                call_id="" if call is None else call.id,
                digest="" if call is None else call.digest,
                code="calls" if call is None else "",
            )
        )

    def _answer(self, state: TurnState) -> bool:
        """Decide every open question. False: nobody ever answers."""
        if self._dice.pick([False] * 8 + [True]):
            return False
        closed = [
            InterruptClosed(
                interrupt_id=question.id,
                decision=self._decision(question),
                call_id=question.call_id,
            )
            for question in state.questions.values()
        ]
        self._start(replace(BEGUN, resumes=self._run_id), *closed)
        return True

    def _decision(self, question: Interrupt) -> Decision:
        status = self._dice.pick(ENDS)
        answer: Json = {"approved": self._dice.pick([True, False])}
        if question.kind == "indeterminate":
            answer = {"outcome": self._dice.pick(["happened", "run", "skip"])}
        elif question.kind == "approval" and self._dice.pick([False, False, True]):
            answer = {"approved": True, "editedArgs": {"raw": "edited"}}
        return Decision(
            status=status,
            by="u",
            at=self._now,
            channel="test",
            answer=answer if status == "answered" else None,
        )  # pyright: ignore[reportArgumentType]
