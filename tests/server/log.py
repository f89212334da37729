"""Runs that a test writes itself, event by event, in the place of a worker."""

from collections.abc import Sequence
from typing import Any

from tests.server.house import PEOPLE, House

from interlock.domain.events import Event, Fact, RunEnded, RunStarted, ToolProgressed
from interlock.domain.messages import Json, TextPart, UserMessage
from interlock.domain.records import Run, Thread


class Log:
    """A running run whose driver is the test."""

    def __init__(self, house: House, run_id: str = "run_1") -> None:
        self._house = house
        self._store = house.runtime.store
        self.run_id = run_id
        self.seq = 0

    async def begin(self) -> None:
        """A thread and a run of Ann's, claimed."""
        ann, now = PEOPLE["ann"], self._house.runtime.clock.now()
        owner: dict[str, Any] = {"tenant": ann.tenant, "user": ann.user, "agent": "clerk"}
        thread_id = f"thread_of_{self.run_id}"
        thread = Thread(id=thread_id, created_at=now, updated_at=now, **owner)
        run = Run(
            id=self.run_id,
            thread_id=thread_id,
            turn_id="turn_1",
            status="queued",
            created_at=now,
            **owner,
        )
        message = UserMessage("msg_1", (TextPart("hello"),))
        start = RunStarted(thread_id=thread_id, turn_id="turn_1", message=message, **owner)
        await self._store.write(lambda tx: (tx.put_thread(thread), tx.insert_run(run)))
        await self._store.write(lambda tx: tx.claim(self.run_id))
        await self.add(start)

    async def add(self, *facts: Fact) -> None:
        """Append facts."""
        now = self._house.runtime.clock.now()
        events = [
            Event(self.run_id, seq, now, fact) for seq, fact in enumerate(facts, self.seq + 1)
        ]
        self.seq += len(facts)
        await self._store.append(self.run_id, 1, events)

    async def end(self) -> None:
        """End the run."""
        await self.add(RunEnded(status="success"))


def progress(data: Json, call_id: str = "call_1") -> ToolProgressed:
    """A fact that may stand anywhere in a run."""
    return ToolProgressed(call_id=call_id, data=data)


def parse_sse(body: bytes) -> list[dict[str, str]]:
    """The events of a stream, as the standard reads it: fields by line, LF, CR or CRLF."""
    events: list[dict[str, str]] = []
    event: dict[str, str] = {}
    text = body.decode().replace("\r\n", "\n").replace("\r", "\n")
    for line in text.split("\n"):
        if not line:
            if event:
                events.append(event)
            event = {}
            continue
        name, _, value = line.partition(":")
        if name:
            value = value.removeprefix(" ")
            event[name] = f"{event[name]}\n{value}" if name == "data" and name in event else value
    return events


def numbers(events: Sequence[dict[str, str]]) -> list[int]:
    """The ids of events."""
    return [int(event["id"]) for event in events]
