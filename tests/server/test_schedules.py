"""Schedules over HTTP: make, look at, change, pause, fire; and who may."""

from datetime import datetime
from zoneinfo import ZoneInfo

from interlock.testing import ManualClock

HOUR = 3_600_000

REPORT = {"name": "report", "agent": "clerk", "message": "report", "every": 3600}


async def test_a_schedule_is_made_shown_changed_and_forgotten(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        status, made = await house.post("/v1/schedules", REPORT)
        assert status == 201
        assert made["user"] == "ann"
        assert made["next_at"] == made["created_at"] + HOUR
        path = f"/v1/schedules/{made['id']}"
        assert (await house.get(path))[1] == made
        assert (await house.get("/v1/schedules"))[1]["schedules"] == [made]

        patch = {"cron": "0 9 * * *", "zone": "America/New_York", "overlap": "queue"}
        status, edited = await house.ask("PATCH", path, json=patch)
        assert status == 200
        new_york = datetime.fromtimestamp(edited["next_at"] / 1000, ZoneInfo("America/New_York"))
        assert (new_york.hour, new_york.minute) == (9, 0)
        assert 0 < edited["next_at"] - edited["updated_at"] <= 25 * HOUR
        assert (edited["timing"]["every"], edited["overlap"]) == (0, "queue")

        assert (await house.ask("DELETE", path))[0] == 204
        assert (await house.get(path))[0] == 404
        assert (await house.get("/v1/schedules"))[1]["schedules"] == []


async def test_another_way_to_say_when_takes_the_place_of_the_old_one(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        _, made = await house.post("/v1/schedules", {**REPORT, "every": 0, "cron": "@daily"})
        path = f"/v1/schedules/{made['id']}"
        _, edited = await house.ask("PATCH", path, json={"every": 60})
        assert (edited["timing"]["cron"], edited["timing"]["every"]) == ("", 60)
        assert edited["timing"]["start"] == edited["updated_at"]
        assert edited["next_at"] == edited["updated_at"] + 60_000
        at = made["created_at"] + 50 * HOUR
        _, edited = await house.ask("PATCH", path, json={"at": at})
        assert (edited["timing"]["every"], edited["timing"]["at"]) == (0, at)
        _, edited = await house.ask("PATCH", path, json={"name": "other"})
        assert (edited["name"], edited["next_at"]) == ("other", at)


async def test_a_paused_schedule_shows_no_miss_when_it_is_resumed(serve):
    clock = ManualClock()
    async with serve("text: hello", clock=clock) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        _, paused = await house.post(f"{path}/pause", {})
        assert paused["paused"] is True
        clock.move(50 * 3600)
        _, resumed = await house.post(f"{path}/resume", {})
        assert resumed["paused"] is False
        assert 0 < resumed["next_at"] - resumed["updated_at"] <= HOUR
        assert (await house.get(f"{path}/slots"))[1]["slots"] == []


async def test_a_schedule_fires_by_hand_and_its_slots_are_shown(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        status, run = await house.post(f"{path}/run", {})
        assert status == 202
        assert (await house.ended(run["id"]))["status"] == "success"
        slots = (await house.get(f"{path}/slots"))[1]["slots"]
        assert [(slot["run_id"], slot["state"]) for slot in slots] == [(run["id"], "fired")]
        assert slots[0]["manual"] is True
        assert (await house.get(path))[1]["next_at"] == made["next_at"]


async def test_the_next_times_are_shown_before_and_after_it_is_made(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        when = {"cron": "*/30 * * * *", "count": 3}
        status, coming = await house.post("/v1/schedules/preview", when)
        assert status == 200
        assert [slot % (HOUR // 2) for slot in coming["slots"]] == [0, 0, 0]
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}/preview?count=2"
        first = made["next_at"]
        assert (await house.get(path))[1]["slots"] == [first, first + HOUR]


async def test_a_wrong_schedule_is_refused_with_what_is_wrong(serve):
    wrong = [
        ({"every": 0, "cron": "0 0 30 2 *"}, "bad_cron"),
        ({"every": 0, "cron": "@daily", "zone": "Mars/Olympus"}, "bad_zone"),
        ({"cron": "@daily"}, "bad_timing"),
        ({"every": 0}, "bad_timing"),
        ({"every": -5}, "bad_timing"),
        ({"every": 0, "at": 1}, "never_fires"),
        ({"name": " "}, "bad_name"),
        ({"message": ""}, "bad_message"),
        ({"jitter": 3601}, "bad_jitter"),
        ({"missed": "some"}, "bad_body"),
        ({"extra": 1}, "bad_body"),
        ({"agent": "nobody"}, "agent_not_found"),
        ({"thread_id": "thread_x"}, "thread_not_found"),
        ({"hook_id": "hook_x"}, "webhook_not_found"),
    ]
    async with serve("text: hello", clock=ManualClock()) as house:
        for change, code in wrong:
            status, problem = await house.post("/v1/schedules", {**REPORT, **change})
            assert (status, problem["code"]) == (404 if "not_found" in code else 422, code), change
        run = await house.run()
        fixed = {**REPORT, "thread_id": run["thread_id"], "overlap": "allow"}
        assert (await house.post("/v1/schedules", fixed))[1]["code"] == "bad_overlap"


async def test_a_stranger_finds_no_schedule(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        for who in ("bob", "eve"):
            assert (await house.get("/v1/schedules", who))[1]["schedules"] == []
            for method, address in [
                ("GET", path),
                ("PATCH", path),
                ("DELETE", path),
                ("POST", f"{path}/pause"),
                ("POST", f"{path}/resume"),
                ("POST", f"{path}/run"),
                ("GET", f"{path}/slots"),
                ("GET", f"{path}/preview"),
            ]:
                body = {"json": {}} if method in {"PATCH", "POST"} else {}
                status, problem = await house.ask(method, address, who, **body)
                assert (status, problem["code"]) == (404, "schedule_not_found"), (who, address)
        assert (await house.get(path))[0] == 200


async def test_an_admin_may_stop_a_schedule_and_not_make_it_run_something_else(serve):
    async with serve("text: hello", clock=ManualClock()) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        assert len((await house.get("/v1/schedules", "chief"))[1]["schedules"]) == 1
        for method, address in [
            ("PATCH", path),
            ("POST", f"{path}/run"),
            ("POST", f"{path}/resume"),
        ]:
            status, problem = await house.ask(method, address, "chief", json={})
            assert (status, problem["code"]) == (403, "not_your_schedule"), address
        assert (await house.post(f"{path}/pause", {}, "chief"))[0] == 200
        assert (await house.ask("DELETE", path, "chief"))[0] == 204
