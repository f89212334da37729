"""Secrets at rest: read by whoever has the key, in their own place, and by nobody else."""

import pytest

from interlock.bus.clock import SystemClock
from interlock.domain.arguments import parse_arguments
from interlock.domain.redact import Redactor
from interlock.gate.chest import Chest
from interlock.gate.vault import Vault
from interlock.store.cipher import Cipher
from interlock.store.sqlite import SqliteStore

HERE = ("acme", "thread_1")
RAW = '{"password": "correct horse 9", "cvv": "123", "card_number": 4111111111111111}'


@pytest.fixture
async def store(tmp_path):
    store = SqliteStore(tmp_path / "a.db", lambda _: None)
    yield store
    await store.close()


def vault(store, key: bytes = bytes(32)) -> Vault:
    chest = Chest(store, SystemClock(), lambda: Cipher(key))
    return Vault(Redactor(), bytes(32), chest)


async def test_another_process_gets_the_very_same(store):
    first = vault(store)
    sealed = first.seal(RAW, HERE)
    await first.keep(sealed, HERE)
    opened = await vault(store).recall(parse_arguments(sealed), HERE)
    assert opened.arguments == parse_arguments(RAW)
    assert not opened.gone


async def test_another_place_or_key_gets_nothing(store):
    first = vault(store)
    sealed = first.seal(RAW, HERE)
    await first.keep(sealed, HERE)
    for other, place in (
        (vault(store), ("acme", "thread_2")),
        (vault(store), ("evil", "thread_1")),
        (vault(store, b"k" * 32), HERE),
    ):
        opened = await other.recall(parse_arguments(sealed), place)
        assert opened.gone
        assert "correct horse" not in str(opened)


async def test_what_is_not_kept_is_not_there(store):
    sealed = vault(store).seal(RAW, HERE)
    assert (await vault(store).recall(parse_arguments(sealed), HERE)).gone
