"""The compose files: what the schema knows, and what it does not."""

import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.deploy.files import DEPLOY, NO_SETTINGS, SECRETS, SETTINGS, compose, seconds, variables

from interlock.settings import load_settings

OURS = ("server-1", "server-2", "worker", "migrate")
FILES = ("compose.yaml", "compose.dev.yaml")


@pytest.mark.parametrize("name", FILES)
def test_a_compose_file_obeys_the_schema_of_compose(name: str):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, str(DEPLOY / name)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_topology_is_two_servers_three_workers_and_what_they_need():
    services = compose()["services"]
    assert set(services) == {"proxy", "postgres", "redis", *OURS}
    assert services["worker"]["deploy"]["replicas"] == 3
    assert [one["command"][:2] for one in (services[name] for name in OURS[:2])] == [
        ["serve", "--no-worker"]
    ] * 2


def test_every_name_that_is_used_is_declared():
    file = compose()
    for name, service in file["services"].items():
        assert set(service.get("secrets", [])) <= set(file["secrets"]), name
        assert set(service.get("networks", [])) <= set(file["networks"]), name
        assert set(service.get("depends_on", {})) <= set(file["services"]), name
        kept = [one.split(":")[0] for one in service.get("volumes", [])]
        assert {one for one in kept if one[0] not in ".$"} <= set(file["volumes"]), name
    assert set(compose("compose.dev.yaml")["services"]) <= set(file["services"])


def test_every_service_restarts_says_how_it_is_and_is_pinned():
    for name, service in compose()["services"].items():
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
        assert "healthcheck" in service, name
        assert service["image"].startswith("${INTERLOCK_IMAGE:?") or re.search(
            r":\d+\.?\d*-", service["image"]
        ), name


def test_a_container_that_is_told_to_stop_gets_more_time_than_a_drain_takes():
    for name in OURS:
        service = compose()["services"][name]
        drain = float(service["environment"]["INTERLOCK_DRAIN_SECONDS"])
        assert seconds(service["stop_grace_period"]) > drain + 10


def test_our_containers_can_do_little():
    for name in OURS:
        service = compose()["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "ports" not in service
        assert "privileged" not in service


def test_only_the_proxy_is_reached_from_outside_and_the_data_from_nowhere():
    file = compose()
    assert [name for name, one in file["services"].items() if "ports" in one] == ["proxy"]
    assert file["networks"]["back"] == {"internal": True}
    for name in ("postgres", "redis"):
        assert file["services"][name]["networks"] == ["back"]


@pytest.mark.parametrize("name", [*FILES, ".env.example", "dev.env"])
def test_every_variable_that_a_file_sets_is_one(name: str):
    named = set(variables((DEPLOY / name).read_text("utf-8")))
    assert named <= SETTINGS | NO_SETTINGS


def test_no_secret_stands_in_a_file():
    for name in OURS:
        environment: dict[str, str] = compose()["services"][name]["environment"]
        assert not SECRETS & set(environment)
        assert {f"{one}_FILE" for one in SECRETS} <= set(environment)
    for path in (DEPLOY / ".env.example", DEPLOY / "dev.env"):
        assert not SECRETS & set(variables(path.read_text("utf-8")))


def test_every_variable_that_compose_asks_for_stands_in_the_example():
    needed = set(re.findall(r"\$\{(INTERLOCK_\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    for name in (".env.example", "dev.env"):
        lines = (DEPLOY / name).read_text("utf-8").splitlines()
        assert needed <= {line.partition("=")[0] for line in lines}, name


def make_secrets(folder: Path) -> dict[str, str]:
    subprocess.run([DEPLOY / "make-secrets", folder], check=True, capture_output=True)
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_the_secrets_are_made_once_and_are_what_the_settings_read(tmp_path: Path):
    folder = tmp_path / "secrets"
    made = make_secrets(folder)
    files: dict[str, Any] = compose()["secrets"]
    assert {Path(one["file"]).name for one in files.values()} == set(made)
    assert len({made["token"], made["postgres_password"], made["redis_password"]}) == 3
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert make_secrets(folder) == made
    environment = {
        f"INTERLOCK_{name.upper()}_FILE": str(folder / name) for name in ("token", "database_url")
    }
    settings = load_settings(environment, tmp_path / "none.toml")
    assert settings.token == made["token"]
    assert made["postgres_password"] in settings.database_url
