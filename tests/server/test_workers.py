"""The cluster page's data: who works here, for admins."""

from importlib.metadata import version


async def test_an_admin_sees_the_process_that_answers(serve):
    async with serve(["text: Hello."]) as house:
        await house.run()
        status, shown = await house.get("/v1/workers", "eve")
    [worker] = shown["workers"]
    assert (status, shown["whole"]) == (200, True)
    assert (worker["state"], worker["role"], worker["version"]) == (
        "up",
        "both",
        version("interlock"),
    )
    assert (worker["in_flight"], worker["draining"], worker["capacity"]) == (0, False, 200)
    assert shown["queue"] == {"waiting": 0, "taken": 0, "set_aside": 0}


async def test_nobody_else_does(serve):
    async with serve(["text: Hello."]) as house:
        status, problem = await house.get("/v1/workers", "ann")
    assert (status, problem["code"]) == (403, "not_admin")


async def test_a_worker_that_is_parked_says_that_it_takes_no_more(serve):
    async with serve(["text: Hello."]) as house:
        await house.runtime.worker.park(0)
        _, shown = await house.get("/v1/workers", "eve")
    assert [worker["state"] for worker in shown["workers"]] == ["draining"]
