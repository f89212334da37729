"""The vault of an installation: one key, whichever process opens."""

import hashlib
import hmac
import secrets

from interlock.domain.agents import Agent
from interlock.domain.redact import Redactor
from interlock.errors import ConfigError
from interlock.gate.chest import Chest
from interlock.gate.vault import Vault
from interlock.ports import Clock, Store
from interlock.settings import Settings
from interlock.wiring.extra import from_extra
from interlock.wiring.secret import read_secret

CIPHER = "interlock.store.cipher:Cipher"
"""Imported with the first secret: most installations never see one in a call."""

SHORTEST = 32
"""Characters of a key that somebody sets: it is not stretched, so it must not be guessed."""

WEEK = 7 * 24 * 3600.0
"""Seconds that a secret is kept at least, since a call last had it."""


def make_vault(settings: Settings, store: Store, clock: Clock, redactor: Redactor) -> Vault:
    """The vault. Processes that have no key in common keep secrets in memory only.

    Raises:
        ConfigError: The key is too short, or the data directory's secret can't be read.
    """
    root = vault_root(settings)
    if root is None:
        return Vault(redactor, secrets.token_bytes(32))
    key = derived(root, b"seal")
    chest = Chest(store, clock, lambda: from_extra(CIPHER)(key))
    return Vault(redactor, derived(root, b"handle"), chest)


def vault_root(settings: Settings) -> bytes | None:
    """What the vault's keys are made of; None on PostgreSQL with neither a key nor a token.

    Raises:
        ConfigError: The key is too short, or the data directory's secret can't be read.
    """
    if settings.vault_key:
        if len(settings.vault_key) < SHORTEST:
            raise ConfigError(
                f"INTERLOCK_VAULT_KEY needs at least {SHORTEST} characters: openssl rand -hex 32"
            )
        return settings.vault_key.encode()
    if settings.shares:
        return settings.token.encode() or None
    return read_secret(settings.database().parent)


def derived(root: bytes, use: bytes) -> bytes:
    """32 bytes for one use: HKDF with SHA-256 (RFC 5869), one block, no salt."""
    extracted = hmac.digest(bytes(32), root, hashlib.sha256)
    return hmac.digest(extracted, b"interlock vault " + use + b"\x01", hashlib.sha256)


def longest_question(agents: list[Agent]) -> float:
    """Seconds that a question of these agents may wait; at least a week."""
    return max([WEEK, *(agent.expires_after for agent in agents)])
