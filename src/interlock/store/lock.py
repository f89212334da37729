"""One server per data directory. The operating system lets go of the lock when the process dies."""

import fcntl
import os
from pathlib import Path

from interlock.errors import ConfigError

NAME = "lock"


class DirectoryLock:
    """Holds a data directory until it is closed or the process ends, however it ends.

    Args:
        directory: It must exist.

    Raises:
        ConfigError: Another process holds it.
    """

    def __init__(self, directory: Path) -> None:
        self._file = os.open(directory / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, 32).decode("ascii", "replace").strip()
            os.close(self._file)
            who = f" (process {holder})" if holder else ""
            raise ConfigError(
                f"another Interlock server{who} works in {directory}: stop it, or give this one "
                "a folder of its own with INTERLOCK_DATA_DIR"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        """Let go."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
