"""How wrong a process's clock is: a number in a file that both sides see, changed at any moment."""

import mmap
import struct
from pathlib import Path

_NUMBER = struct.Struct("<q")


class Skew:
    """Nanoseconds that a wall clock is ahead of the right time.

    Args:
        path: The file; made when it is not there.
    """

    def __init__(self, path: str) -> None:
        file = Path(path)
        if not file.exists():
            file.write_bytes(_NUMBER.pack(0))
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), _NUMBER.size)

    def read(self) -> int:
        """How wrong it is."""
        return int(_NUMBER.unpack(self._shared[:])[0])

    def write(self, nanoseconds: int) -> None:
        """Set it wrong."""
        self._shared[:] = _NUMBER.pack(nanoseconds)
