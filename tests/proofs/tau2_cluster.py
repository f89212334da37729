"""The golden actions of tau2-bench through two servers and three workers, PostgreSQL and Redis.

A turn begins at one server, its questions are read and answered at the other, and each run of it
goes to whichever worker is free. What counts is the database that is left.

``python -m tests.proofs.tau2_cluster`` plays all 164 tasks and prints the counts.
"""

import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from tests.bus.conftest import URL
from tests.cluster.nodes import Client, Cluster, client_of
from tests.cluster.program import PLACE
from tests.databases import postgres_schema
from tests.proofs.tau2_replay import YES, agent_of, opening, thread_of
from tests.proofs.tau2_world import DOMAINS, Domain, Task, final_digest, load

from interlock import Interlock
from interlock.domain.ids import new_id

WORKERS = 3
WORLDS = "worlds"
"""The file in a cluster's folder that names its worlds."""


def build() -> Interlock:
    """The program of every process."""
    place = Path(os.environ[PLACE])
    named = (place / WORLDS).read_text("utf-8").split()
    return Interlock(
        [agent_of(domain, load(domain), place / domain) for domain in DOMAINS if domain in named]
    )


@contextmanager
def cluster(place: Path) -> Generator[Cluster]:
    """A cluster without processes yet, and nothing of it left afterwards."""
    prefix = new_id("tau2")
    with postgres_schema() as database:
        made = Cluster(place, database, URL, prefix, "tests.proofs.tau2_cluster")
        try:
            yield made
        finally:
            made.close()
    with Redis.from_url(URL) as redis:
        for key in redis.scan_iter(f"{{{prefix}}}*", count=1000):
            redis.delete(key)


async def replay(made: Cluster, chosen: dict[Domain, list[Task]]) -> dict[Domain, Counter[str]]:
    """Play tasks on a cluster, the tasks of a world one after the other.

    Returns:
        For each world ``tasks``, those that ended in ``success``, those whose database is ``equal``
        to the golden one, and the questions asked: ``approval``, ``brake``.
    """
    (made.place / WORLDS).write_text(" ".join(chosen))
    servers = [made.serve(f"server-{number}") for number in (1, 2)]
    workers = [made.worker(f"worker-{number}") for number in range(WORKERS)]
    first, second, *_ = [node.until_ready() for node in (*servers, *workers)]
    async with client_of(first) as here, client_of(second) as there:
        played = await asyncio.gather(
            *(_world(made, domain, tasks, (here, there)) for domain, tasks in chosen.items())
        )
    return dict(zip(chosen, played, strict=True))


async def _world(
    made: Cluster, domain: Domain, tasks: Iterable[Task], doors: tuple[Client, Client]
) -> Counter[str]:
    counts: Counter[str] = Counter()
    for task in tasks:
        thread_id = thread_of(domain, task)
        run = await _turn(domain, task, doors, counts)
        counts["tasks"] += 1
        counts["success"] += run == "success"
        counts["equal"] += final_digest(domain, made.place / domain, thread_id) == task.digest
    return counts


async def _turn(
    domain: Domain, task: Task, doors: tuple[Client, Client], counts: Counter[str]
) -> str:
    """Play one task; how it ended."""
    here, there = doors
    begin = {"agent": domain, "message": opening(task), "thread_id": thread_of(domain, task)}
    run_id = (await here.post("/v1/runs", begin))["id"]
    while (run := await there.ended(run_id))["status"] == "interrupted":
        asked = await there.get(f"/v1/interrupts?status=open&thread_id={run['thread_id']}")
        for question in asked["interrupts"]:
            counts[question["interrupt"]["kind"]] += 1
            path = f"/v1/interrupts/{question['interrupt']['id']}/answer"
            run_id = (await here.post(path, {"answer": YES}))["run_id"]
        here, there = there, here
    return str(run["status"])


async def replay_all() -> dict[Domain, Counter[str]]:
    """Play all 164 tasks."""
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder)) as made:
        return await replay(made, {domain: list(load(domain)) for domain in DOMAINS})


if __name__ == "__main__":
    for domain, counts in asyncio.run(replay_all()).items():
        sys.stdout.write(f"{domain} {dict(sorted(counts.items()))}\n")
