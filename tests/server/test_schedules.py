"""Schedules over HTTP: make, look at, change, pause, fire; and who may."""

from interlock.testing import ManualClock

HOUR = 3_600_000
CLOCK = 1_800_000_000_000
"""Where a manual clock begins: 2027-01-15 08:00 UTC."""

REPORT = {"name": "report", "agent": "clerk", "message": "report", "cron": "0 9 * * *"}


async def test_a_schedule_is_made_shown_changed_and_forgotten(serve):
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
        status, made = await house.post("/v1/schedules", REPORT)
        assert status == 201
        assert made["user"] == "ann"
        assert made["next_at"] == CLOCK + HOUR
        assert (await house.get(f"/v1/schedules/{made['id']}"))[1] == made
        assert (await house.get("/v1/schedules"))[1]["schedules"] == [made]

        patch = {"cron": "0 9 * * *", "zone": "America/New_York", "overlap": "queue"}
        status, edited = await house.ask("PATCH", f"/v1/schedules/{made['id']}", json=patch)
        assert status == 200
        assert edited["next_at"] == CLOCK + 6 * HOUR
        assert edited["timing"]["zone"] == "America/New_York"
        assert edited["overlap"] == "queue"

        assert (await house.ask("DELETE", f"/v1/schedules/{made['id']}"))[0] == 204
        assert (await house.get(f"/v1/schedules/{made['id']}"))[0] == 404
        assert (await house.get("/v1/schedules"))[1]["schedules"] == []


async def test_another_way_to_say_when_takes_the_place_of_the_old_one(serve):
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        _, edited = await house.ask("PATCH", path, json={"every": 60})
        assert (edited["timing"]["cron"], edited["timing"]["every"]) == ("", 60)
        assert edited["timing"]["start"] == CLOCK
        assert edited["next_at"] == CLOCK + 60_000
        _, edited = await house.ask("PATCH", path, json={"at": CLOCK + HOUR})
        assert (edited["timing"]["every"], edited["timing"]["at"]) == (0, CLOCK + HOUR)
        _, edited = await house.ask("PATCH", path, json={"name": "other"})
        assert (edited["name"], edited["next_at"]) == ("other", CLOCK + HOUR)


async def test_a_paused_schedule_shows_no_miss_when_it_is_resumed(serve):
    clock = ManualClock(CLOCK)
    async with serve("text: hello", clock=clock) as house:
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}"
        _, paused = await house.post(f"{path}/pause", {})
        assert paused["paused"] is True
        clock.move(50 * 3600)
        _, resumed = await house.post(f"{path}/resume", {})
        assert resumed["paused"] is False
        assert resumed["next_at"] == CLOCK + 73 * HOUR
        assert (await house.get(f"{path}/slots"))[1]["slots"] == []


async def test_a_schedule_fires_by_hand_and_its_slots_are_shown(serve):
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
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
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
        when = {"cron": "*/30 * * * *", "count": 3}
        status, coming = await house.post("/v1/schedules/preview", when)
        assert status == 200
        assert coming["slots"] == [CLOCK + n * HOUR // 2 for n in (1, 2, 3)]
        _, made = await house.post("/v1/schedules", REPORT)
        path = f"/v1/schedules/{made['id']}/preview?count=2"
        assert (await house.get(path))[1]["slots"] == [CLOCK + HOUR, CLOCK + 25 * HOUR]


async def test_a_wrong_schedule_is_refused_with_what_is_wrong(serve):
    wrong = [
        ({"cron": "0 0 30 2 *"}, "bad_cron"),
        ({"zone": "Mars/Olympus"}, "bad_zone"),
        ({"every": 5}, "bad_timing"),
        ({"cron": ""}, "bad_timing"),
        ({"cron": "", "every": -5}, "bad_timing"),
        ({"cron": "", "at": CLOCK - 1}, "never_fires"),
        ({"name": " "}, "bad_name"),
        ({"message": ""}, "bad_message"),
        ({"jitter": 3601}, "bad_jitter"),
        ({"missed": "some"}, "bad_body"),
        ({"extra": 1}, "bad_body"),
        ({"agent": "nobody"}, "agent_not_found"),
        ({"thread_id": "thread_x"}, "thread_not_found"),
        ({"hook_id": "hook_x"}, "webhook_not_found"),
    ]
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
        for change, code in wrong:
            status, problem = await house.post("/v1/schedules", {**REPORT, **change})
            assert (status, problem["code"]) == (404 if "not_found" in code else 422, code), change
        run = await house.run()
        fixed = {**REPORT, "thread_id": run["thread_id"], "overlap": "allow"}
        assert (await house.post("/v1/schedules", fixed))[1]["code"] == "bad_overlap"


async def test_a_stranger_finds_no_schedule(serve):
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
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
    async with serve("text: hello", clock=ManualClock(CLOCK)) as house:
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
