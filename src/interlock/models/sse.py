"""Split a stream of server-sent events into its payloads, whatever the reads bring.

Only ``data`` is kept: every model API repeats an event's type inside its data, and some send the
``event`` line late, wrong or never. Framing follows the WHATWG HTML standard, section 9.2.6, with
one addition: lines outside every field are kept as ``stray``, because providers drop plain JSON
errors into event streams.
"""

MAX_EVENT_BYTES = 16 * 1024 * 1024
MAX_STRAY_BYTES = 64 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
FIELDS = frozenset({b"data", b"event", b"id", b"retry"})


class SseSplitter:
    """Turns bytes into payloads. Feed it what each read brings, and close it at the end."""

    __slots__ = ("_began", "_carriage", "_tail", "stray")

    def __init__(self) -> None:
        self._tail = b""
        self._carriage = False
        self._began = False
        self.stray = b""

    @property
    def overflowed(self) -> bool:
        """Say whether one event grew beyond ``MAX_EVENT_BYTES``; stop reading then."""
        return len(self._tail) > MAX_EVENT_BYTES

    def feed(self, data: bytes) -> list[bytes]:
        """Take in one read and return the payloads that it completes."""
        if self._carriage or b"\r" in data:
            data = self._unify(data)
        if self._tail:
            data = self._tail + data
        end = data.rfind(b"\n\n")
        if end < 0:
            self._tail = data
            return []
        self._tail = data[end + 2 :]
        plain = _plain(data[:end])
        if plain is not None:
            self._began = True
            return plain
        payloads: list[bytes] = []
        for event in data[:end].split(b"\n\n"):
            if event:
                self._read(event, payloads)
        self._began = True
        return payloads

    def close(self) -> list[bytes]:
        """Return the payload of a last event that no blank line ended, if there is one."""
        payloads: list[bytes] = []
        if self._tail:
            self._read(self._tail, payloads)
            self._tail = b""
        return payloads

    def _unify(self, data: bytes) -> bytes:
        """Make every line end a single LF; a CR LF pair may be split over two reads."""
        if self._carriage and data[:1] == b"\n":
            data = data[1:]
            self._carriage = False
        if data:
            self._carriage = data[-1:] == b"\r"
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def _read(self, event: bytes, payloads: list[bytes]) -> None:
        if not self._began:
            event = event.removeprefix(BYTE_ORDER_MARK)
            self._began = True
        # Type, then one line of data: what Anthropic sends.
        start = event.find(b"\n") + 1
        if (
            event[:6] == b"event:"
            and event.startswith(b"data: ", start)
            and event.find(b"\n", start) < 0
            and len(event) > start + 6
        ):
            payloads.append(event[start + 6 :])
            return
        lines: list[bytes] = []
        for line in event.split(b"\n"):
            name, _, value = line.partition(b":")
            if name == b"data":
                lines.append(value.removeprefix(b" "))
            elif line and name and name not in FIELDS:
                self._keep(line)
        payload = b"\n".join(lines)
        if payload:
            payloads.append(payload)

    def _keep(self, line: bytes) -> None:
        if len(self.stray) < MAX_STRAY_BYTES:
            self.stray += line[:MAX_STRAY_BYTES] + b"\n"


def _plain(events: bytes) -> list[bytes] | None:
    """Split events of one line of data each, the shape of nearly every stream; else None.

    When every line end belongs to a gap between two such events, no event has a second line.
    """
    if not events.startswith(b"data: "):
        return None
    payloads = events[6:].split(b"\n\ndata: ")
    plain = events.count(b"\n") == 2 * (len(payloads) - 1) and all(payloads)
    return payloads if plain else None
