"""Any replica streams any run: begun at one server, driven by a worker, read at the other."""

import json
from typing import Any

import pytest
from tests.cluster.nodes import Client, Cluster, until

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def worker(cluster: Cluster):
    return cluster.worker("worker-1").until_ready()


async def test_a_run_begun_at_one_server_is_followed_at_another_and_taken_up_at_the_first(
    here: Client, there: Client
):
    run_id = await here.begin("count 30")
    seen: list[dict[str, Any]] = []
    async for event in there.events(run_id):
        seen.append(event)
        if len(seen) == 5:
            break
    seen += [event async for event in here.events(run_id, seen[-1]["seq"])]
    stored = await there.log(run_id)
    assert [event["seq"] for event in seen] == list(range(1, len(stored) + 1))
    assert [event["data"] for event in seen] == [event["data"] for event in stored]
    assert len(seen) > 8


async def test_a_stop_asked_of_one_server_reaches_the_worker(
    cluster: Cluster, here: Client, there: Client
):
    run_id = await here.begin("hold a")
    await until_effect(cluster, "hold a begins")
    await there.post(f"/v1/runs/{run_id}/cancel", {"reason": "enough"})
    assert (await here.ended(run_id))["status"] == "cancelled"


async def test_an_agui_client_comes_back_at_another_server(
    cluster: Cluster, here: Client, there: Client
):
    question = {"id": "u1", "role": "user", "content": "hold b"}
    first = body("run-1", [question])
    async with here.session.post(f"{here.url}/agui/clerk", json=first) as response:
        await response.content.readuntil(b"TOOL_CALL_START")
    await until_effect(cluster, "hold b begins")
    async with there.session.post(
        f"{there.url}/agui/clerk", json=body("run-2", [question])
    ) as again:
        await again.content.readuntil(b"TOOL_CALL_START")
        cluster.go()
        rest = (await again.read()).split(b"\n")
        events = [json.loads(line[6:]) for line in rest if line.startswith(b"data: ")]
    assert events[-1]["type"] == "RUN_FINISHED"
    assert [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"] != []
    assert [what for _, what in cluster.effects()] == ["hold b begins", "hold b ends"]


def body(run_id: str, messages: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "threadId": "agui-thread",
        "runId": run_id,
        "protocolVersion": "1.0",
        "state": {},
        "messages": messages,
        "tools": [],
        "context": [],
        "forwardedProps": {},
    }


async def test_an_ai_sdk_client_resumes_at_another_server(
    cluster: Cluster, here: Client, there: Client
):
    message = {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "hold c"}]}
    post = {"id": "chat-1", "messages": [message], "trigger": "submit-message"}
    async with here.session.post(f"{here.url}/api/chat/clerk", json=post) as response:
        await response.content.readuntil(b"tool-input-available")
    await until_effect(cluster, "hold c begins")
    async with there.session.get(f"{there.url}/api/chat/clerk/chat-1/stream") as again:
        assert again.status == 200
        await again.content.readuntil(b"tool-input-available")
        cluster.go()
        rest = await again.read()
    assert b"tool-output-available" in rest
    assert rest.rstrip().endswith(b"data: [DONE]")
    stored = await here.get("/api/chat/clerk/chat-1/messages")
    assert [one["role"] for one in stored] == ["user", "assistant"]


async def until_effect(cluster: Cluster, what: str) -> None:
    await until(lambda: what in [one for _, one in cluster.effects()])
