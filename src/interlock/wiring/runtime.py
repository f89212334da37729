"""Builds a running Interlock from a program and its settings, and takes it down again."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from interlock.bus.clock import SystemClock
from interlock.bus.feed import StoredFeed
from interlock.bus.local import LocalBus
from interlock.bus.queue import LocalQueue
from interlock.commands.desk import Desk
from interlock.domain.redact import Redactor
from interlock.gate.door import Door
from interlock.loop.calls import Calls
from interlock.loop.drive import Driver
from interlock.loop.turn import ModelTurn
from interlock.ports import Agents, Bus, Clock, Feed, Store
from interlock.settings import Settings
from interlock.store.lock import DirectoryLock
from interlock.store.sqlite import SqliteStore
from interlock.wiring.app import Interlock
from interlock.wiring.providers import Providers
from interlock.wiring.registry import Registry, secrets_of, unanswerable
from interlock.workers.sweeper import Sweeper
from interlock.workers.worker import Worker

_log = logging.getLogger(__name__)

LOCAL_ROLES = frozenset({"admin", "approver", "editor"})
"""What the user of a local installation may do: everything."""


class Runtime(Struct, frozen=True, kw_only=True):
    """A running Interlock: what the server needs of it."""

    settings: Settings
    agents: Agents
    store: Store
    bus: Bus
    clock: Clock
    desk: Desk
    feed: Feed
    worker: Worker


def local_roles(_tenant: str, _user: str) -> frozenset[str]:
    """Roles in a local installation."""
    return LOCAL_ROLES


@asynccontextmanager
async def runtime(
    app: Interlock,
    settings: Settings,
    clock: Clock | None = None,
    environment: Mapping[str, str] = os.environ,
) -> AsyncGenerator[Runtime]:
    """Open the store, pick up unfinished runs, and work until the block is left.

    Leaving parks runs at a safe point; the next start goes on with them.

    Args:
        app: The program.
        settings: How to run it.
        clock: The time; the system's by default.
        environment: Where provider keys are found.

    Raises:
        ConfigError: Something about the program, the settings or the database is wrong.
    """
    time = clock or SystemClock()
    registry = Registry(app.agents, Providers(environment))
    lock = _lock(settings.database())
    try:
        await registry.open()
        for warning in unanswerable(registry.all(), LOCAL_ROLES):
            _log.warning("%s", warning)
        async with _started(registry, settings, time, environment) as parts:
            yield parts
    finally:
        await registry.close()
        lock.close()


@asynccontextmanager
async def _started(
    registry: Registry, settings: Settings, clock: Clock, environment: Mapping[str, str]
) -> AsyncGenerator[Runtime]:
    bus, queue = LocalBus(), LocalQueue()
    store = SqliteStore(settings.database(), bus.publish, settings.synchronous)
    try:
        desk = Desk(store, queue, bus, clock)
        redactor = Redactor([*secrets_of(environment), settings.token])
        door = Door(clock, redactor)
        calls = Calls(door, local_roles)
        driver = Driver(store, bus, registry, ModelTurn(registry, clock, redactor), calls)
        worker = Worker(store, queue, driver, clock, settings.concurrency)
        await worker.pick_up()
        async with _at_work(worker, Sweeper(desk, clock), settings.drain_seconds):
            yield Runtime(
                settings=settings,
                agents=registry,
                store=store,
                bus=bus,
                clock=clock,
                desk=desk,
                feed=StoredFeed(store, bus),
                worker=worker,
            )
    finally:
        await store.close()


@asynccontextmanager
async def _at_work(worker: Worker, sweeper: Sweeper, drain_seconds: float) -> AsyncGenerator[None]:
    """Let worker and sweeper work beside the block, and park them at its end."""
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(worker.run()), loop.create_task(sweeper.run())]
    try:
        yield
        await worker.park(drain_seconds)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _lock(database: Path) -> DirectoryLock:
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return DirectoryLock(database.parent)
