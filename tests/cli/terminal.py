"""A person at a terminal: a command on a real pty, read and typed at with a bound on every wait."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from tests.cli.process import BOUND, Server

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


class Terminal:
    """One command on a pty.

    Args:
        server: Whose environment it gets.
        arguments: Of ``interlock``.
        columns: The width.
        more: Added to the environment.
    """

    def __init__(self, server: Server, *arguments: str, columns: int = 120, **more: str) -> None:
        self._ours, theirs = pty.openpty()
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interlock", *arguments],
            env={**server.environment, **more},
            cwd=server.folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.raw = b""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(BOUND)
        os.close(self._ours)

    @property
    def text(self) -> str:
        """All that was printed, without the escapes of our own renderer."""
        return _ESCAPES.sub("", self.raw.decode("utf-8", "replace"))

    def until(self, words: str) -> str:
        """Read until words appear after those that were waited for before."""
        end = time.monotonic() + BOUND
        while (place := self.text.find(words, self._seen)) < 0:
            assert self._read(end - time.monotonic()), f"no {words!r} in:\n{self.text}"
        self._seen = place + len(words)
        return self.text[:place]

    def type(self, keys: str) -> None:
        """Press keys. ``\\x03`` is Ctrl-C, ``\\x04`` Ctrl-D."""
        os.write(self._ours, keys.encode())

    def answer(self, words: str, keys: str) -> None:
        """Wait for a prompt, until the command reads, and then type."""
        self.until(words)
        self.type(keys)

    def wait(self) -> int:
        """Read to the end. Returns the exit code."""
        end = time.monotonic() + BOUND
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(BOUND)

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._ours, 65536)
        except OSError:  # Linux: the other end is closed
            return False
        self.raw += chunk
        return bool(chunk)
