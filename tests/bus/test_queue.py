import asyncio

from tests.store.build import turns

from interlock.bus.queue import LocalQueue


async def test_runs_are_taken_in_the_order_in_which_they_were_put():
    queue = LocalQueue()
    for run_id in ("run_1", "run_2", "run_1"):
        await queue.put(run_id)
    assert [await queue.take() for _ in range(3)] == ["run_1", "run_2", "run_1"]


async def test_a_worker_waits_for_a_run_and_each_run_goes_to_one_worker():
    queue = LocalQueue()
    async with asyncio.TaskGroup() as group:
        workers = [group.create_task(queue.take()) for _ in range(2)]
        await turns()
        assert not any(worker.done() for worker in workers)
        await queue.put("run_1")
        await queue.put("run_2")
    assert sorted(worker.result() for worker in workers) == ["run_1", "run_2"]


async def test_a_worker_that_stops_waiting_loses_no_run():
    queue = LocalQueue()
    async with asyncio.TaskGroup() as group:
        gone = group.create_task(queue.take())
        await turns()
        gone.cancel()
    await queue.put("run_1")
    assert await queue.take() == "run_1"
