"""Where the server is, and to whom its token may go."""

from pathlib import Path

import pytest

from interlock.cli.address import (
    Address,
    find_address,
    read_address,
    remove_address,
    runtime_file,
    write_address,
)
from interlock.cli.exits import Trouble

LOCAL = Address("http://127.0.0.1:1234", "secret", 42)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    found = {"XDG_RUNTIME_DIR": str(tmp_path)}
    write_address(LOCAL, found)
    return found


def test_flags_go_before_the_environment_and_that_before_the_file(environment: dict[str, str]):
    told = environment | {"INTERLOCK_URL": "http://a", "INTERLOCK_TOKEN": "t"}
    assert find_address("", "", environment) == LOCAL
    assert find_address("", "", told) == Address("http://a", "t")
    assert find_address("http://b/", "u", told) == Address("http://b", "u")


def test_the_local_token_never_goes_to_another_address(environment: dict[str, str]):
    assert find_address("http://127.0.0.1:1234/", "", environment).token == "secret"
    with pytest.raises(Trouble, match="no token for http://elsewhere"):
        find_address("http://elsewhere", "", environment)


def test_a_file_that_others_could_have_written_is_not_believed(environment: dict[str, str]):
    file = runtime_file(environment)
    file.chmod(0o644)
    assert read_address(environment) is None
    file.chmod(0o600)
    assert read_address(environment) == LOCAL
    file.parent.chmod(0o777)
    assert read_address(environment) is None
    with pytest.raises(Trouble, match="open to others"):
        write_address(LOCAL, environment)


def test_a_link_is_not_followed(environment: dict[str, str], tmp_path: Path):
    file = runtime_file(environment)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert read_address(environment) is None


def test_the_file_of_a_newer_server_stays(environment: dict[str, str]):
    remove_address(41, environment)
    assert read_address(environment) == LOCAL
    remove_address(42, environment)
    assert read_address(environment) is None


def test_a_broken_file_is_no_address(environment: dict[str, str]):
    runtime_file(environment).write_bytes(b"{")
    assert read_address(environment) is None


def test_an_address_does_not_show_its_token():
    assert "secret" not in repr(LOCAL)
