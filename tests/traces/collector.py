"""A collector on a free port: takes OTLP over HTTP, or behaves badly."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

BOUND = 20.0


class Collector:
    """What came, and how to answer."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.url = ""
        self.requests: list[ExportTraceServiceRequest] = []
        self.headers: list[dict[str, str]] = []
        self.came = asyncio.Event()

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.headers.append(dict(request.headers))
        self.requests.append(ExportTraceServiceRequest.FromString(body))
        self.came.set()
        return web.Response(status=self.status)

    @property
    def spans(self) -> list[Any]:
        return [
            span
            for request in self.requests
            for of_resource in request.resource_spans
            for of_scope in of_resource.scope_spans
            for span in of_scope.spans
        ]


def attributes(span: Any) -> dict[str, Any]:
    """A span's attributes as plain values."""
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


@asynccontextmanager
async def collecting(status: int = 200) -> AsyncGenerator[Collector]:
    collector = Collector(status)
    app = web.Application()
    app.router.add_post("/v1/traces", collector.take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    collector.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield collector
    finally:
        await runner.cleanup()
