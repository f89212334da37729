"""Workers that die, freeze, leave and come: nothing is lost, and nothing is done twice."""

import asyncio
import signal

import pytest
from tests.cluster.nodes import LEASE, Client, Cluster, Node, until

pytestmark = pytest.mark.timeout(180)


async def held(cluster: Cluster, client: Client, name: str = "a") -> str:
    """Begin a run whose call is at work; its id."""
    run_id = await client.begin(f"hold {name}")
    await until(lambda: f"hold {name} begins" in whats(cluster))
    return run_id


def whats(cluster: Cluster) -> list[str]:
    return [what for _, what in cluster.effects()]


async def frozen(cluster: Cluster, client: Client, program: str, message: str) -> tuple[Node, str]:
    """A worker that is stopped at the last moment before it invokes a tool; and its run."""
    worker = cluster.worker("frozen", program, failpoint="gate.before_invoke:1:stop").until_ready()
    run_id = await client.begin(message)
    await worker.until_frozen()
    return worker, run_id


async def test_the_run_of_a_killed_worker_goes_on_at_another_and_repeats_nothing(
    cluster: Cluster, here: Client
):
    first = cluster.worker("first").until_ready()
    second = cluster.worker("second")
    run_id = await held(cluster, here)
    [(pid, _)] = cluster.effects()
    second.until_ready()
    (first if pid == first.pid else second).kill()
    assert (await here.ended(run_id))["status"] == "interrupted"
    [question] = (await here.get("/v1/interrupts?status=open"))["interrupts"]
    assert question["interrupt"]["kind"] == "indeterminate"
    assert whats(cluster) == ["hold a begins"]
    answer = {"answer": {"outcome": "happened", "result": "it did"}}
    gone_on = await here.post(f"/v1/interrupts/{question['interrupt']['id']}/answer", answer)
    assert (await here.ended(gone_on["run_id"]))["status"] == "success"
    assert whats(cluster) == ["hold a begins"]


async def test_a_worker_that_was_frozen_beyond_its_lease_starts_no_effect_and_writes_nothing(
    cluster: Cluster, here: Client
):
    worker, run_id = await frozen(cluster, here, "build", "charge a")
    other = cluster.worker("other").until_ready()
    assert (await here.ended(run_id))["status"] == "success"
    log = await here.log(run_id)
    worker.signal(signal.SIGCONT)
    await until(lambda: "its lease is over" in worker.log.read_text("utf-8"))
    assert worker.stop() == 0
    assert cluster.effects() == [(other.pid, "charge a")]
    assert await here.log(run_id) == log


async def test_an_engine_that_does_not_look_at_its_lease_is_caught(cluster: Cluster, here: Client):
    worker, run_id = await frozen(cluster, here, "careless", "charge a")
    other = cluster.worker("other").until_ready()
    assert (await here.ended(run_id))["status"] == "success"
    worker.signal(signal.SIGCONT)
    await until(lambda: len(cluster.effects()) == 2)
    assert cluster.effects() == [(other.pid, "charge a"), (worker.pid, "charge a")]


async def test_a_worker_that_is_told_to_stop_finishes_its_step_and_leaves_the_rest_to_others(
    cluster: Cluster, here: Client
):
    leaving = cluster.worker("leaving", lease_seconds="600").until_ready()
    run_id = await held(cluster, here)
    staying = cluster.worker("staying").until_ready()
    leaving.signal(signal.SIGTERM)
    await until(lambda: "Stopping" in leaving.log.read_text("utf-8"))

    async def stays() -> bool:
        states = {worker["pid"]: worker["state"] for worker in await here.workers()}
        return states.get(staying.pid) == "up"

    await until(stays)
    cluster.go()
    assert (leaving.wait(), (await here.ended(run_id))["status"]) == (0, "success")
    assert cluster.effects() == [(leaving.pid, "hold a begins"), (leaving.pid, "hold a ends")]
    assert leaving.pid not in {worker["pid"] for worker in await here.workers()}


async def test_what_takes_longer_than_the_grace_is_broken_off_and_reported_as_unknown(
    cluster: Cluster, here: Client
):
    settings = {"drain_seconds": "0.2", "lease_seconds": "600"}
    leaving = cluster.worker("leaving", **settings).until_ready()
    run_id = await held(cluster, here)
    assert leaving.stop() == 0
    cluster.worker("other").until_ready()
    assert (await here.ended(run_id))["status"] == "interrupted"
    assert whats(cluster) == ["hold a begins"]


async def test_a_second_signal_ends_a_worker_at_once(cluster: Cluster, here: Client):
    worker = cluster.worker("hasty").until_ready()
    await held(cluster, here)
    worker.signal(signal.SIGTERM)
    await until(lambda: "Stopping" in worker.log.read_text("utf-8"))
    worker.signal(signal.SIGTERM)
    assert worker.wait() == 130


async def test_a_worker_that_lost_a_part_of_itself_ends_in_good_order_to_be_started_again(
    cluster: Cluster, here: Client
):
    broken = cluster.worker("broken", "halved", lease_seconds="600").until_ready()
    run_id = await held(cluster, here)
    cluster.worker("staying").until_ready()
    (cluster.place / "break").touch()
    await until(lambda: "a part of this process ended" in broken.log.read_text("utf-8"))
    cluster.go()
    assert (broken.wait(), (await here.ended(run_id))["status"]) == (1, "success")
    assert cluster.effects() == [(broken.pid, "hold a begins"), (broken.pid, "hold a ends")]
    assert broken.pid not in {worker["pid"] for worker in await here.workers()}


async def test_a_rolling_restart_under_load_loses_and_doubles_nothing(
    cluster: Cluster, here: Client, there: Client
):
    workers = [cluster.worker(f"old-{number}") for number in range(2)]
    for worker in workers:
        worker.until_ready()
    runs: list[str] = []

    async def load(client: Client, name: str) -> None:
        for number in range(15):
            runs.append(await client.begin(f"note {name}{number} and charge {name}{number}"))
            await asyncio.sleep(0.05)

    async with asyncio.TaskGroup() as group:
        group.create_task(load(here, "h"))
        group.create_task(load(there, "t"))
        for number, worker in enumerate(workers):
            fresh = await asyncio.to_thread(cluster.worker(f"new-{number}").until_ready)
            assert await asyncio.to_thread(worker.stop) == 0
            assert fresh.process.poll() is None
    ended = [await here.ended(run_id) for run_id in runs]
    assert {run["status"] for run in ended} == {"success"}
    names = [f"{who}{number}" for who in "ht" for number in range(15)]
    expected = [f"{what} {name}" for what in ("note", "charge") for name in names]
    assert sorted(whats(cluster)) == sorted(expected)


async def test_a_run_that_kills_its_workers_is_ended_and_its_thread_is_free(
    cluster: Cluster, here: Client
):
    run_id = await here.begin("charge a", thread_id="deadly")
    for number in range(2):
        victim = cluster.worker(f"victim-{number}", failpoint="loop.call_started", max_attempts="2")
        assert victim.wait() == -signal.SIGKILL
        await asyncio.sleep(LEASE)
    healthy = cluster.worker("healthy", max_attempts="2").until_ready()
    run = await here.ended(run_id)
    assert (run["status"], run["code"]) == ("failed", "poisoned")
    assert whats(cluster) == []

    async def counted() -> bool:
        return (await here.get("/v1/workers"))["queue"]["set_aside"] == 1

    await until(counted)
    assert "it was ended" in healthy.log.read_text("utf-8")
    again = await here.ended(await here.begin("say hello", thread_id="deadly"))
    assert again["status"] == "success"


async def test_a_dead_worker_turns_no_server_red_and_is_shown_still(cluster: Cluster, here: Client):
    worker = cluster.worker("mortal").until_ready()

    async def shown() -> bool:
        return worker.pid in {one["pid"] for one in await here.workers()}

    await until(shown)
    worker.kill()
    assert await shown()
    for path in ("/livez", "/readyz"):
        assert (await here.get(path))["status"] in {"live", "ready"}
