"""One request as a route sees it: authenticated, with its path, its query and its body."""

import re
from typing import TypeVar
from urllib.parse import parse_qs

from interlock.domain.cursor import Cursor, read_cursor
from interlock.domain.principals import Principal
from interlock.server.asgi import Receive, Scope, header, header_values
from interlock.server.body import decode, read_body
from interlock.server.parts import ServerParts
from interlock.server.problems import Unacceptable
from interlock.server.stream import Places
from interlock.traces.ids import clean
from interlock.traces.tracestate import clean_tracestate

T = TypeVar("T")

CHANNELS = frozenset({"cli", "web"})
"""What the header ``Interlock-Channel`` may say."""

_NUMBER = re.compile(r"\d{1,15}\Z", re.ASCII)


class Call:
    """A request.

    Args:
        scope: ASGI's.
        receive: Brings the body.
        principal: Who sends it.
        parts: What the server is made of.
        places: Where streams are counted.
    """

    def __init__(
        self,
        scope: Scope,
        receive: Receive,
        principal: Principal,
        parts: ServerParts,
        places: Places,
    ) -> None:
        self.scope = scope
        self.principal = principal
        self.parts = parts
        self.places = places
        self._receive = receive
        self._query: dict[str, list[str]] | None = None

    def path(self, name: str) -> str:
        """A part of the path, for example ``run_id``."""
        return str(self.scope["path_params"][name])

    def header(self, name: str) -> str | None:
        """The first value of a header, or None. ``name`` in lower case."""
        return header(self.scope, name.encode())

    @property
    def channel(self) -> str:
        """Through which door a person came: what our own clients say of themselves, else ``api``.

        A label for the record, not a right: anybody may claim any of them.
        """
        said = self.header("interlock-channel")
        return said if said in CHANNELS else "api"

    @property
    def traceparent(self) -> str:
        """The caller's span, as W3C has it; empty when the header is not there, or is none."""
        return clean(self.header("traceparent"))

    @property
    def tracestate(self) -> str:
        """What comes with that span from other tracing systems; empty without it."""
        values = header_values(self.scope, b"tracestate")
        return clean_tracestate(",".join(values)) if self.traceparent else ""

    def accepts(self, media_type: str) -> bool:
        """Whether the client names a media type in ``Accept``."""
        return media_type in (self.header("accept") or "").lower()

    def query(self, name: str) -> str | None:
        """A parameter of the address, or None.

        Raises:
            Unacceptable: 400, it is there twice.
        """
        if self._query is None:
            text = self.scope["query_string"].decode("latin-1")
            self._query = parse_qs(text, keep_blank_values=True) if text else {}
        values = self._query.get(name)
        if values is None:
            return None
        if len(values) > 1:
            raise Unacceptable(400, "bad_query", f"Send the parameter {name} once.")
        return values[0]

    def number(self, name: str, default: int, least: int = 0, most: int = 10**15) -> int:
        """A whole number of the address.

        Raises:
            Unacceptable: 400, it is none, or out of bounds.
        """
        text = self.query(name)
        return default if text is None else whole(text, name, least, most)

    def cursor(self) -> Cursor | None:
        """Where the page before ended, from ``before``.

        Raises:
            Unacceptable: 400, it is no cursor of ours.
        """
        text = self.query("before")
        if not text or text == "0":
            return None
        cursor = read_cursor(text)
        if cursor is None:
            problem = "Send as before what the page before said, or a time in ms since the epoch."
            raise Unacceptable(400, "bad_query", problem)
        return cursor

    async def body(self) -> bytes:
        """The body's bytes; see ``body.read_body`` for what is refused."""
        return await read_body(self.scope, self._receive, self.parts.bounds)

    def decode(self, body: bytes, kind: type[T]) -> T:
        """A body as one of our types; see ``body.decode`` for what is refused."""
        return decode(body, kind, self.parts.bounds.json_depth)

    async def read(self, kind: type[T], nothing: T | None = None) -> T:
        """The body as one of our types, or ``nothing`` when the request has no body."""
        if nothing is not None and not self._has_body():
            return nothing
        return self.decode(await self.body(), kind)

    async def left(self) -> None:
        """Wait until the client has left. Only after the body was read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    def _has_body(self) -> bool:
        length = self.header("content-length") or "0"
        return length.strip("0") != "" or self.header("transfer-encoding") is not None


def whole(text: str, name: str, least: int = 0, most: int = 10**15) -> int:
    """Read a whole number that a client wrote.

    Raises:
        Unacceptable: 400, it is none, or out of bounds.
    """
    if not _NUMBER.match(text) or not least <= int(text) <= most:
        problem = f"{name} must be a whole number from {least} to {most}."
        raise Unacceptable(400, "bad_query", problem)
    return int(text)
