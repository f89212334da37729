"""Metrics over HTTP: for whoever looks after the installation."""

from tests.server.house import House

WAIT = {"Prefer": "wait=20"}


async def scrape(house: House, who: str) -> tuple[int, dict[str, float]]:
    """The status, and each line's value by its name and labels."""
    async with house.open("GET", "/metrics", who) as answer:
        text = await answer.text()
        if answer.status != 200:
            return answer.status, {}
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return 200, {name: float(value) for name, value in lines}


async def test_metrics_say_what_was_done_and_what_waits(serve):
    async with serve(['call: delete {"folder": "a"}', "text: Hello."]) as house:
        for words in ("delete a", "hello"):
            asked = {"agent": "clerk", "message": words}
            await house.ask("POST", "/v1/runs", json=asked, headers=WAIT)
        _, found = await scrape(house, "chief")
    assert found['interlock_runs_total{status="interrupted"}'] == 1
    assert found['interlock_runs_total{status="success"}'] == 1
    assert found["interlock_questions_open"] == 1
    assert found["interlock_questions_open_oldest_seconds"] >= 0
    assert found["interlock_runs_queued"] == 0
    assert found["interlock_outbox_pending"] == 0
    assert found['interlock_queue_depth{place="waiting"}'] == 0
    if not house.runtime.settings.shares:  # else nobody hears of the others without Redis
        assert found['interlock_processes{state="up"}'] == 1
        assert found["interlock_worker_capacity"] > 0
    else:
        assert not any(name.startswith("interlock_worker_") for name in found)
    assert found["interlock_streams_open"] == 0
    assert found['interlock_store_duration_seconds_count{operation="read"}'] > 0


async def test_an_open_stream_is_counted(serve, desk):
    async with serve(['call: slow {"text": "x"}', "text: Done."]) as house:
        _, run = await house.ask("POST", "/v1/runs", json={"agent": "clerk", "message": "go"})
        accept = {"accept": "text/event-stream"}
        path = f"/v1/runs/{run['id']}/events"
        async with house.open("GET", path, headers=accept) as stream:
            await stream.content.readany()
            _, found = await scrape(house, "chief")
            desk.release.set()
        assert found["interlock_streams_open"] == 1


async def test_nobody_but_an_admin_reads_metrics_and_nobody_without_a_token(serve):
    async with serve([]) as house:
        assert [(await scrape(house, who))[0] for who in ("ann", "boss", "nobody")] == [
            403,
            403,
            401,
        ]


async def test_with_accounts_a_tenants_admin_does_not_see_what_is_of_all_tenants(settle):
    async with settle() as town:
        seen = {}
        for who in ("ops", "chief"):
            async with town.house.open("GET", "/metrics", who) as answer:
                seen[who] = answer.status
    assert seen == {"ops": 200, "chief": 403}
