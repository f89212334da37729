"""The trace of a run over HTTP: for whoever may see the run, and for nobody else."""

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
WAIT = {"Prefer": "wait=20"}


async def test_the_trace_of_a_turn_is_the_same_from_each_of_its_runs(serve):
    async with serve(['call: delete {"folder": "a"}', "text: Done."]) as house:
        asked = {"agent": "clerk", "message": "delete a"}
        _, run = await house.ask("POST", "/v1/runs", json=asked, headers=WAIT)
        status, open_ = await house.ask("GET", f"/v1/runs/{run['id']}/trace")
        assert (status, open_["over"], len(open_["spans"])) == (200, False, 4)
        assert [span["kind"] for span in open_["spans"]] == ["run", "model", "gate", "wait"]
        assert open_["spans"][-1]["status"] == "open"
        _, view = await house.ask("GET", f"/v1/runs/{run['id']}")
        question = view["open"][0]["interrupt"]["id"]
        path = f"/v1/interrupts/{question}/answer"
        _, taken = await house.ask("POST", path, json={"answer": {"approved": True}})
        async for _ in house.runtime.feed.follow(taken["run_id"]):
            pass
        _, first = await house.ask("GET", f"/v1/runs/{run['id']}/trace")
        _, second = await house.ask("GET", f"/v1/runs/{taken['run_id']}/trace")
    assert first == second
    assert (first["over"], first["trace_id"]) == (True, open_["trace_id"])
    kinds = [span["kind"] for span in first["spans"]]
    assert (kinds.count("run"), kinds.count("tool")) == (2, 1)
    assert first["tokens"]["input_tokens"] > 0


async def test_a_trace_of_somebody_else_does_not_exist(serve):
    async with serve(["text: Hello."]) as house:
        asked = {"agent": "clerk", "message": "hello"}
        _, run = await house.ask("POST", "/v1/runs", json=asked, headers=WAIT)
        for who in ("bob", "eve"):
            status, problem = await house.ask("GET", f"/v1/runs/{run['id']}/trace", who)
            assert (status, problem["code"]) == (404, "run_not_found")


async def test_a_caller_that_traces_finds_the_run_in_its_own_trace(serve):
    async with serve(["text: Hello.", "text: Hello."]) as house:
        asked = {"agent": "clerk", "message": "hello"}
        for header, found in ((CALLER, True), ("00-nonsense", False)):
            headers = {**WAIT, "traceparent": header}
            _, run = await house.ask("POST", "/v1/runs", json=asked, headers=headers)
            _, trace = await house.ask("GET", f"/v1/runs/{run['id']}/trace")
            assert (trace["trace_id"] == CALLER.split("-")[1]) is found
            assert (trace["spans"][0]["parent"] == CALLER.split("-")[2]) is found
