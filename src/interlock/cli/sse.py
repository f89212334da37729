"""Read server-sent events out of a stream of bytes. Source: WHATWG HTML, section 9.2."""

_MOST = 64 * 1024 * 1024
"""Bytes that one event may have; more is no server of ours."""


class Frames:
    """Collects bytes and gives the data of each whole event."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The data of the events that a chunk completes, in order; comments give nothing.

        Raises:
            ValueError: An event has no end.
        """
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        done: list[bytes] = []
        for line in (line.removesuffix(b"\r") for line in lines):
            if line.startswith(b"data:"):
                self._data.append(line[5:].removeprefix(b" "))
            elif not line and self._data:
                done.append(b"\n".join(self._data))
                self._data = []
        self._size = 0 if done else self._size + len(chunk)
        if self._size > _MOST:
            raise ValueError("an event has no end")
        return done
