"""The image: its file obeys the linter, and what it runs works for a user without rights.

No engine builds it here. The wheel is built and installed as the file says, from the same locks,
and its commands run with its environment, as nobody.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.deploy.files import DEPLOY, NO_SETTINGS, ROOT, SETTINGS, variables
from tests.deploy.proxies import free_port

TEXT = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
LAST = TEXT[TEXT.rindex("\nFROM ") :]
BOUND = 60
NOBODY = 65534
ROOT_USER = os.getuid() == 0
BIN = Path(sys.executable).parent
BUILD = ("--no-build-isolation", "--wheel")


def test_the_linter_finds_nothing_wrong():
    done = subprocess.run(
        [BIN / "hadolint", DEPLOY / "Dockerfile"], capture_output=True, text=True, timeout=BOUND
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_has_a_user_without_rights_and_a_pinned_base():
    assert re.search(r"^USER 10001:10001$", LAST, re.MULTILINE)
    bases = re.findall(r"^ARG \w+=(\S+)$", TEXT, re.MULTILINE)
    assert bases
    assert all(re.search(r":\d", base) for base in bases)


def test_what_is_copied_exists_and_no_secret_is():
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8")
    for words in re.findall(r"^COPY (?!--from)(.+)$", TEXT, re.MULTILINE):
        for name in words.split()[:-1]:
            assert (ROOT / name).exists(), name
            assert f"!{name.split('/')[0]}" in ignored, name
    assert set(variables(TEXT)) <= SETTINGS | NO_SETTINGS
    assert not re.search(r"(?i)(token|password|api_key)\s*=", TEXT)


def words(instruction: str) -> list[str]:
    """The JSON list of an instruction of the last stage."""
    found = re.findall(rf"^{instruction} +(?:.* CMD +)?(\[.*\])$", LAST, re.MULTILINE)
    return json.loads(found[-1])


def run(*command: "str | Path") -> None:
    """Run a step of the file."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=BOUND * 4, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def interpreter() -> str:
    """A Python that the image's user can run: root's own may lie in a folder that is root's."""
    places = [sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"]
    for place in places:
        path = Path(place).resolve()
        if all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents)):
            return str(path)
    return pytest.fail("as root, this needs a Python that others can run: apt-get install python3")


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A place that everybody can look into."""
    made = Path(tempfile.mkdtemp(prefix="interlock-image-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def installed(folder: Path) -> Path:
    """What the image holds at /opt/interlock, as the file says that it is made."""
    python = folder / "opt"
    run(BIN / "uv", "build", *BUILD, "--python", sys.executable, "--out-dir", folder / "dist")
    run(BIN / "uv", "venv", "--python", interpreter() if ROOT_USER else sys.executable, python)
    install = [BIN / "uv", "pip", "install", "--python", python]
    run(*install, "--require-hashes", "-r", "requirements/image.lock")
    [wheel] = (folder / "dist").glob("*.whl")
    run(*install, "--no-deps", wheel)
    return python


@pytest.fixture
def environment(installed: Path, folder: Path) -> dict[str, str]:
    """The environment of the image, with folders and a port of the test."""
    block = re.findall(r"^ENV (.+)$", LAST, re.MULTILINE)[-1]
    given = dict(word.split("=", 1) for word in block.split())
    data = Path(tempfile.mkdtemp(dir=folder))
    if ROOT_USER:
        os.chown(data, NOBODY, NOBODY)
    return {
        **given,
        "PATH": f"{installed}/bin:/usr/bin:/bin",
        "INTERLOCK_DATA_DIR": str(data),
        "INTERLOCK_PORT": str(free_port()),
        "XDG_RUNTIME_DIR": str(data),
    }


def start(environment: dict[str, str], command: list[str]) -> "subprocess.Popen[str]":
    """Run a command of the image as its user."""
    return subprocess.Popen(
        command,
        env=environment,
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        user=NOBODY if ROOT_USER else None,
        group=NOBODY if ROOT_USER else None,
        extra_groups=[] if ROOT_USER else None,
    )


def test_the_image_serves_says_that_it_is_well_and_stops_when_told(environment: dict[str, str]):
    health = [w.replace("8420", environment["INTERLOCK_PORT"]) for w in words("HEALTHCHECK")]
    with start(environment, [*words("ENTRYPOINT"), *words("CMD"), "--json"]) as server:
        try:
            assert server.stdout is not None
            ready = json.loads(server.stdout.readline())
            assert ready["agents"]
            with start(environment, health) as asked:
                assert asked.wait(BOUND) == 0
            server.send_signal(signal.SIGTERM)
            assert server.wait(BOUND) == 0
        finally:
            server.kill()
    with start(environment, health) as asked:
        assert asked.wait(BOUND) != 0


@pytest.mark.parametrize("command", [["db", "migrate"], ["serve", "--help"], ["worker", "--help"]])
def test_every_command_of_the_topology_is_in_the_image(
    environment: dict[str, str], command: list[str]
):
    with start(environment, [*words("ENTRYPOINT"), *command]) as done:
        assert done.wait(BOUND) == 0
