"""Exports the spans of runs that ended. Losing the collector hurts nothing.

A run that ended is offered by its id; the queue of ids is bounded, and what does not fit is counted
and forgotten. Spans are made from the log when their turn has come, so a slow collector costs
memory for ids alone, and no run ever waits for it. Each run is tried once: the log has it anyway.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.events import Event, InterruptClosed
from interlock.domain.redact import Redactor
from interlock.ports import Reader, Store
from interlock.traces import ids
from interlock.traces.attributes import Attributes
from interlock.traces.content import content_of
from interlock.traces.project import Projector
from interlock.traces.sample import Sampling
from interlock.traces.series import Family, Sample
from interlock.traces.span import Attribute, TraceSpan
from interlock.traces.trace import in_order

MOST_WAITING = 4_096
"""Runs that wait for their export."""

AT_ONCE = 64
"""Runs whose spans go out in one request."""

MOST_CHARACTERS = 16_000
"""Of one attribute."""

Fate = Literal["sent", "failed", "dropped", "not_sampled"]
FATES: tuple[Fate, ...] = ("sent", "failed", "dropped", "not_sampled")


class Sheet(Struct, frozen=True):
    """A span that has ended, its trace, and what others say of that."""

    trace_id: str
    span: TraceSpan
    tracestate: str = ""


class Send(Protocol):
    """Sends spans."""

    def __call__(self, sheets: Sequence[Sheet], /) -> bool:
        """Send them, in one request. Blocks, with a bound; False: they are lost."""
        ...

    def close(self) -> None:
        """Send nothing more, and give up what is tried again."""
        ...


_log = logging.getLogger(__name__)


class Exporter:
    """Takes runs that ended, and sends their spans.

    Args:
        store: The log.
        send: Reaches the collector.
        sampling: What is exported.
        redactor: Takes known secrets out.
        content: Whether what people, models and tools said goes along.
        most: Runs that may wait.
    """

    def __init__(
        self,
        store: Store,
        send: Send,
        sampling: Sampling,
        redactor: Redactor,
        *,
        content: bool = False,
        most: int = MOST_WAITING,
    ) -> None:
        self.runs: Counter[Fate] = Counter()
        """What became of runs."""
        self._store = store
        self._send = send
        self._sampling = sampling
        self._redactor = redactor
        self._content = content
        self._most = most
        self._waiting: deque[str] = deque()
        self._woken = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._down = False

    @property
    def waiting(self) -> int:
        """Runs that wait for their export."""
        return len(self._waiting)

    def family(self) -> Family:
        """What became of runs, as a metric."""
        samples = [Sample(float(self.runs[fate]), (("fate", fate),)) for fate in FATES]
        about = "Runs that ended, by what became of their spans."
        return Family("interlock_trace_exports_total", "counter", about, samples)

    def offer(self, run_id: str) -> None:
        """A run ended. Never blocks, never fails."""
        if len(self._waiting) >= self._most:
            self.runs["dropped"] += 1
            return
        self._waiting.append(run_id)
        self._idle.clear()
        self._woken.set()

    async def run(self) -> None:
        """Export until cancelled."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                await self._round()
            self._idle.set()

    async def close(self, seconds: float) -> None:
        """Wait until nothing waits, at most so long; the rest is lost, and counted."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            self.runs["dropped"] += len(self._waiting)
            self._waiting.clear()
        self._send.close()

    async def _round(self) -> None:
        runs = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
        sheets: list[Sheet] = []
        kept = 0
        for run_id in runs:
            found = await self._sheets(run_id)
            kept += bool(found)
            sheets += found
        sent = False
        try:
            sent = not sheets or await self._sent(sheets)
        finally:  # a stop breaks off what is on its way: it counts as lost
            if sheets:
                self._count(kept, sent=sent)

    async def _sheets(self, run_id: str) -> list[Sheet]:
        try:
            found = await self._store.read(lambda reader: self._read(reader, run_id))
        except Exception:  # noqa: BLE001 - a run that can't be read now is not worth a retry
            _log.exception("the spans of run %s could not be made", run_id)
            self.runs["failed"] += 1
            return []
        self.runs["not_sampled"] += not found
        return found

    async def _sent(self, sheets: Sequence[Sheet]) -> bool:
        try:
            return await asyncio.to_thread(self._send, sheets)
        except Exception:  # noqa: BLE001 - whatever the collector does, work goes on
            _log.debug("export of spans failed", exc_info=True)
            return False

    def _count(self, runs: int, *, sent: bool) -> None:
        self.runs["sent" if sent else "failed"] += runs
        if sent is self._down:
            self._down = not sent
            _log.warning("the collector of traces %s", "answers again" if sent else "is away")

    def _read(self, reader: Reader, run_id: str) -> list[Sheet]:
        """The spans that ended with a run, if its trace is to be kept."""
        run = reader.run(run_id)
        if run is None:
            return []
        events = turn_events(reader, run.turn_id, upto=run_id)
        projector = Projector()
        projector.feed(events)
        spans = in_order(projector.spans.values())
        ended = [span for span in spans if projector.told.get(span.id) == run_id]
        caller = ids.read_traceparent(projector.caller)
        if not self._sampling.keeps(projector.trace_id, ended, caller):
            return []
        content = content_of(events) if self._content else {}
        sheets = [self._sheet(projector, span, content.get(span.id, {})) for span in ended]
        others = [
            one for one in _closed(events, run_id) if ids.wait_span(one) not in projector.spans
        ]
        return sheets + [sheet for one in others for sheet in self._foreign(reader, one)]

    def _foreign(self, reader: Reader, interrupt_id: str) -> list[Sheet]:
        """The wait of an earlier turn, whose question this run closed: its own trace goes on."""
        question = reader.question(interrupt_id)
        if question is None or question.decision is None:
            return []
        projector = Projector({interrupt_id: question.decision})
        projector.feed(turn_events(reader, question.interrupt.turn_id))
        span = projector.spans.get(ids.wait_span(interrupt_id))
        return [] if span is None else [self._sheet(projector, span, {})]

    def _sheet(self, projector: Projector, span: TraceSpan, content: Attributes) -> Sheet:
        """A span as it may leave: with its content, and without known secrets."""
        attributes = {name: self._redacted(value) for name, value in span.attributes.items()}
        said = {name: self._redacted(value) for name, value in content.items()}
        clean = replace(span, attributes={**attributes, **said})
        return Sheet(projector.trace_id, clean, projector.tracestate)

    def _redacted(self, value: Attribute) -> Attribute:
        if isinstance(value, str):
            return self._redactor.text(value)[:MOST_CHARACTERS]  # never half a secret
        if isinstance(value, list):
            return [self._redactor.text(one) for one in value]
        return value


def turn_events(reader: Reader, turn_id: str, upto: str = "") -> list[Event]:
    """The events of a turn's runs in order, up to a run if one is named."""
    events: list[Event] = []
    for run in reader.turn_runs(turn_id):
        events += reader.events(run.id)
        if run.id == upto:
            break
    return events


def _closed(events: Iterable[Event], run_id: str) -> list[str]:
    return [
        event.data.interrupt_id
        for event in events
        if event.run_id == run_id and isinstance(event.data, InterruptClosed)
    ]
