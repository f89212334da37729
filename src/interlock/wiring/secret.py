"""The secret that signs sessions. It lives beside the database; deleting it ends every session."""

import os
import secrets
from pathlib import Path

from interlock.errors import ConfigError

NAME = "secret"
BYTES = 32


def read_secret(directory: Path) -> bytes:
    """Read the secret of a data directory, and make it at the first start, for the owner alone.

    Raises:
        ConfigError: The file can't be read, or is too short to be a secret.
    """
    path = directory / NAME
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_bytes()
        if len(found) < BYTES:
            raise ConfigError(f"{path.name} in the data directory is damaged: delete it") from None
        return found
    made = secrets.token_bytes(BYTES)
    with os.fdopen(file, "wb") as out:
        out.write(made)
    return made
