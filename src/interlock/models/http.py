"""The one connection pool of all model adapters: requests out, reads in, failures as faults.

A stream is read in whatever one socket read brings. Leaving the iterator early closes the
connection, which is how a provider learns that nobody wants the rest.
"""

import asyncio
from collections.abc import AsyncGenerator

import aiohttp
from msgspec import Struct

from interlock.domain.model import Fault, Part
from interlock.models.faults import Origin, make_fault, refused, unreadable
from interlock.models.reader import AnswerReader


class HttpSettings(Struct, frozen=True, kw_only=True):
    """Bounds of model calls.

    Args:
        connect: Seconds until a connection stands, name look-up and TLS included.
        read: Seconds between two reads; also the longest wait for the first byte.
        total: Seconds for one whole call.
        drain: Seconds that the end of a finished stream may take, to keep the connection.
        error_bytes: How much of an error body is read.
        answer_bytes: How large an answer may be, streamed or not.
        trust_env: Whether ``HTTPS_PROXY`` and its kin count.
    """

    connect: float = 10.0
    read: float = 180.0
    total: float = 1800.0
    drain: float = 0.05
    error_bytes: int = 64 * 1024
    answer_bytes: int = 256 * 1024 * 1024
    trust_env: bool = False


class HttpRequest(Struct, frozen=True):
    """One POST. It has no printable form, for it holds the key.

    ``stream`` says that server-sent events are expected back, not one document.
    """

    url: str
    headers: dict[str, str]
    body: bytes
    stream: bool

    def __repr__(self) -> str:
        return "HttpRequest(…)"


class Http:
    """A connection pool that lives as long as the program. Close it at the end.

    Args:
        settings: Bounds for every call.
    """

    def __init__(self, settings: HttpSettings | None = None) -> None:
        self._settings = settings or HttpSettings()
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close all connections. Calls that still run end as broken streams."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def exchange(
        self, request: HttpRequest, origin: Origin, reader: AnswerReader
    ) -> AsyncGenerator[list[Part], None]:
        """Make one call and yield what each read brings; the last part is the outcome.

        Args:
            request: What to send.
            origin: Who is asked, for the texts of faults.
            reader: Turns the answer's bytes into parts.
        """
        streaming = False
        try:
            async with self._pool().post(
                request.url, data=request.body, headers=request.headers, allow_redirects=False
            ) as response:
                if not 200 <= response.status < 300:
                    yield [await self._refusal(response, origin)]
                    return
                if _is_document(response, request):
                    yield await self._document(response, origin, reader)
                    return
                streaming = True
                while not reader.done:
                    parts = await self._next(response, reader)
                    if parts:
                        yield parts
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            if reader.done:
                return
            detail = _words(error, self._settings)
            if streaming:
                yield reader.close(detail)
            else:
                yield [make_fault(origin, "network", detail)]

    def _pool(self) -> aiohttp.ClientSession:
        if self._session is None:
            bounds = self._settings
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=60),
                timeout=aiohttp.ClientTimeout(
                    total=bounds.total,
                    connect=bounds.connect,
                    sock_connect=bounds.connect,
                    sock_read=bounds.read,
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=bounds.trust_env,
                auto_decompress=True,
            )
        return self._session

    async def _refusal(self, response: aiohttp.ClientResponse, origin: Origin) -> Fault:
        body = await _read_up_to(response, self._settings.error_bytes)
        headers = {name.lower(): value for name, value in response.headers.items()}
        return refused(origin, response.status, headers, body)

    async def _document(
        self, response: aiohttp.ClientResponse, origin: Origin, reader: AnswerReader
    ) -> list[Part]:
        limit = self._settings.answer_bytes
        body = await _read_up_to(response, limit + 1)
        if len(body) > limit:
            return [unreadable(origin, f"the answer is larger than {limit} bytes")]
        return reader.document(body)

    async def _next(self, response: aiohttp.ClientResponse, reader: AnswerReader) -> list[Part]:
        data = await _read(response)
        limit = self._settings.answer_bytes
        if response.content.total_bytes > limit:
            return reader.close(f"the answer is larger than {limit} bytes")
        parts = reader.feed(data) if data else reader.close()
        if reader.done:
            await self._drain(response)
        return parts

    async def _drain(self, response: aiohttp.ClientResponse) -> None:
        """Wait a moment for the end of the body: a connection at its end can be used again."""
        if response.content.at_eof():
            return
        try:
            async with asyncio.timeout(self._settings.drain):
                while await response.content.readany():
                    pass
        except (aiohttp.ClientError, TimeoutError, OSError):
            response.close()


def _is_document(response: aiohttp.ClientResponse, request: HttpRequest) -> bool:
    if request.stream:
        return response.content_type == "application/json"
    return response.content_type != "text/event-stream"


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """Read what is there, or wait for it; empty at the end of the body."""
    try:
        return await response.content.readany()
    except RuntimeError as error:
        # aiohttp's word for a pool that was closed while somebody read from it.
        raise aiohttp.ClientConnectionError from error


async def _read_up_to(response: aiohttp.ClientResponse, limit: int) -> bytes:
    """Read a body, or its first ``limit`` bytes."""
    body = bytearray()
    while len(body) < limit:
        data = await _read(response)
        if not data:
            break
        body += data
    return bytes(body[:limit])


def _words(error: Exception, bounds: HttpSettings) -> str:
    """Say what the network did, without an address that could hold a secret."""
    match error:
        case aiohttp.ConnectionTimeoutError():
            return f"no connection within {bounds.connect:g} s"
        case aiohttp.SocketTimeoutError():
            return f"nothing was received for {bounds.read:g} s"
        case TimeoutError():
            return f"the call took longer than {bounds.total:g} s"
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError():
            return f"the TLS certificate of {error.host} is not accepted"
        case aiohttp.ClientConnectorError():
            return f"no connection to {error.host} port {error.port}: {error.strerror or error}"
        case aiohttp.ClientPayloadError():
            return "the connection was cut inside the answer"
        case _:
            return f"the connection failed: {type(error).__name__}"
