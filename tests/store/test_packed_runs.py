"""Recorded runs, packed: the messages of both protocols and every decision are as they were."""

from functools import partial
from itertools import groupby

import pytest
from scripts.record_runs import TARGET, read
from tests.store.build import thread
from tests.wires.agui.facts import MODERN

from interlock.bus.clock import SystemClock
from interlock.cli.replay import replay
from interlock.domain.events import Event, RunStarted
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.ports import Reader, Store, Tx
from interlock.wires.agui.translate import Translator
from interlock.wires.aisdk.message import ui_messages
from interlock.workers.packer import Packer

LONG_AGO = -1e9
"""Seconds; recordings are of the future."""

NAMES = sorted(path.stem for path in TARGET.glob("*.jsonl"))


def begin(tx: Tx, run_id: str, fact: RunStarted) -> int:
    """The row of a recorded run, claimed; returns its fence."""
    owner = Principal(fact.tenant, fact.user)
    if tx.thread(fact.thread_id) is None:
        tx.put_thread(thread(fact.thread_id, owner))
    tx.insert_run(
        Run(
            id=run_id,
            tenant=fact.tenant,
            user=fact.user,
            thread_id=fact.thread_id,
            turn_id=fact.turn_id,
            agent=fact.agent,
            status="queued",
            created_at=1_000,
        )
    )
    claimed = tx.claim(run_id)
    assert claimed is not None
    return claimed.fence


async def keep(store: Store, events: list[Event]) -> list[str]:
    """Write recorded runs down, each as it was."""
    kept: list[str] = []
    for run_id, group in groupby(events, lambda event: event.run_id):
        own = list(group)
        first = own[0].data
        assert isinstance(first, RunStarted)
        fence = await store.write(lambda tx, run=run_id, fact=first: begin(tx, run, fact))
        await store.append(run_id, fence, own)
        kept.append(run_id)
    return kept


async def fragments(store: Store, run_id: str) -> int:
    """How many fragments of a run stand in rows of their own."""
    packs, _ = await store.read(lambda reader: reader.packs.plan(run_id, 0, 10_000))
    return sum(pack.count for pack in packs)


def rests_of(reader: Reader, run_id: str, end: int) -> list[list[Event]]:
    """What a reader gets that asks from each number."""
    return [reader.events(run_id, after) for after in range(end)]


def agui(events: list[Event]) -> bytes:
    """What an AG-UI client reads of a run."""
    return Translator(MODERN).feed(events)


@pytest.mark.parametrize("name", NAMES)
async def test_a_recorded_run_is_told_from_every_number_as_before(store: Store, name: str):
    events = read(name)
    run_ids = await keep(store, events)
    loose = sum([await fragments(store, run_id) for run_id in run_ids])
    await Packer(store, SystemClock(), LONG_AGO).look()
    packed = sum([await fragments(store, run_id) for run_id in run_ids])
    assert packed < loose or loose < 2
    stored: list[Event] = []
    for run_id in run_ids:
        own = [event for event in events if event.run_id == run_id]
        rests = await store.read(partial(rests_of, run_id=run_id, end=len(own)))
        assert [own[:after] + rest for after, rest in enumerate(rests)] == [own] * len(own)
        assert agui(rests[0]) == agui(own)
        stored += rests[0]
    assert ui_messages(stored) == ui_messages(events)
    assert replay(stored) == replay(events)
