"""What this installation knows to be secret."""

from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from interlock.settings import Settings
from interlock.wiring.registry import secrets_of
from interlock.wiring.sight import passwords


def known_secrets(environment: Mapping[str, str], settings: Settings) -> list[str]:
    """Keys in the environment, token, vault key, and passwords of databases and collectors.

    API keys, sessions and the secrets of webhooks are found by their form: there may be millions.
    """
    return [
        *secrets_of(environment),
        settings.token,
        settings.vault_key,
        *passwords(settings),
        *_of_address(settings.database_url),
        *_of_address(settings.redis_url),
    ]


def _of_address(url: str) -> list[str]:
    """The password in an address, as it is written and as it is meant."""
    try:
        password = urlsplit(url).password or ""
    except ValueError:
        return []
    return [password, unquote(password)]
