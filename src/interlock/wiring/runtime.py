"""Builds a running Interlock from a program and its settings, and takes it down again."""

import asyncio
import logging
import os
import random
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

from msgspec import Struct
from msgspec.structs import replace

from interlock.bus.clock import SystemClock
from interlock.bus.feed import StoredFeed
from interlock.commands.access_desk import AccessDesk
from interlock.commands.desk import Desk
from interlock.commands.hook import Rules
from interlock.commands.hook_desk import HookDesk
from interlock.commands.planner import Planner
from interlock.domain.redact import Redactor
from interlock.errors import ConfigError
from interlock.gate.door import Door
from interlock.gate.rulebook import Rulebook
from interlock.ledger.till import Till, open_till
from interlock.loop.calls import Calls
from interlock.loop.drive import Driver
from interlock.loop.turn import ModelTurn
from interlock.mail.http import HttpPost
from interlock.ports import Agents, Bus, Clock, Cluster, Feed, Store
from interlock.settings import Settings
from interlock.store.lock import DirectoryLock
from interlock.wiring.app import Interlock
from interlock.wiring.ending import end
from interlock.wiring.ground import Ground, Task, ground
from interlock.wiring.identity import steady_clock
from interlock.wiring.known import known_secrets
from interlock.wiring.prices import make_book
from interlock.wiring.providers import Providers
from interlock.wiring.registry import Registry, unanswerable
from interlock.wiring.roles import LOCAL_ROLES, StoredRoles, local_roles
from interlock.wiring.sight import (
    FLUSH_SECONDS,
    Sight,
    make_nest,
    make_sight,
    scraped,
)
from interlock.wiring.vault import longest_question, make_vault
from interlock.wiring.watch import Watch
from interlock.workers.counter import Counter
from interlock.workers.finder import Finder
from interlock.workers.packer import Packer
from interlock.workers.postman import Bag, Postman
from interlock.workers.scheduler import Scheduler
from interlock.workers.shredder import Shredder
from interlock.workers.sweeper import Sweeper
from interlock.workers.worker import Worker

_log = logging.getLogger(__name__)


class Runtime(Struct, frozen=True, kw_only=True):
    """A running Interlock: what the server needs of it."""

    settings: Settings
    agents: Agents
    store: Store
    bus: Bus
    clock: Clock
    desk: Desk
    planner: Planner
    hooks: HookDesk
    access: AccessDesk
    bag: Bag
    feed: Feed
    cluster: Cluster
    worker: Worker
    till: Till
    sight: Sight


@asynccontextmanager
async def runtime(
    app: Interlock,
    settings: Settings,
    clock: Clock | None = None,
    environment: Mapping[str, str] = os.environ,
) -> AsyncGenerator[Runtime]:
    """Open the store, pick up unfinished runs, and work until the block is left.

    Leaving parks runs at a safe point; the next start goes on with them. When a part that works
    beside the block ends, the block is cancelled and left like this, too.

    Args:
        app: The program.
        settings: How to run it.
        clock: The time; the system's by default.
        environment: Where provider keys are found.

    Raises:
        ConfigError: Something about the program, the settings or the database is wrong.
        PartEnded: A part that worked beside the block ended.
    """
    time = clock or SystemClock()
    registry = Registry(app.agents, Providers(environment))
    lock = _lock(settings)
    try:
        await registry.open()
        if settings.auth == "local":
            for warning in unanswerable(registry.all(), LOCAL_ROLES):
                _log.warning("%s", warning)
        async with ground(settings, time) as bare:
            redactor = Redactor(known_secrets(environment, settings))
            name = bare.vitals.look().id
            sight = make_sight(settings, bare.store, registry, redactor, steady_clock(), name)
            base = replace(bare, store=sight.store)
            parts = _parts(base, registry, settings, time, redactor, sight)
            async with scraped(settings, sight, base.cluster, time), _at_work(base, parts):
                yield parts
    finally:
        await registry.close()
        if lock is not None:
            lock.close()


def _parts(
    base: Ground,
    registry: Registry,
    settings: Settings,
    clock: Clock,
    redactor: Redactor,
    sight: Sight,
) -> Runtime:
    desk = Desk(base.store, base.queue, base.bus, clock, settings.rule_days)
    roles = StoredRoles(base.store) if settings.auth == "server" else local_roles
    vault = make_vault(settings, base.store, clock, redactor)
    door = Door(clock, redactor, Rulebook(base.store, roles, clock), make_nest(), vault)
    calls = Calls(door, roles)
    till = open_till(base.store, clock, make_book(settings))
    turn = ModelTurn(registry, clock, door.vault, till)
    driver = Driver(base.store, base.bus, registry, turn, calls)
    worker = Worker(base.store, base.queue, driver, base.leases, clock, settings.concurrency)
    return Runtime(
        settings=settings,
        agents=registry,
        store=base.store,
        bus=base.bus,
        clock=clock,
        desk=desk,
        planner=Planner(base.store, base.queue, clock),
        hooks=HookDesk(base.store, clock, Rules(settings.webhooks_private, secrets.token_bytes)),
        access=AccessDesk(base.store, clock, secrets.token_bytes, settings.rule_days),
        bag=Bag(
            store=base.store,
            post=HttpPost(private=settings.webhooks_private),
            clock=clock,
            redactor=redactor,
            random=random.SystemRandom().random,
        ),
        feed=StoredFeed(base.store, base.bus),
        cluster=base.cluster,
        worker=worker,
        till=till,
        sight=sight,
    )


@asynccontextmanager
async def _at_work(base: Ground, parts: Runtime) -> AsyncGenerator[None]:
    """Let everything that works by itself work beside the block, and park it at its end."""
    tasks = list(base.server_tasks)
    if parts.settings.role != "server":
        base.vitals.worker = parts.worker
        tasks += await _work(base, parts)
    exporter = parts.sight.exporter
    if exporter is not None:
        tasks.append(exporter.run)
    loop = asyncio.get_running_loop()
    watch = Watch(lambda: parts.worker.parked)
    running = [loop.create_task(watch.over(task)) for task in tasks]
    try:
        with watch:
            yield
        await parts.worker.park(parts.settings.drain_seconds)
        if exporter is not None:
            await exporter.close(FLUSH_SECONDS)
    finally:
        await end(running)
    watch.check()


async def _work(base: Ground, parts: Runtime) -> list[Task]:
    """What a worker does. What nobody drives is offered before anything new comes in."""
    tasks: list[Task] = [
        *base.worker_tasks,
        parts.worker.run,
        Sweeper(parts.desk, parts.clock).run,
        Packer(base.store, parts.clock, parts.settings.pack_seconds).run,
        Shredder(base.store, parts.clock, longest_question(parts.agents.all())).run,
        Counter(base.store, parts.clock, parts.sight.tallies.fetch).run,
        Scheduler(parts.planner, parts.clock).run,
        Postman(parts.bag).run,
    ]
    if base.shared:
        tasks.append(Finder(base.store, base.queue, parts.clock).run)
    else:
        await parts.worker.pick_up()
    return tasks


def _lock(settings: Settings) -> DirectoryLock | None:
    """The lock of the data directory; a database that processes share needs none."""
    if settings.shares:
        return None
    if settings.role != "both":
        raise ConfigError(
            f"a {settings.role} of its own needs a database that processes can share: "
            "set INTERLOCK_DATABASE_URL to postgresql://…"
        )
    if settings.redis_url:
        raise ConfigError(
            "INTERLOCK_REDIS_URL is for processes that share a database: leave it out, or set "
            "INTERLOCK_DATABASE_URL to postgresql://… as well"
        )
    database = settings.database()
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return DirectoryLock(database.parent)
