"""Which processes have a vault in common."""

import pytest

from interlock.errors import ConfigError
from interlock.settings import Settings
from interlock.wiring.vault import vault_root

SHARED = "postgresql://db/x"


def test_on_postgres_processes_have_the_token_in_common_or_nothing():
    one = vault_root(Settings(database_url=SHARED, token="t"))
    assert one == vault_root(Settings(database_url=SHARED, token="t"))
    assert one != vault_root(Settings(database_url=SHARED, token="u"))
    assert vault_root(Settings(database_url=SHARED)) is None


def test_an_embedded_one_has_its_data_directory_whatever_the_token(tmp_path):
    one = vault_root(Settings(data_dir=str(tmp_path), token="t"))
    assert one == vault_root(Settings(data_dir=str(tmp_path), token="u"))


def test_a_key_of_its_own_outlives_both_and_may_not_be_short(tmp_path):
    key = "k" * 32
    assert vault_root(Settings(database_url=SHARED, token="t", vault_key=key)) == key.encode()
    assert vault_root(Settings(data_dir=str(tmp_path), vault_key=key)) == key.encode()
    with pytest.raises(ConfigError, match="32 characters"):
        vault_root(Settings(vault_key="short"))
