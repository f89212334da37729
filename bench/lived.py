"""A month of work that never happened: events of runs by chance, for the dashboard to count."""

from collections.abc import Iterator
from decimal import Decimal
from random import Random

from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolJudged,
)
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import AssistantMessage, CallPart, TextPart
from interlock.domain.money import Bill, Line
from interlock.domain.records import Run
from interlock.domain.tools import OutcomeKind, ToolResult
from interlock.domain.usage import BillingClass, Usage

TENANT = "local"
AGENTS = {
    "clerk": ("7c1e09aa", "91b4d2f0"),
    "analyst": ("2af80c31",),
    "support": ("c09d77e1", "d4410b92", "e8a3f6c5"),
}
USERS = ("ann", "bea", "carl", "dana", "emil", "fay")
MODELS = {
    ("openai", "gpt-5"): (Decimal("1.25"), Decimal(10)),
    ("anthropic", "claude-sonnet-4-5"): (Decimal(3), Decimal(15)),
    ("openai", "gpt-5-mini"): (Decimal("0.25"), Decimal(2)),
    ("custom", "our-llama"): (None, None),
}
TOOLS = (
    "look_up_order",
    "search_articles",
    "send_email",
    "refund_order",
    "create_ticket",
    "delete_reports",
    "exchange_rate",
    "close_account",
)
NEVER = {"invalid", "refused", "rejected", "expired"}


class Life:
    """One run in the making."""

    def __init__(self, chance: Random, number: int, at: int) -> None:
        self.chance = chance
        self.id = f"run_{number:08d}"
        self.number = number
        self.at = at
        self.began = at
        self.agent = chance.choices([*AGENTS], (5, 2, 3))[0]
        self.user = chance.choices(USERS, (8, 5, 3, 2, 1, 1))[0]
        self.version = chance.choice(AGENTS[self.agent])
        self.events: list[Event] = []
        self.questions: dict[str, Interrupt] = {}
        self.calls = 0
        self.spans = 1

    def add(self, fact: Fact, ms: float = 0) -> None:
        """Something happens after a while."""
        self.at += int(ms)
        self.events.append(Event(self.id, len(self.events) + 1, self.at, fact))

    def slow(self, median: float) -> float:
        """A duration with a long tail, ms."""
        return median * self.chance.lognormvariate(0, 0.7)

    def live(self) -> "Life":
        """From its begin to its end."""
        started = RunStarted(
            thread_id=f"thread_{self.number:08d}",
            turn_id=f"turn_{self.number:08d}",
            agent=self.agent,
            tenant=TENANT,
            user=self.user,
        )
        self.add(started)
        for turn in range(self.chance.choice((1, 2, 2, 3, 4, 6))):
            if turn:
                self._call()
            if not self._model(last=turn == 0):
                self._end("failed", "model_failed")
                return self
        draw = self.chance.random()
        if draw < 0.03:
            self._end("cancelled")
        elif draw < 0.05:
            self._end(
                "interrupted", brake=self.chance.choice(("calls", "tokens", "identical_calls"))
            )
        else:
            self._end("success")
        return self

    def _end(self, status: str, code: str = "", brake: str = "") -> None:
        self.add(RunEnded(status=status, code=code, brake=brake), 2)  # pyright: ignore[reportArgumentType] - one of its words

    def _model(self, *, last: bool) -> bool:
        self.calls += 1
        attempt, fallback = 1, False
        while True:
            provider, model = self.chance.choices([*MODELS], (6, 4, 2, 0.05))[0]
            message = f"msg_{self.number}_{self.calls}_{attempt}"
            began = self.at
            offered = TOOLS if self.calls == 1 else ()
            started = ModelStarted(
                message_id=message,
                call_index=self.calls,
                attempt=attempt,
                provider=provider,
                model=model,
                version=self.version,
                offered=offered,
            )
            self.add(started, 3)
            self.spans += 1
            failed = self.chance.random() < 0.03
            bill = self._bill((provider, model), (attempt, began), failed=failed, fallback=fallback)
            if not failed:
                first = ModelDelta(message_id=message, kind="text", text="…")
                self.add(first, self.slow(450))
                parts = (
                    (TextPart("…"),)
                    if last
                    else (TextPart("…"), CallPart("c", "look_up_order", "{}"))
                )
                ended = AssistantMessage(message, parts[:1])
                self.add(
                    ModelEnded(message=ended, stop="stop", bill=bill, usage=Usage()),
                    self.slow(2_400),
                )
                return True
            give_up = attempt == 3 or self.chance.random() < 0.4
            action = "give_up" if give_up else "fallback"
            self.add(
                ModelFailed(
                    message_id=message, kind="overloaded", text="…", action=action, bill=bill
                ),
                self.slow(900),
            )
            if give_up:
                return False
            attempt, fallback = attempt + 1, True

    def _bill(
        self, of: tuple[str, str], when: tuple[int, int], *, failed: bool, fallback: bool
    ) -> Bill:
        (provider, model), (attempt, began) = of, when
        read, write = MODELS[of]
        tokens = 0 if failed else int(self.slow(3_000)), 0 if failed else int(self.slow(280))
        cost = None
        lines: tuple[Line, ...] = ()
        if read is not None and write is not None:
            prices: tuple[tuple[BillingClass, Decimal], ...] = (("input", read), ("output", write))
            lines = tuple(
                Line(kind, count, price, 1_000_000, count * price / 1_000_000)
                for (kind, price), count in zip(prices, tokens, strict=True)
            )
            cost = sum((line.usd for line in lines), Decimal(0))
        elif failed:
            cost = Decimal(0)
        return Bill(
            call_index=self.calls,
            attempt=attempt,
            provider=provider,
            model=model,
            requested=model,
            role=self.chance.choice(("", "", "planner", "writer")),
            outcome="failed" if failed else "ok",
            fallback=fallback,
            cost=cost,
            lines=lines,
            at=began,
        )

    def _call(self) -> None:
        name = self.chance.choices(TOOLS, (9, 7, 3, 2, 2, 1, 4, 0))[0]
        call = f"call_{self.number}_{self.calls}"
        message = AssistantMessage(f"msg_{call}", (CallPart(call, name, "{}"),))
        last = self.events[-1]
        if isinstance(last.data, ModelEnded):
            bill, usage = last.data.bill, last.data.usage
            told = ModelEnded(message=message, stop="tool_use", bill=bill, usage=usage)
            self.events[-1] = Event(self.id, last.seq, last.time, told)
        kind: OutcomeKind = self.chance.choices(
            ("done", "failed", "timed_out", "invalid", "refused", "unavailable"),
            (88, 4, 1, 4, 2, 1),
        )[0]
        risky = name in {"send_email", "refund_order", "delete_reports"}
        if risky and kind not in NEVER:
            kind = self._asked(call, name, kind)
        else:
            verdict = {"invalid": "invalid", "refused": "refuse"}.get(kind, "allow")
            self.add(ToolJudged(call_id=call, name=name, verdict=verdict, code=verdict), 1)  # pyright: ignore[reportArgumentType] - one of its words
        self.spans += 2
        ms = 0 if kind in NEVER else int(self.slow(180))
        self.add(ToolEnded(call_id=call, name=name, kind=kind, result=ToolResult("…"), ms=ms), ms)

    def _asked(self, call: str, name: str, kind: OutcomeKind) -> OutcomeKind:
        asked = Interrupt(
            id=f"int_{call}",
            kind="approval",
            tenant=TENANT,
            user=self.user,
            thread_id="thread",
            run_id=self.id,
            turn_id="turn",
            agent=self.agent,
            question="…",
            schema={},
            opened_at=self.at,
            expires_at=self.at + 10**9,
            call_id=call,
            tool=name,
            arguments={"to": "a"},
        )
        self.questions[asked.id] = asked
        self.add(ToolJudged(call_id=call, name=name, verdict="ask", code="tool_asks"), 1)
        self.add(InterruptOpened(interrupt=asked), 1)
        draw = self.chance.random()
        yes = draw < 0.85
        changed = {"editedArgs": {"to": "b"}} if draw < 0.1 else {}
        decided = Decision(
            status="answered",
            by="boss",
            at=self.at + int(self.slow(95_000)),
            channel="web",
            answer={"approved": yes, **changed},
        )
        self.at = decided.at
        self.add(InterruptClosed(interrupt_id=asked.id, decision=decided, call_id=call), 1)
        self.spans += 1
        return kind if yes else "rejected"

    @property
    def run(self) -> Run:
        """Its row."""
        end = self.events[-1].data
        if not isinstance(end, RunEnded):
            raise TypeError(end)
        return Run(
            id=self.id,
            tenant=TENANT,
            user=self.user,
            thread_id=f"thread_{self.number % 1000:08d}",
            turn_id=f"turn_{self.number:08d}",
            agent=self.agent,
            status=end.status,
            created_at=self.began,
            ended_at=self.at,
            last_seq=len(self.events),
            brake=end.brake,
            code=end.code,
        )


def lives(spans: int, now: int, days: int, seed: int) -> Iterator[Life]:
    """Runs with so many spans together, over so many days, most of them by day."""
    chance = Random(seed)
    made = number = 0
    while made < spans:
        day = chance.randrange(days)
        hour = chance.triangular(6, 22, 14)
        at = now - day * 86_400_000 - 86_400_000 + int(hour * 3_600_000)
        life = Life(chance, number, at).live()
        made += life.spans
        number += 1
        yield life
