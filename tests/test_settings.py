"""Settings: the environment wins over the file, and nothing wrong passes in silence."""

import pytest

from interlock.errors import ConfigError
from interlock.settings import load_settings


def test_the_environment_wins_over_the_file(tmp_path):
    file = tmp_path / "interlock.toml"
    file.write_text('port = 1\nhost = "::1"\nhosts = ["a.example"]\n', encoding="utf-8")
    settings = load_settings({"INTERLOCK_PORT": "8420"}, file)
    assert (settings.port, settings.host, settings.hosts) == (8420, "::1", ("a.example",))


@pytest.mark.parametrize(
    ("text", "said"),
    [("prot = 1", "prot"), ('port = "x"', "port"), ("port = ", "not valid TOML")],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path, text, said):
    file = tmp_path / "interlock.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        load_settings({}, file)


def test_a_misspelt_variable_is_refused_and_others_are_left_alone(tmp_path):
    nothing = tmp_path / "none.toml"
    with pytest.raises(ConfigError, match="Did you mean INTERLOCK_SYNCHRONOUS"):
        load_settings({"INTERLOCK_SYNCHRONUS": "NORMAL"}, nothing)
    others = {"INTERLOCK_URL": "x", "INTERLOCK_DEMO_PACE": "0", "INTERLOCK_BENCH_DIR": "y"}
    assert load_settings(others, nothing) == load_settings({}, nothing)


@pytest.mark.parametrize("url", ["postgresql://x/y", "sqlite://relative.db", "sqlite:"])
def test_a_database_that_this_version_can_not_use_is_refused(url, tmp_path):
    settings = load_settings({"INTERLOCK_DATABASE_URL": url}, tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="sqlite:///"):
        settings.database()
