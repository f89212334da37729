"""The systemd units, as systemd itself judges them."""

import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest
from tests.deploy.files import DEPLOY, NO_SETTINGS, SETTINGS, seconds, variables

UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
EXPOSURE = 20
"""Tenths of systemd's own measure, of which 100 is the worst; below 20 is called OK."""


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=30)


def test_systemd_finds_nothing_wrong(tmp_path: Path):
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/interlock/bin/interlock", "/bin/true")
        (tmp_path / unit.name).write_text(text, "utf-8")
    named = [tmp_path / unit.name.replace("@.", "@8420.") for unit in UNITS]
    for path in named:
        if not path.exists():
            path.symlink_to(path.name.replace("@8420.", "@."))
    done = run("systemd-analyze", "verify", "--man=no", *map(str, named))
    ours = [line for line in done.stderr.splitlines() if "interlock" in line]
    assert ours == []


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_can_do_little(unit: Path):
    done = run(
        "systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", str(unit)
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_gets_more_time_to_stop_than_a_drain_takes(unit: Path):
    found: dict[str, list[str]] = {}
    for line in unit.read_text("utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals:
            found.setdefault(name, []).append(value)
    if found["Type"] == ["oneshot"]:
        return
    [drain] = [v for v in found["Environment"] if v.startswith("INTERLOCK_DRAIN_SECONDS=")]
    assert seconds(found["TimeoutStopSec"][0]) > float(drain.partition("=")[2]) + 10
    assert found["KillSignal"] == ["SIGTERM"]
    assert found["Restart"] == ["always"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_variable_that_a_unit_sets_is_one(unit: Path):
    assert set(variables(unit.read_text("utf-8"))) <= SETTINGS | NO_SETTINGS


def test_every_unit_that_another_one_wants_exists():
    names = {unit.name for unit in UNITS}
    for unit in UNITS:
        parser = RawConfigParser(strict=False)
        parser.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
        parser.read_string(unit.read_text("utf-8"))
        for key in ("Requires", "Wants", "PartOf"):
            wanted = parser.get("Unit", key, fallback="").split()
            assert {one for one in wanted if one.startswith("interlock")} <= names
