"""Everything that goes wrong in the cluster experiment: a table, and a plan drawn from a seed.

Faults of one lane come one after the other, lanes run side by side: a worker is stopped while
PostgreSQL restarts and a server dies. Whoever breaks something repairs it, a moment later.
"""

import asyncio
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Literal, NamedTuple

import psycopg

from interlock.failpoints import NAMES, STOP
from interlock.prove.engines import SIGNALS
from interlock.prove.fleet import Role, Seat
from interlock.prove.harbour import Harbour

Lane = Literal["workers", "more workers", "servers", "engines", "links"]
LONGEST_ABSENCE = 0.3
"""Seconds until somebody begins a dead process again."""

LONGEST_LIFE = 0.6
"""Seconds in which a process that is to die at a named point may come to it."""

HARMFUL = ("gate.before_invoke", "loop.call_started")
"""The points at which a worker that does not look whether it still has its run does harm."""

LONGEST_PAUSE = 0.25
"""Seconds between two faults of a lane."""

LONGEST_STOP = 2.5
"""Leases for which a process is stopped or cut off; the shortest is a tenth of one."""

LONGEST_DRAIN = 20.0
"""Seconds in which a process that was told to stop must have ended."""

LARGEST_STEP = 100
"""Seconds that a clock jumps, forwards or back; more would trip the brake on time."""

TERMINATE = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE application_name LIKE %s AND pid <> pg_backend_pid()"
)


class Fault(NamedTuple):
    """One kind.

    Args:
        name: What is counted.
        lane: Beside which others it does not happen.
        share: How many of a thousand.
        strike: Does it, and repairs it.
    """

    name: str
    lane: Lane
    share: int
    strike: Callable[[Harbour, Random], Awaitable[None]]


@asynccontextmanager
async def seat_of(place: Harbour, chance: Random, role: Role | None = None) -> AsyncGenerator[Seat]:
    """A seat that nobody else is breaking, with a living process."""
    seats = [seat for seat in place.fleet.seats.values() if role in {None, seat.role}]
    free = [seat for seat in seats if not seat.taken.locked()]
    seat = chance.choice(free or seats)
    async with seat.taken:
        yield seat


async def absent(place: Harbour, seat: Seat, chance: Random, failpoint: str = "") -> None:
    """Leave a seat empty for a moment."""
    await seat.dead.wait()
    await asyncio.sleep(chance.uniform(0, LONGEST_ABSENCE))
    await place.fleet.up(seat, failpoint)


async def stopped(place: Harbour, seat: Seat) -> None:
    """Tell a process to stop. One that does not is counted, and killed."""
    await place.fleet.send(seat, signal.SIGTERM)
    try:
        async with asyncio.timeout(LONGEST_DRAIN):
            await seat.dead.wait()
    except TimeoutError:
        place.fleet.stubborn.append(f"{seat.name} did not stop in its life {seat.lives}")
        await place.fleet.kill(seat)


async def kill_worker(place: Harbour, chance: Random) -> None:
    """SIGKILL at a random moment."""
    async with seat_of(place, chance, "worker") as seat:
        await place.fleet.kill(seat)
        await absent(place, seat, chance)


async def kill_at_point(place: Harbour, chance: Random) -> None:
    """A worker dies between two durable writes. It is killed at last if it never comes there."""
    async with seat_of(place, chance, "worker") as seat:
        await place.fleet.kill(seat)
        await absent(place, seat, chance, f"{chance.choice(sorted(NAMES))}:{chance.randint(1, 3)}")
        try:
            async with asyncio.timeout(chance.uniform(0.1, LONGEST_LIFE)):
                await seat.dead.wait()
        except TimeoutError:
            await place.fleet.kill(seat)
        await absent(place, seat, chance)


async def drain_worker(place: Harbour, chance: Random) -> None:
    """SIGTERM: it parks what it can, gives its leases back and ends."""
    async with seat_of(place, chance, "worker") as seat:
        await stopped(place, seat)
        await absent(place, seat, chance)


async def stop_worker(place: Harbour, chance: Random) -> None:
    """SIGSTOP, mostly for longer than the lease: others go on with its runs; then it wakes."""
    async with seat_of(place, chance, "worker") as seat:
        await place.fleet.send(seat, signal.SIGSTOP)
        await asyncio.sleep(place.fleet.lease_seconds * chance.uniform(0.1, LONGEST_STOP))
        await place.fleet.send(seat, signal.SIGCONT)


async def freeze_at_point(place: Harbour, chance: Random) -> None:
    """A worker stops between two durable writes, and wakes when its lease is over."""
    async with seat_of(place, chance, "worker") as seat:
        await place.fleet.kill(seat)
        point = chance.choice(sorted(NAMES) if chance.random() < 0.5 else HARMFUL)
        await place.fleet.begin(seat, f"{point}:{chance.randint(1, 3)}{STOP}")
        await asyncio.sleep(LONGEST_LIFE + place.fleet.lease_seconds * chance.uniform(2, 3))
        await place.fleet.send(seat, signal.SIGCONT)
        await asyncio.sleep(LONGEST_ABSENCE)
        # It may come to its point only now; nobody would wake it.
        await place.fleet.kill(seat)
        await absent(place, seat, chance)


async def kill_server(place: Harbour, chance: Random) -> None:
    """SIGKILL of a server, streams and all."""
    async with seat_of(place, chance, "server") as seat:
        await place.fleet.kill(seat)
        await absent(place, seat, chance)


async def replace_server(place: Harbour, chance: Random) -> None:
    """SIGTERM of a server, as in an upgrade."""
    async with seat_of(place, chance, "server") as seat:
        await stopped(place, seat)
        await absent(place, seat, chance)


async def stop_server(place: Harbour, chance: Random) -> None:
    """SIGSTOP of a server: it takes connections, and says nothing."""
    async with seat_of(place, chance, "server") as seat:
        await place.fleet.send(seat, signal.SIGSTOP)
        await asyncio.sleep(chance.uniform(0.1, 1.0))
        await place.fleet.send(seat, signal.SIGCONT)


async def restart_redis(place: Harbour, chance: Random) -> None:
    """Redis dies and comes back empty."""
    await place.redis.restart(signal.SIGKILL, chance.uniform(0, LONGEST_ABSENCE))


async def flush_redis(place: Harbour, chance: Random) -> None:
    """Redis forgets everything."""
    del chance
    await place.redis.flush()


async def restart_postgres(place: Harbour, chance: Random) -> None:
    """PostgreSQL stops politely, at once, or is killed; then it recovers."""
    how = chance.choice(list(SIGNALS.values()))
    await place.postgres.restart(how, chance.uniform(0, LONGEST_ABSENCE))


async def terminate_backends(place: Harbour, chance: Random) -> None:
    """PostgreSQL ends the connections of one process, wherever their transactions are."""
    async with seat_of(place, chance) as seat:
        try:
            async with await psycopg.AsyncConnection.connect(place.database) as connection:
                await connection.execute(TERMINATE, (f"{seat.name}.%",))
        except psycopg.OperationalError:
            seat.cables["postgres"].cut()


async def cut_cable(place: Harbour, chance: Random) -> None:
    """The connections of one process to one engine break."""
    async with seat_of(place, chance) as seat:
        seat.cables[chance.choice(sorted(seat.cables))].cut()


async def partition(place: Harbour, chance: Random) -> None:
    """One process loses one engine, or both, in silence.

    What was sent meanwhile arrives late, or never.
    """
    async with seat_of(place, chance) as seat:
        names = chance.choice((["postgres"], ["redis"], ["postgres", "redis"]))
        for name in names:
            seat.cables[name].silence()
        await asyncio.sleep(place.fleet.lease_seconds * chance.uniform(0.1, LONGEST_STOP))
        for name in names:
            (seat.cables[name].speak if chance.random() < 0.5 else seat.cables[name].cut)()


async def step_clock(place: Harbour, chance: Random) -> None:
    """The wall clock of one process jumps, forwards or back, and stays wrong."""
    async with seat_of(place, chance) as seat:
        seat.skew.write(chance.randint(-LARGEST_STEP, LARGEST_STEP) * 10**9)


FAULTS = (
    Fault("workers killed", "workers", 130, kill_worker),
    Fault("workers killed at a named point", "workers", 70, kill_at_point),
    Fault("workers told to stop", "workers", 50, drain_worker),
    Fault("workers stopped and woken", "more workers", 80, stop_worker),
    Fault("workers frozen at a named point", "more workers", 30, freeze_at_point),
    Fault("servers killed", "servers", 90, kill_server),
    Fault("servers told to stop", "servers", 40, replace_server),
    Fault("servers stopped and woken", "servers", 40, stop_server),
    Fault("restarts of Redis", "engines", 50, restart_redis),
    Fault("flushes of Redis", "engines", 80, flush_redis),
    Fault("restarts of PostgreSQL", "engines", 40, restart_postgres),
    Fault("connections ended by PostgreSQL", "links", 90, terminate_backends),
    Fault("cables cut", "links", 80, cut_cable),
    Fault("partitions", "links", 60, partition),
    Fault("clocks set wrong", "links", 60, step_clock),
)


def plan(size: int, seed: int, kinds: Sequence[Fault] = FAULTS) -> dict[Lane, list[Fault]]:
    """So many faults, at least one of each kind, in an order that the seed draws."""
    chance = Random(f"{seed}/plan")
    shares = [fault.share for fault in kinds]
    drawn = [fault for fault in kinds for _ in range(max(1, size * fault.share // sum(shares)))]
    drawn += chance.choices(kinds, shares, k=max(0, size - len(drawn)))
    chance.shuffle(drawn)
    lanes: dict[Lane, list[Fault]] = {}
    for fault in drawn:
        lanes.setdefault(fault.lane, []).append(fault)
    return lanes
