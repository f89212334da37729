"""A client of the HTTP API that never gives up: whatever dies meanwhile, it asks again."""

import asyncio
import itertools
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Self, cast

import aiohttp
from msgspec import json

from interlock.prove.orders import TOKENS

PAUSE_SECONDS = 0.01
ANSWER_SECONDS = 15.0
TOO_MANY = 429
AWAY = 503
AGAIN = frozenset({TOO_MANY, AWAY})
"""Too busy, or its database is away."""


class Client:
    """Asks over HTTP until there is an answer.

    Args:
        urls: Where servers are, while there are some. Each request goes to the next one.
        seconds: How long an answer may take, and how long a stream is read at a time.
    """

    def __init__(self, *urls: str, seconds: float = ANSWER_SECONDS) -> None:
        self._urls = itertools.cycle(urls)
        self._session = aiohttp.ClientSession(
            headers={"Authorization": f"Bearer {TOKENS['owner']}"},
            timeout=aiohttp.ClientTimeout(total=seconds),
            connector=aiohttp.TCPConnector(limit=0),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """The body of a GET."""
        return (await self.send("GET", path))[1]

    async def send(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Send a request until a server answers it. The status and the decoded body."""
        status, found = await self.raw(method, path, body, headers)
        return status, json.decode(found) if found else None

    async def raw(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes]:
        """The same, without decoding. A server that says so is asked again, later."""
        while True:
            try:
                status, found = await self._once(method, path, body, headers or {})
            except (aiohttp.ClientError, TimeoutError, ConnectionError):
                status, found = TOO_MANY, b""
            if status not in AGAIN:
                return status, found
            await asyncio.sleep(PAUSE_SECONDS)

    async def log(self, run_id: str) -> list[dict[str, Any]]:
        """All events of a run, page by page."""
        events: list[dict[str, Any]] = []
        page: dict[str, Any] = {"over": False}
        while not page["over"]:
            after = events[-1]["seq"] if events else 0
            page = await self.get(f"/v1/runs/{run_id}/events?after={after}")
            if not page["events"]:
                break
            events += page["events"]
        return events

    async def events(self, run_id: str, after: int = 0) -> AsyncGenerator[dict[str, Any], None]:
        """One connection's worth of a run's events after a number; it may break off any time."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        async with aclosing(
            self.stream("GET", f"/v1/runs/{run_id}/events", headers=headers)
        ) as events:
            async for event in events:
                yield event

    async def stream(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> AsyncGenerator[dict[str, Any], None]:
        """One connection's worth of an event stream; it may break off any time.

        Raises:
            LookupError: The server has no such stream.
        """
        data = None if body is None else json.encode(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        try:
            async with self._session.request(
                method, next(self._urls) + path, data=data, headers=(headers or {}) | kind
            ) as response:
                if response.status == 200:
                    async for line in response.content:
                        if line.startswith(b"data: {") and line.endswith(b"\n"):
                            yield cast("dict[str, Any]", json.decode(line[5:]))
                elif response.status in AGAIN:
                    await asyncio.sleep(PAUSE_SECONDS)
                elif response.status != 204:
                    raise LookupError(f"{path}: {response.status}")
        except (aiohttp.ClientError, TimeoutError, ConnectionError, ValueError):
            await asyncio.sleep(PAUSE_SECONDS)

    async def _once(
        self, method: str, path: str, body: object, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        data = None if body is None else body if isinstance(body, bytes) else json.encode(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        async with self._session.request(
            method, next(self._urls) + path, data=data, headers=headers | kind
        ) as response:
            return response.status, await response.read()
