"""The picture of a run in the README is what a terminal shows."""

import re
from pathlib import Path

from tests.cli.process import Server
from tests.cli.terminal import Terminal
from tests.docs.pages import blocks

ID = re.compile(r"int_[0-9a-f]{32}")


def test_the_picture_of_a_run_is_what_a_terminal_shows(tmp_path: Path):
    [picture] = blocks("README.md", "text")
    server = Server(tmp_path).start()
    try:
        with Terminal(server, "run", "demo", "delete old reports", columns=92) as terminal:
            terminal.answer("your decision (y/n/e): ", "y\n")
            assert terminal.wait() == 0
    finally:
        server.stop()
    shown = [line.rstrip() for line in re.split(r"[\r\n]+", ID.sub("ID", terminal.text))]
    wanted = ID.sub("ID", picture).splitlines()
    assert [line for line in wanted if line not in shown] == []
