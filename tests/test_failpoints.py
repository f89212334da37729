import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import interlock
from interlock import failpoints
from interlock.errors import ConfigError

HITS = """
from interlock import failpoints
for number in range(3):
    failpoints.hit("store.before_commit")
    print(number, flush=True)
"""


def passes(setting: str | None) -> tuple[str, int]:
    """What a process prints that passes one point three times, and how it ended."""
    environment = {key: value for key, value in os.environ.items() if key != failpoints.VARIABLE}
    if setting is not None:
        environment[failpoints.VARIABLE] = setting
    done = subprocess.run(
        [sys.executable, "-c", HITS], env=environment, capture_output=True, text=True
    )
    return done.stdout, done.returncode


def test_a_process_dies_at_the_visit_that_the_environment_names():
    assert passes("store.before_commit") == ("", -signal.SIGKILL)
    assert passes("store.before_commit:3") == ("0\n1\n", -signal.SIGKILL)


def test_a_process_lives_without_the_variable_and_past_other_points():
    assert passes(None) == ("0\n1\n2\n", 0)
    assert passes("") == ("0\n1\n2\n", 0)
    assert passes("store.after_commit") == ("0\n1\n2\n", 0)


def test_a_process_may_freeze_instead_and_go_on_when_it_is_told_to():
    environment = {**os.environ, failpoints.VARIABLE: "store.before_commit:2:stop"}
    with subprocess.Popen(
        [sys.executable, "-c", HITS], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        process.send_signal(signal.SIGCONT)
        said, _ = process.communicate(timeout=20)
    assert (said, process.returncode) == ("0\n1\n2\n", 0)


@pytest.mark.parametrize("text", ["nowhere", "store.after_commit:0", "store.after_commit:x"])
def test_a_wrong_setting_is_refused(text: str):
    with pytest.raises(ConfigError, match=failpoints.VARIABLE):
        failpoints.parse(text)


def test_the_points_of_the_registry_are_those_of_the_code():
    source = Path(interlock.__file__).parent
    passed = {
        name
        for file in source.rglob("*.py")
        for name in re.findall(r'failpoints\.hit\("([^"]+)"\)', file.read_text("utf-8"))
    }
    assert passed == failpoints.NAMES
