"""Native runs over HTTP."""


async def test_a_run_begins_and_can_be_waited_for(serve):
    async with serve(["text: Hello, Ann."]) as house:
        run = await house.run("hello")
        assert run["status"] == "success"
        status, view = await house.get(f"/v1/runs/{run['id']}")
    assert (status, view) == (200, {"run": run, "open": [], "text": "Hello, Ann."})
