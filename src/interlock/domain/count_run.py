"""What the events of a run that is over add to the figures of the dashboard. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interlock.domain.count_route import Routing
from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolJudged,
)
from interlock.domain.figures import TIMES, Count, Kind, Mark, Place, minute_of, money_at
from interlock.domain.histogram import bucket_of
from interlock.domain.interrupts import Interrupt
from interlock.domain.ledger import tokens_of
from interlock.domain.messages import calls_of
from interlock.domain.money import Bill, to_pico
from interlock.domain.tools import NEVER_RAN


class Tally:
    """The figures of one run in the making.

    Args:
        questions: Finds the questions of its turn by id; asked when one of them was answered.
    """

    def __init__(self, questions: Callable[[], Mapping[str, Interrupt]]) -> None:
        self.counted: dict[Place, int] = {}
        self.summed: dict[Place, int] = {}
        self.longest: dict[Mark, int] = {}
        self.questions = questions
        self.run_id = ""
        self.seq = 0
        self.at = 0
        self.offered: tuple[str, ...] = ()
        self.version = ""
        self.agent = ""
        self.began = 0
        self.calling: tuple[ModelStarted, int] | None = None
        self.first = -1
        self.routing = Routing()

    def take(self, event: Event) -> None:
        """Count the next event of its log."""
        self.run_id, self.seq, self.at = event.run_id, event.seq, event.time
        count = _COUNTS.get(type(event.data))
        if count is not None:
            count(self, event, event.data)

    def count(self) -> Count:
        """What the run adds, when there is no more to take."""
        return Count(
            run_id=self.run_id,
            agent=self.agent,
            version=self.version,
            ended_at=self.at,
            figures=self.counted | self.summed,
            marks=self._marks(),
        )

    def add(self, place: Place, count: int = 1) -> None:
        """Count something behind which the run can be found."""
        self.counted[place] = self.counted.get(place, 0) + count

    def sum(self, place: Place, count: int = 1) -> None:
        """Count something that leads to no runs."""
        self.summed[place] = self.summed.get(place, 0) + count

    def route(self, places: Iterable[Place]) -> None:
        """Count who answered a call."""
        for place in places:
            self.add(place)

    def time(self, kind: Kind, at: int, name: str, timed: tuple[str, int]) -> None:
        """Count a duration."""
        letter, ms = timed
        self.sum((kind, minute_of(at), name, f"{letter}:{bucket_of(ms)}"))
        mark = Mark(kind, name, TIMES[letter])
        self.longest[mark] = max(self.longest.get(mark, 0), ms)

    def _marks(self) -> dict[Mark, int]:
        marks = self.longest.copy()
        for (kind, _, name, what), count in self.counted.items():
            mark = Mark(kind, name, what)
            marks[mark] = marks.get(mark, 0) + count
        return marks


def count_run(events: Iterable[Event], questions: Callable[[], Mapping[str, Interrupt]]) -> Count:
    """What a run that is over adds to the figures.

    Args:
        events: All events of the run, fragments included.
        questions: As of a tally.
    """
    tally = Tally(questions)
    for event in events:
        tally.take(event)
    return tally.count()


def _start(tally: Tally, event: Event, fact: RunStarted) -> None:
    tally.agent, tally.began = fact.agent, event.time


def _call(tally: Tally, event: Event, fact: ModelStarted) -> None:
    tally.calling, tally.first = (fact, event.time), -1
    tally.offered = fact.offered or tally.offered
    tally.version = fact.version or tally.version
    tally.routing.begin(fact, event.time)


def _first(tally: Tally, event: Event, _fact: ModelDelta) -> None:
    if tally.first < 0:
        tally.first = event.time


def _judged(tally: Tally, event: Event, fact: ToolJudged) -> None:
    at = minute_of(event.time)
    tally.add(("tool", at, fact.name, f"verdict.{fact.verdict}"))
    if fact.rule:
        tally.add(("tool", at, fact.name, "by_rule"))


def _ran(tally: Tally, event: Event, fact: ToolEnded) -> None:
    tally.add(("tool", minute_of(event.time), fact.name, fact.kind))
    if fact.kind not in NEVER_RAN and (fact.ms or fact.kind in {"done", "failed"}):
        tally.time("tool", event.time, fact.name, ("t", fact.ms))


def _held(tally: Tally, event: Event, _fact: ModelHeld) -> None:
    tally.add(("run", minute_of(event.time), "", "held"))


def _end(tally: Tally, event: Event, fact: RunEnded) -> None:
    at = minute_of(event.time)
    tally.route(tally.routing.over())
    tally.add(("run", at, "", "ended"))
    tally.add(("run", at, "", fact.status))
    if fact.brake:
        tally.add(("run", at, "", f"brake.{fact.brake}"))
    tally.time("run", event.time, "", ("t", event.time - tally.began))


def _model(tally: Tally, event: Event, fact: ModelEnded | ModelFailed) -> None:
    started, began = tally.calling or (None, event.time)
    bill = fact.bill
    name, outcome = _called(fact, started)
    at = minute_of(began)
    tally.add(("model", at, name, "calls"))
    tally.add(("model", at, name, outcome))
    if bill is not None and bill.fallback:
        tally.add(("model", at, name, "fallback"))
    if isinstance(fact, ModelFailed):
        tally.add(("model", at, name, f"fault.{fact.kind}"))
        tally.route(tally.routing.fail(fact))
    else:
        tally.route(tally.routing.answer())
        for part in calls_of(fact.message):
            tally.add(("tool", minute_of(event.time), part.name, "chosen"))
    for tool in tally.offered:
        tally.sum(("tool", at, tool, "offered"))
    if outcome == "ok":
        tally.time("model", began, name, ("t", event.time - began))
    if tally.first >= 0:
        tally.time("model", began, name, ("f", tally.first - began))
    _spent(tally, fact, name)
    tally.calling, tally.first = None, -1


def _called(fact: ModelEnded | ModelFailed, started: ModelStarted | None) -> tuple[str, str]:
    """Which model it was, and how the attempt ended."""
    bill = fact.bill
    if bill is not None:
        return f"{bill.provider}:{bill.model}", bill.outcome
    name = "" if started is None else f"{started.provider}:{started.model}"
    if isinstance(fact, ModelEnded):
        return name, "ok"
    return name, "cancelled" if fact.kind == "cancelled" else "failed"


def _spent(tally: Tally, fact: ModelEnded | ModelFailed, name: str) -> None:
    bill = fact.bill
    if bill is None:
        return
    at = minute_of(bill.at)
    tokens = tokens_of(bill.lines, fact.usage)
    written = tokens.output_tokens + tokens.reasoning_tokens
    tally.sum(("model", at, name, "tokens_out"), written)
    tally.sum(("model", at, name, "tokens_in"), tokens.total - written)
    for place, count in money_at(bill.at, name, bill.role, _cost(bill)).items():
        tally.add(place, count)
    tally.add(("role", at, bill.role, "calls"))


def _cost(bill: Bill) -> tuple[int, int]:
    return (0, 1) if bill.cost is None else (to_pico(bill.cost), 0)


def _asked(tally: Tally, event: Event, fact: InterruptOpened) -> None:
    at, asked = minute_of(event.time), fact.interrupt
    tally.add(("wait", at, asked.kind, "asked"))
    if asked.kind == "approval":
        tally.add(("tool", at, asked.tool, "asked"))
    elif asked.kind == "indeterminate":
        tally.add(("tool", at, asked.tool, "indeterminate"))
        tally.add(("run", at, "", "indeterminate"))


def _decided(tally: Tally, _event: Event, fact: InterruptClosed) -> None:
    asked = tally.questions().get(fact.interrupt_id)
    if asked is None:
        return
    decision = fact.decision
    at = minute_of(decision.at)
    tally.add(("wait", at, asked.kind, decision.status))
    tally.time("wait", decision.at, asked.kind, ("w", decision.at - asked.opened_at))
    if asked.kind == "approval" and decision.says_yes:
        tally.add(("tool", at, asked.tool, "approved"))
        edited = decision.field("editedArgs")
        if edited is not None and edited != asked.arguments:
            tally.add(("tool", at, asked.tool, "edited"))


_COUNTS: Mapping[type[Fact], Callable[[Tally, Event, Any], None]] = {
    RunStarted: _start,
    ModelStarted: _call,
    ModelDelta: _first,
    ModelEnded: _model,
    ModelFailed: _model,
    ModelHeld: _held,
    ToolJudged: _judged,
    ToolEnded: _ran,
    InterruptOpened: _asked,
    InterruptClosed: _decided,
    RunEnded: _end,
}
"""What each kind of fact adds; the others add nothing."""
