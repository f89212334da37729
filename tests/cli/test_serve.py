"""``interlock serve`` as a process: what it prints, what it leaves, how it stops."""

import json
import signal
import stat
from pathlib import Path

from tests.cli.process import Server
from tests.cli.terminal import Terminal


def test_a_server_that_is_ready_says_where_it_is_and_leaves_that_to_its_user_alone(
    own_server: Server,
):
    ready = own_server.start().ready
    left = json.loads(own_server.file.read_text("utf-8"))
    assert left == {"url": ready["url"], "token": ready["token"], "pid": ready["pid"]}
    assert stat.S_IMODE(own_server.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_server.file.parent.stat().st_mode) == 0o700
    assert own_server.process.pid == ready["pid"]


def test_a_stopped_server_ends_well_and_takes_its_file_away(own_server: Server):
    own_server.start()
    assert (own_server.stop(), own_server.file.exists()) == (0, False)


def test_what_people_read_holds_a_link_that_works_once_and_the_token(tmp_path: Path):
    server = Server(tmp_path)
    serving = Terminal(server, "serve", "--token", "a-fixed-token")
    with serving as terminal:
        terminal.until("twice at once.")
        terminal.type("\x03")
        assert terminal.wait() == 0
    lines = [line.split() for line in terminal.text.replace("\r", "").splitlines()]
    said = {line[0]: line[1:] for line in lines if line}
    assert said["token"] == ["a-fixed-token"]
    assert said["open"][0].startswith(f"{said['url'][0]}/#code=code_")
    assert said["agents"] == ["demo"]


def test_a_first_signal_lets_work_finish_its_step_and_a_second_ends_at_once(tmp_path: Path):
    server = Server(tmp_path, pace="30").start()
    run = server.begin("count slowly")
    server.signal(signal.SIGTERM)
    server.until_log("Stopping")
    server.signal(signal.SIGTERM)
    assert (server.wait(), server.file.exists()) == (130, False)
    server.start()
    assert server.json("runs", "show", run)["run"]["status"] in {"queued", "running"}
    server.kill()


def test_a_program_of_the_users_own_is_served(tmp_path: Path):
    (tmp_path / "mine.py").write_text(
        "from interlock import Agent, Interlock, Scripted\n"
        'app = Interlock(agents=[Agent("echo", model=Scripted(lambda _: "text: Hello."))])\n',
        "utf-8",
    )
    server = Server(tmp_path, serve=["mine:app"]).start()
    answer = server.command("run", "echo", "hi")
    assert (answer.stdout, answer.returncode) == ("Hello.\n", 0)
    assert server.stop() == 0


def test_the_token_and_port_that_are_asked_for_are_the_ones_that_count(tmp_path: Path):
    server = Server(tmp_path, serve=["--token", "a-fixed-token"]).start()
    url = server.ready["url"]
    assert server.ready["token"] == "a-fixed-token"
    refused = server.command("agents", "--url", url, "--token", "another")
    assert (refused.stdout, refused.returncode) == ("", 2)
    assert "hint: the token is wrong or old" in refused.stderr
    taken = server.command("serve", "--port", url.rpartition(":")[2])
    assert (taken.stdout, taken.returncode) == ("", 1)
    assert "hint: choose another --port" in taken.stderr
    assert server.stop() == 0


def test_two_servers_do_not_share_a_data_directory(server: Server):
    second = server.command("serve")
    assert (second.stdout, second.returncode) == ("", 1)
    assert "give this one a folder of its own with INTERLOCK_DATA_DIR" in second.stderr


def test_a_program_that_is_not_there_is_a_usage_error_with_a_hint(server: Server):
    for place, words in {
        "nothing": "does not name a program",
        "no_such_module:app": "no module no_such_module",
        "json:app": "has no app",
        "json:decoder": "is no program but a module",
    }.items():
        refused = server.command("serve", place)
        assert (refused.stdout, refused.returncode) == ("", 2), place
        assert words in refused.stderr
        assert "hint: " in refused.stderr


def test_settings_that_can_not_work_end_with_words_and_no_trace(server: Server):
    for name, value, words in (
        ("INTERLOCK_DATA_DIR", "/dev/null/x", "set INTERLOCK_DATA_DIR to a folder of yours"),
        ("INTERLOCK_DEMO_PACE", "fast", "must be a number"),
        ("INTERLOCK_PORT", "many", "A setting is wrong"),
    ):
        refused = server.command("serve", **{name: value})
        assert (refused.stdout, refused.returncode) == ("", 1), refused.stderr
        assert words in refused.stderr
        assert "Traceback" not in refused.stderr


BROKEN = """
import asyncio
from pathlib import Path

from interlock import Agent, Interlock, Scripted
from interlock.workers.sweeper import Sweeper


async def run(_):
    while not Path("break").exists():
        await asyncio.sleep(0.02)
    raise RuntimeError("broken on purpose")


Sweeper.run = run
app = Interlock(agents=[Agent("echo", model=Scripted([["text: Hel", "wait: 60"]]))])
"""


def test_a_server_that_lost_a_part_of_itself_stops_so_that_it_is_started_again(tmp_path: Path):
    (tmp_path / "mine.py").write_text(BROKEN, "utf-8")
    server = Server(tmp_path, serve=["mine:app"])
    server.environment["INTERLOCK_DRAIN_SECONDS"] = "0.1"
    server.start()
    run = server.command("run", "echo", "hello", "--detach").stdout.strip()
    (tmp_path / "break").touch()
    assert (server.wait(), server.file.exists()) == (1, False)
    said = (tmp_path / "server.log").read_text("utf-8")
    assert "a part of this process ended" in said
    assert said.endswith("hint: start it again; the log says why\n")
    (tmp_path / "break").unlink()
    server.start()
    assert server.json("runs", "show", run)["run"]["status"] in {"queued", "running"}
    server.kill()
