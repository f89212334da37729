"""Play stories through the real engine and keep what it said: ``tests/fixtures/runs``.

A story is two files: ``<name>.jsonl`` has its events, ``<name>.ui.json`` the messages that a client
of the AI SDK is given for them. Tests of the server and of the web UI read the same files. Ids are
counted and times are set, so that a recording changes only when what happens has changed.
"""

import asyncio
import re
import tempfile
from pathlib import Path

from msgspec import json
from msgspec.structs import replace
from scripts.recorded_stories import STORIES, Tell

from interlock import Agent, Scripted
from interlock.domain.events import Event, ModelDelta, ModelEnded, ToolEnded
from interlock.ports import Reader
from interlock.server.shown import shown
from interlock.testing import ManualClock, Story
from interlock.testing.clock import START_MS
from interlock.wires.aisdk.message import ui_messages

TARGET = Path(__file__).parent.parent / "tests" / "fixtures" / "runs"
STEP_MS = 200
"""How far apart two events of a recording are."""

_ID = re.compile(r"(?<![0-9a-z])([a-z]+)_[0-9a-f]{32}(?![0-9a-f])")


async def record(tell: Tell) -> list[Event]:
    """Tell a story and give the events of its thread, with ids and times of their own."""
    with tempfile.TemporaryDirectory() as folder:
        thread_id = await tell(Path(folder))
        async with Story([Agent("demo", model=Scripted([]))], Path(folder), ManualClock()) as story:
            found = await story.runtime.store.read(lambda reader: _events(reader, thread_id))
    return _thought([_timed(event, place) for place, event in enumerate(_renamed(found))])


def _events(reader: Reader, thread_id: str) -> list[Event]:
    runs = reader.thread_runs(thread_id)
    return [event for run in runs for event in reader.events(run.id)]


def _renamed(events: list[Event]) -> list[Event]:
    """The same events with counted ids, in the order in which they appear."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}

    def rename(found: re.Match[str]) -> str:
        if found.group() not in names:
            counts[found[1]] = counts.get(found[1], 0) + 1
            names[found.group()] = f"{found[1]}_{counts[found[1]]}"
        return names[found.group()]

    text = _ID.sub(rename, json.encode(events).decode())
    return json.decode(text, type=list[Event])


def _timed(event: Event, place: int) -> Event:
    fact = replace(event.data, ms=STEP_MS) if isinstance(event.data, ToolEnded) else event.data
    return shown(replace(event, time=START_MS + place * STEP_MS, data=fact))


def _thought(events: list[Event]) -> list[Event]:
    """Thoughts take as long as the times of their events say."""
    made: list[Event] = []
    took: list[int] = []
    since: int | None = None
    for event in events:
        match event.data:
            case ModelDelta(kind="reasoning"):
                since = event.time if since is None else since
            case ModelDelta() | ModelEnded() if since is not None:
                took.append(event.time - since)
                since = None
            case _:
                pass
        if isinstance(event.data, ModelEnded):
            event = replace(event, data=replace(event.data, thought=tuple(took)))
            took = []
        made.append(event)
    return made


def read(name: str) -> list[Event]:
    """The events of a recording."""
    lines = (TARGET / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.decode(line, type=Event) for line in lines]


def messages(events: list[Event]) -> str:
    """What a client is given for the events, as the file has it."""
    return json.format(json.encode(ui_messages(events)), indent=1).decode() + "\n"


def write(name: str, events: list[Event]) -> None:
    """Keep a recording."""
    TARGET.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.encode(event).decode() + "\n" for event in events)
    (TARGET / f"{name}.jsonl").write_text(lines, "utf-8")
    (TARGET / f"{name}.ui.json").write_text(messages(events), "utf-8")


async def main() -> None:
    """Record every story."""
    for name, tell in STORIES.items():
        write(name, await record(tell))


if __name__ == "__main__":
    asyncio.run(main())
