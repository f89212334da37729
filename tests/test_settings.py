"""Settings: the environment wins over the file, and nothing wrong passes in silence."""

import pytest

from interlock.errors import ConfigError
from interlock.settings import load_settings, read_secrets


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


def test_a_secret_may_be_a_file_for_settings_and_for_the_keys_of_models(tmp_path):
    (tmp_path / "token").write_text("a secret\n", encoding="utf-8")
    files = {f"{name}_FILE": str(tmp_path / "token") for name in ("INTERLOCK_TOKEN", "XAI_API_KEY")}
    others = {"SSL_CERT_FILE": "/nowhere", "AWS_WEB_IDENTITY_TOKEN_FILE": "/nowhere"}
    assert load_settings(files | others, tmp_path / "none.toml").token == "a secret"
    found = read_secrets(files | others)
    assert found == {**files, **others, "INTERLOCK_TOKEN": "a secret", "XAI_API_KEY": "a secret"}


def test_a_secret_that_is_set_twice_or_can_not_be_read_ends_the_start(tmp_path):
    with pytest.raises(ConfigError, match="INTERLOCK_TOKEN_FILE names can't be read"):
        load_settings({"INTERLOCK_TOKEN_FILE": str(tmp_path / "none")})
    with pytest.raises(ConfigError, match="Both INTERLOCK_TOKEN and INTERLOCK_TOKEN_FILE"):
        load_settings({"INTERLOCK_TOKEN_FILE": "a", "INTERLOCK_TOKEN": "b"})
    with pytest.raises(ConfigError, match="Did you mean INTERLOCK_TOKEN"):
        load_settings({"INTERLOCK_TOKENS": "a"}, tmp_path / "none.toml")
