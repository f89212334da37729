"""Redis goes away and comes back, with or without its memory: everything goes on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.bus.conftest import PrivateRedis
from tests.cluster.nodes import Client, Cluster, client_of, until
from tests.databases import postgres_schema

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory):
    one = PrivateRedis(tmp_path_factory.mktemp("redis"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory, redis: PrivateRedis):
    with postgres_schema() as database:
        cluster = Cluster(tmp_path_factory.mktemp("cluster"), database, redis.url, "outage")
        server, worker = cluster.serve("server"), cluster.worker("worker")
        try:
            yield cluster, server.until_ready(), worker.until_ready()
        finally:
            cluster.close()


@pytest.fixture
async def client(city) -> AsyncIterator[Client]:
    async with client_of(city[1]) as one:
        yield one


@pytest.fixture
def place(city) -> Path:
    return city[0].place


async def test_while_redis_is_away_runs_are_driven_and_read_and_then_it_goes_on_by_itself(
    city, redis: PrivateRedis, client: Client
):
    cluster = city[0]
    before = await client.begin("hold a")
    await until(lambda: len(cluster.effects()) == 1)
    redis.kill()
    during = await client.begin("note b")
    assert (await client.ended(during))["status"] == "success"
    cluster.go()
    assert (await client.ended(before))["status"] == "success"
    assert (await client.get("/readyz"))["status"] == "ready"
    shown = await client.get("/v1/workers")
    assert (shown["whole"], len(shown["workers"])) == (False, 1)
    redis.start()
    after = await client.begin("note c")
    assert (await client.ended(after))["status"] == "success"

    async def whole() -> bool:
        return len((await client.get("/v1/workers"))["workers"]) == 2

    await until(whole)
    assert [what for _, what in cluster.effects()] == [
        "hold a begins",
        "note b",
        "hold a ends",
        "note c",
    ]


async def test_a_stop_reaches_its_run_without_redis(city, redis: PrivateRedis, client: Client):
    cluster = city[0]
    (cluster.place / "go").unlink(missing_ok=True)
    run_id = await client.begin("hold d")
    await until(lambda: "hold d begins" in [what for _, what in cluster.effects()])
    redis.kill()
    await client.post(f"/v1/runs/{run_id}/cancel", {"reason": "enough"})
    assert (await client.ended(run_id))["status"] == "cancelled"
    redis.start()


async def test_runs_that_a_flush_took_out_of_the_queue_are_driven_all_the_same(
    city, redis: PrivateRedis, client: Client
):
    cluster, _, worker = city
    worker.stop()
    runs = [await client.begin(f"note e{number}") for number in range(5)]
    redis.flush()
    cluster.worker("fresh").until_ready()
    assert {(await client.ended(run_id))["status"] for run_id in runs} == {"success"}
    notes = [what for _, what in cluster.effects() if what.startswith("note e")]
    assert sorted(notes) == [f"note e{number}" for number in range(5)]
