"""A real HTTP server on loopback that plays a provider: bytes over a socket, and nothing else."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager

from aiohttp import web
from aiohttp.test_utils import TestServer
from tests.models.recordings import CountingIds

from interlock.domain.model import Model, ModelRequest, Part
from interlock.models.anthropic import AnthropicModel
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpSettings
from interlock.models.openai_chat import ChatModel

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

BOUND = 10.0
"""Seconds after which a test that hangs is stopped."""


class Site:
    """A running server and what it was asked."""

    def __init__(self, server: TestServer, settings: HttpSettings) -> None:
        self.server = server
        self.http = Http(settings)
        self.base_url = str(server.make_url("/v1"))

    def chat(self, provider: str = "acme") -> ChatModel:
        return ChatModel(self.http, self._endpoint(provider), new_id=CountingIds())

    def anthropic(self, provider: str = "acme") -> AnthropicModel:
        return AnthropicModel(self.http, self._endpoint(provider), new_id=CountingIds())

    def _endpoint(self, provider: str) -> Endpoint:
        return Endpoint(
            provider=provider, base_url=self.base_url, key="secret-key-1", key_variable="ACME_KEY"
        )


@asynccontextmanager
async def serving(
    handler: Handler, settings: HttpSettings | None = None
) -> AsyncGenerator[Site, None]:
    """Serve every POST with one handler."""
    app = web.Application()
    app.router.add_post("/v1/{path:.*}", handler)
    server = TestServer(app)
    await server.start_server()
    site = Site(server, settings or HttpSettings())
    try:
        yield site
    finally:
        await site.http.close()
        await server.close()


def answering(
    body: bytes, content_type: str, status: int = 200, headers: dict[str, str] | None = None
) -> Handler:
    """Answer with these bytes, whatever was asked."""

    async def handle(request: web.Request) -> web.StreamResponse:
        return web.Response(
            body=body, status=status, headers={"content-type": content_type} | (headers or {})
        )

    return handle


async def ask(model: Model, request: ModelRequest) -> list[list[Part]]:
    """Call a model and collect everything, list by list."""
    async with asyncio.timeout(BOUND), aclosing(model.stream(request, "msg_1")) as reads:
        return [parts async for parts in reads]


def asking(*, stream: bool = True) -> ModelRequest:
    return ModelRequest(model="asked-model", stream=stream)
