"""A client of the HTTP API: typed requests, problems as ``Trouble``, and events without a gap."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import msgspec

from interlock.cli.address import Address
from interlock.cli.exits import Trouble
from interlock.cli.problem import not_ours, trouble_of
from interlock.cli.sse import Frames
from interlock.domain.events import Event, RunEnded
from interlock.domain.messages import Json

T = TypeVar("T")

LOST = (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, TimeoutError)
_TIMES = aiohttp.ClientTimeout(total=None, sock_connect=5, sock_read=60)
_EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class _Rest(msgspec.Struct, frozen=True):
    events: list[msgspec.Raw]
    over: bool


class Client:
    """Speaks to one server, also to the one that takes its place after a restart.

    Args:
        locate: Finds the server's address; asked again whenever the connection is lost.
        patience: Seconds for which a server that was reached once may be away.
        notice: Told in words when the connection is lost and when it is back.
    """

    def __init__(
        self,
        locate: Callable[[], Address],
        patience: float = 0.0,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._locate = locate
        self._address = locate()
        self._patience = patience
        self._notice = notice
        self._reached = False
        self._failing_since: float | None = None
        self._tries = 0

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(timeout=_TIMES)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close()

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._address.url

    async def get(self, path: str, kind: type[T], query: Mapping[str, str] | None = None) -> T:
        """Read something.

        Raises:
            Trouble: The server says no, or can't be reached.
        """
        return await self._ask("GET", path, kind, {"params": dict(query or {})})

    async def post(
        self, path: str, body: Json, kind: type[T], headers: Mapping[str, str] | None = None
    ) -> T:
        """Do something that is safe to send twice: after a lost connection it is.

        Raises:
            Trouble: The server says no, or can't be reached.
        """
        more = {"Content-Type": "application/json", **(headers or {})}
        data = msgspec.json.encode(body)
        return await self._ask("POST", path, kind, {"data": data, "headers": more})

    async def put(self, path: str, body: Json, kind: type[T]) -> T:
        """Set something, in place of what was there.

        Raises:
            Trouble: The server says no, or can't be reached.
        """
        headers = {"Content-Type": "application/json"}
        options = {"data": msgspec.json.encode(body), "headers": headers}
        return await self._ask("PUT", path, kind, options)

    async def patch(self, path: str, body: Json, kind: type[T]) -> T:
        """Change something; to say the same twice changes nothing more.

        Raises:
            Trouble: The server says no, or can't be reached.
        """
        headers = {"Content-Type": "application/json"}
        options = {"data": msgspec.json.encode(body), "headers": headers}
        return await self._ask("PATCH", path, kind, options)

    async def delete(self, path: str) -> None:
        """Take something away.

        Raises:
            Trouble: The server says no, or can't be reached.
        """
        await self._ask("DELETE", path, type(None), {})

    async def follow(self, run_id: str, after: int = 0) -> AsyncGenerator[Event]:
        """The events with ``seq > after`` up to the run's end, each once, whatever breaks between.

        Raises:
            Trouble: The server says no, or is away for longer than our patience.
        """
        while True:
            try:
                async with aclosing(self._stream(run_id, after)) as events:
                    async for event in events:
                        if event.seq != after + 1:
                            break
                        after = event.seq
                        yield event
                        if isinstance(event.data, RunEnded):
                            return
                if await self._is_over(run_id, after):
                    return
            except LOST as error:
                await self._wait(error)
                continue
            await self._wait(None)

    async def _is_over(self, run_id: str, after: int) -> bool:
        """An end that was seen in an earlier life leaves nothing to stream."""
        page = await self.get(f"/v1/runs/{run_id}/events", _Rest, {"after": str(after)})
        return page.over and not page.events

    async def _stream(self, run_id: str, after: int) -> AsyncGenerator[Event]:
        frames = Frames()
        headers = {"Accept": "text/event-stream"}
        where = f"/v1/runs/{run_id}/events"
        async with self._request(
            "GET", where, {"params": {"after": str(after)}, "headers": headers}
        ) as response:
            await _refuse(response)
            self._well()
            async for chunk in response.content.iter_any():
                for data in frames.feed(chunk):
                    yield _EVENT.decode(data)

    async def _ask(self, method: str, path: str, kind: type[T], options: dict[str, Any]) -> T:
        while True:
            try:
                async with self._request(method, path, options) as response:
                    await _refuse(response)
                    body = await response.read()
            except LOST as error:
                await self._wait(error)
                continue
            self._well()
            try:
                return msgspec.json.decode(body or b"null", type=kind)
            except msgspec.DecodeError as error:
                raise not_ours(self._address.url) from error

    def _request(self, method: str, path: str, options: dict[str, Any]) -> Any:  # noqa: ANN401 - aiohttp's context manager has no public type
        ours = {"Authorization": f"Bearer {self._address.token}", "Interlock-Channel": "cli"}
        headers = {**ours, **options.get("headers", {})}
        url = self._address.url + path
        rest = {key: value for key, value in options.items() if key != "headers"}
        return self._session.request(method, url, headers=headers, allow_redirects=False, **rest)

    def _well(self) -> None:
        if self._failing_since is not None:
            self._notice("connected again")
        self._reached, self._failing_since, self._tries = True, None, 0

    async def _wait(self, error: BaseException | None) -> None:
        """Wait before another try, and look where the server is now.

        Raises:
            Trouble: It was never reached, or is away for too long.
        """
        now = asyncio.get_running_loop().time()
        if self._failing_since is None:
            self._failing_since = now
            if self._reached and self._patience:
                self._notice("the connection is lost; trying again")
        if not self._reached or now - self._failing_since >= self._patience:
            text = f"The server at {self._address.url} can't be reached."
            hint = "is it running? start it with: interlock serve"
            raise Trouble(text, hint, "unreachable") from error
        await asyncio.sleep(min(2.0, 0.05 * 2**self._tries))
        self._tries += 1
        try:
            self._address = self._locate()
        except Trouble:
            return  # its file is gone while it restarts; the old address may come back


async def _refuse(response: aiohttp.ClientResponse) -> None:
    if response.status >= 300:
        raise trouble_of(response.status, await response.read(), str(response.url.origin()))
