"""The cluster of many processes: each pushes its heartbeat into Redis, from a thread of its own.

The thread is why a process whose event loop is stuck can still say so.
"""

import contextlib
from collections.abc import Callable
from threading import Event, Thread
from typing import Any, cast

from msgspec import DecodeError, json
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from interlock.bus.cluster import Look
from interlock.bus.redis_link import ANSWER_SECONDS, CONNECT_SECONDS, DOWN, Hearing, Link, script
from interlock.domain.members import BEAT_SECONDS, KEPT_SECONDS, Beat, Member, Roster
from interlock.ports import Cluster, Queue


class RedisCluster:
    """``ports.Cluster`` over Redis. Its beats begin with ``start`` and end with ``close``.

    Args:
        link: How to reach Redis.
        look: How this process stands; called from a thread.
        queue: For its counts.
        pause: Seconds between two beats.
    """

    def __init__(self, link: Link, look: Look, queue: Queue, pause: float = BEAT_SECONDS) -> None:
        self._link = link
        self._redis = link.client()
        self._look = look
        self._queue = queue
        self._pause = pause
        self._hearing = Hearing("heartbeat")
        self._over = Event()
        self._thread = Thread(target=self._run, name="interlock-heartbeat", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self._thread.start()

    async def close(self) -> None:
        """Say farewell, so that nobody takes this process for lost."""
        self._over.set()
        identity = self._look().id
        with contextlib.suppress(*DOWN):
            await self._redis.zrem(f"{self._link.base}:members", identity)
            await self._redis.delete(f"{self._link.base}:member:{identity}")
        await self._redis.aclose()

    async def roster(self) -> Roster:
        """Everybody of whom there is word; while Redis is away, this process."""
        counts = await self._queue.counts()
        try:
            return Roster(await self._members(), counts)
        except DOWN as error:
            self._hearing.lost(error)
            return Roster((Member(self._look(), 0),), counts, whole=False)

    async def _members(self) -> tuple[Member, ...]:
        base = self._link.base
        ids: list[str] = await self._redis.zrange(f"{base}:members", 0, -1)
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.time()
            for one in ids:
                pipe.get(f"{base}:member:{one}")
            (seconds, micros), *bodies = await pipe.execute()
        now = int(seconds) * 1000 + int(micros) // 1000
        found = [_member(body, now) for body in bodies if body]
        members = [member for member in found if member is not None]
        return tuple(sorted(members, key=lambda member: (member.beat.role, member.beat.started_at)))

    def _run(self) -> None:
        redis = cast("Any", Redis).from_url(
            self._link.url,
            decode_responses=True,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        beat = redis.register_script(script("beat"))
        kept = str(int(KEPT_SECONDS * 1000))
        while True:
            look = self._look()
            try:
                beat(keys=[self._link.base], args=[look.id, json.encode(look).decode(), kept])
                self._hearing.heard()
            except DOWN as error:
                self._hearing.lost(error)
            if self._over.wait(self._pause):
                redis.close()
                return


def _member(body: str, now: int) -> Member | None:
    """A member from what it left; None for words of a version that says it otherwise."""
    at, _, words = body.partition(" ")
    try:
        return Member(json.decode(words, type=Beat), max(0, now - int(at)))
    except (DecodeError, ValueError):
        return None


_fits: Callable[[Link, Look, Queue], Cluster] = RedisCluster
