"""The rules of the house that no linter knows: sizes, the one door, a quiet import, honest docs."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import interlock
from interlock.domain import events

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "interlock"
LINE_LIMIT = 300

QUIET_IMPORT = """
import builtins, io, os, sys, threading

def loud(event, arguments):
    name = arguments[0] if arguments else ""
    writes = event == "open" and (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    data = event == "open" and str(name).endswith((".db", ".toml", ".env", ".sql", ".json"))
    acts = event.startswith(("socket.connect", "socket.bind", "subprocess", "os.mkdir", "sqlite3"))
    if writes or data or acts:
        raise SystemExit(f"import interlock does {event} {name}")

sys.dont_write_bytecode = True
sys.addaudithook(loud)
import interlock
names = [name for name in interlock.__all__ if getattr(interlock, name, None) is None]
assert not names, names
assert threading.active_count() == 1, threading.enumerate()
"""


def tracked_files() -> list[Path]:
    """The text files that git holds or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:1024]]


def python_files() -> list[Path]:
    return sorted([*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("test_*.py")])


def of_ours(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_is_longer_than_a_reader_can_hold():
    lengths = {of_ours(path): len(path.read_text("utf-8").splitlines()) for path in python_files()}
    assert {name: lines for name, lines in lengths.items() if lines > LINE_LIMIT} == {}


# Click's own ``ctx.invoke`` runs a command of the command line, which is no tool.
INVOKES = re.compile(r"(?<!\bctx)\.invoke\(")


def test_a_tool_is_invoked_in_one_line_of_the_code():
    places = [
        of_ours(path)
        for path in sorted(SOURCE.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if INVOKES.search(line)
    ]
    assert places == ["src/interlock/gate/execute.py"]


def test_importing_interlock_prints_nothing_opens_nothing_and_starts_nothing(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", QUIET_IMPORT], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert list(tmp_path.iterdir()) == []


def test_the_public_names_are_what_can_be_imported_and_nothing_else_is():
    rooms = {path.stem for path in SOURCE.iterdir()}
    public = {name for name in vars(interlock) if not name.startswith("_")} - rooms
    assert (public, len(set(interlock.__all__))) == (set(interlock.__all__), len(public))


# The patterns are written in pieces so that this file does not match itself.
FOREIGN = {
    "a path of one machine": r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/[a-z]",
    "an address of a package registry": "|".join(
        [r"registry\.npm" + "js", r"files\.python" + "hosted", r"pypi\.org/" + "simple"]
    ),
    "the address of a package in a lock": r'"resolved"\s*:|--(?:extra-)?index-' + "url ",
}


@pytest.mark.parametrize("what", FOREIGN)
def test_no_file_names_what_only_one_machine_has(what: str):
    pattern = re.compile(FOREIGN[what])
    found = [
        f"{of_ours(path)}: {match.group()}"
        for path in tracked_files()
        for match in pattern.finditer(path.read_text("utf-8", errors="replace"))
    ]
    assert found == []


@pytest.mark.parametrize("kind", get_args(events.Fact), ids=lambda kind: kind.__name__)
def test_every_fact_has_a_row_in_the_glossary(kind: type):
    tag = kind.__struct_config__.tag  # pyright: ignore[reportAttributeAccessIssue]
    rows = [
        line
        for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
        if line.startswith(f"| `{tag}` | `{kind.__name__}` |")
    ]
    assert len(rows) == 1
