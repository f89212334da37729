"""The trace of a run over HTTP: for whoever may see the run, and for nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from multidict import CIMultiDict
from tests.server import agui_chat, aisdk_chat
from tests.server.house import House

from interlock.domain.events import RunStarted

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


DOORS: dict[str, tuple[str, Callable[[House], dict[str, Any]]]] = {
    "api": ("/v1/runs", lambda _: {"agent": "clerk", "message": "hello"}),
    "agui": ("/agui/clerk", lambda house: _agui(house)),
    "aisdk": ("/api/chat/clerk", lambda house: _aisdk(house)),
}


def _agui(house: House) -> dict[str, Any]:
    chat = agui_chat.Chat(house)
    return chat.body(chat.message("hello"))


def _aisdk(house: House) -> dict[str, Any]:
    return aisdk_chat.Chat(house).body(aisdk_chat.user("hello", "u1"))


@pytest.mark.parametrize(
    ("caller", "kept"), [(CALLER, "rojo=1,congo=t61rcWkgMzE"), ("00-nonsense", "")]
)
@pytest.mark.parametrize("door", DOORS)
async def test_what_other_systems_say_of_a_callers_trace_is_kept_with_it_alone(
    serve, door: str, caller: str, kept: str
):
    said = [("tracestate", "rojo=1, BAD=2"), ("tracestate", "congo=t61rcWkgMzE")]
    path, body = DOORS[door]
    async with serve(["text: Hello."]) as house:
        who = ("Authorization", "Bearer ann-token")
        headers = CIMultiDict([who, ("traceparent", caller), *said])
        url = house.url + path
        async with house.session.post(url, json=body(house), headers=headers) as response:
            assert response.status < 300
            await response.read()
        _, listed = await house.get("/v1/runs")
        (run,) = listed["runs"]
        begun = await house.runtime.store.read(lambda reader: reader.events(run["id"]))
    assert isinstance(begun[0].data, RunStarted)
    assert begun[0].data.tracestate == kept
