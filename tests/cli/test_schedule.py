"""``interlock schedule``: from a line to a run."""

from itertools import pairwise

from tests.cli.process import Server

ADD = ("schedule", "add", "nightly", "weather", "--agent", "demo")


def test_a_schedule_is_made_listed_shown_changed_and_removed(server: Server):
    told = server.command(*ADD, "--cron", "30 7 * * 1-5", "--zone", "Europe/Berlin")
    assert told.returncode == 0, told.stderr
    made = told.stdout.split()[0]
    assert "is made; next: " in told.stdout
    listed = server.command("schedule").stdout.split("\t")
    assert listed[:4] == [made, "nightly", "demo", "30 7 * * 1-5 Europe/Berlin"]
    server.command("schedule", "edit", made, "--every", "15m", "--overlap", "queue")
    shown = server.command("schedule", "show", made).stdout
    assert "when     every 900 s" in shown
    assert "overlap: queue" in shown
    assert shown.count("next     ") == 5
    assert "is paused; next: paused" in server.command("schedule", "pause", made).stdout
    assert "goes on; next: " in server.command("schedule", "resume", made).stdout
    assert server.command("schedule", "remove", made).stdout == f"removed: {made}\n"
    assert server.json("schedule")["schedules"] == []


def test_a_schedule_fires_by_hand_and_shows_what_became_of_it(server: Server):
    made = server.json(*ADD, "--cron", "@daily")["id"]
    run = server.json("schedule", "run", made)
    server.command("runs", "events", run["id"], "--follow")
    [slot] = server.json("schedule", "slots", made)["slots"]
    assert (slot["run_id"], slot["state"], slot["manual"]) == (run["id"], "fired", True)
    assert "\tfired\tby hand\t" in server.command("schedule", "slots", made).stdout
    assert server.json("runs", "show", run["id"])["run"]["channel"] == "schedule"


def test_the_next_times_are_shown_before_anything_is_made(server: Server):
    shown = server.command("schedule", "next", "--cron", "*/5 * * * *", "--count", "3").stdout
    assert len(shown.splitlines()) == 3


def test_a_wrong_time_is_refused_in_words(server: Server):
    told = server.command(*ADD, "--cron", "0 0 30 2 *")
    assert told.returncode == 1
    assert "never fires" in told.stderr
    assert server.command(*ADD).returncode == 1
    assert server.command(*ADD, "--every", "soon").returncode == 2


def test_an_interval_fires_by_itself(server: Server):
    made = server.json(*ADD, "--every", "1s", "--overlap", "allow")["id"]
    slots: list[dict[str, int]] = []
    for _ in range(200):
        slots = server.json("schedule", "slots", made)["slots"]
        if len(slots) >= 2:
            break
    server.command("schedule", "remove", made)
    times = sorted(slot["slot"] for slot in slots)
    assert len(times) >= 2
    assert {later - earlier for earlier, later in pairwise(times)} == {1_000}
