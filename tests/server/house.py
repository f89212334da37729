"""A whole server on a free port, with a few people who hold tokens."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any

import aiohttp
import uvicorn
from uvicorn.server import ServerState

from interlock.domain.principals import Principal
from interlock.ledger.office import Office
from interlock.ports.identity import Identity
from interlock.server.app import ServerApp, build_app
from interlock.server.auth import token_key
from interlock.server.pages import Site
from interlock.server.parts import Bounds, Doors, ServerParts
from interlock.server.protocol import Protocol
from interlock.server.sessions import Sessions
from interlock.wiring.runtime import Runtime

BOUND = 20.0
"""Seconds that any wait may take."""

PEOPLE = {
    "ann": Principal("acme", "ann", frozenset({"editor"})),
    "bob": Principal("acme", "bob"),
    "eve": Principal("evil", "ann", frozenset({"admin", "approver", "editor"})),
    "boss": Principal("acme", "boss", frozenset({"approver"})),
    "ops": Principal("acme", "ops", frozenset({"admin", "operator"})),
    "chief": Principal("acme", "chief", frozenset({"admin"})),
}
"""Eve is an admin, and has Ann's name, in another tenant."""

TOKENS = {token_key(f"{name}-token"): who for name, who in PEOPLE.items()}


class House:
    """A served runtime and a client that may be anybody."""

    def __init__(self, runtime: Runtime, app: ServerApp, port: int, state: ServerState) -> None:
        self.runtime = runtime
        self.app = app
        self.state = state
        self.port = port
        self.tokens: dict[str, str] = {}
        self.url = f"http://127.0.0.1:{port}"
        self.session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=BOUND))

    def open(self, method: str, path: str, who: str = "ann", **options: Any):
        """A request as a context manager, for streams."""
        token = self.tokens.get(who, f"{who}-token")
        headers = {"Authorization": f"Bearer {token}"} | options.pop("headers", {})
        return self.session.request(method, self.url + path, headers=headers, **options)

    async def ask(
        self, method: str, path: str, who: str = "ann", **options: Any
    ) -> tuple[int, Any]:
        """Send a request; the status and the decoded body."""
        async with self.open(method, path, who, **options) as response:
            body = await response.read()
            is_json = "json" in response.content_type
            return response.status, await response.json() if is_json else body

    async def get(self, path: str, who: str = "ann", **options: Any) -> tuple[int, Any]:
        return await self.ask("GET", path, who, **options)

    async def post(self, path: str, body: Any, who: str = "ann", **options: Any) -> tuple[int, Any]:
        return await self.ask("POST", path, who, json=body, **options)

    async def run(self, message: str = "hello", who: str = "ann", **body: Any):
        """Begin a run, wait for its end, and give the run."""
        headers = {"Prefer": f"wait={BOUND:.0f}"}
        order = {"agent": "clerk", "message": message, **body}
        status, run = await self.post("/v1/runs", order, who, headers=headers)
        assert status == 200, run
        return run

    async def asked(self, who: str = "ann", **body: Any):
        """Begin a run that asks; give its questions, oldest first."""
        run = await self.run("delete", who, **body)
        assert run["status"] == "interrupted", run
        shown = await self.get(f"/v1/runs/{run['id']}", who)
        return [question["interrupt"] for question in shown[1]["open"]]

    async def answer(
        self, interrupt_id: str, body: Any, who: str = "ann", **options: Any
    ) -> tuple[int, Any]:
        return await self.post(f"/v1/interrupts/{interrupt_id}/answer", body, who, **options)

    async def ended(self, run_id: str, who: str = "ann"):
        """Follow a run to its end; give the run."""
        accept = {"Accept": "text/event-stream"}
        async with self.open("GET", f"/v1/runs/{run_id}/events", who, headers=accept) as response:
            await response.read()
        return (await self.get(f"/v1/runs/{run_id}", who))[1]["run"]

    async def raw(self, *sent: bytes) -> bytes:
        """Send bytes over a connection of its own and read to its end."""
        async with asyncio.timeout(BOUND):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                for data in sent:
                    writer.write(data)
                    await writer.drain()
                return await reader.read()
            except ConnectionError:
                return await reader.read()
            finally:
                writer.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(BOUND):
        while not condition():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.001)


@contextlib.asynccontextmanager
async def serving(
    runtime: Runtime,
    bounds: Bounds | None = None,
    doors: Doors | None = None,
    site: Site | None = None,
    identities: tuple[Identity, ...] = (),
) -> AsyncGenerator[House]:
    """Serve a runtime while the block runs."""
    parts = ServerParts(
        desk=runtime.desk,
        planner=runtime.planner,
        hooks=runtime.hooks,
        access=runtime.access,
        meter=runtime.sight.meter,
        ledger=Office(runtime.store, runtime.clock, runtime.till),
        store=runtime.store,
        feed=runtime.feed,
        cluster=runtime.cluster,
        agents=runtime.agents,
        clock=runtime.clock,
        sessions=Sessions(b"x" * 32, runtime.clock),
        tokens={} if identities else TOKENS,
        identities=identities,
        bounds=bounds or Bounds(),
        doors=doors or Doors(),
    )
    app = build_app(parts, () if site is None else site.routes())
    loop = asyncio.get_running_loop()
    config = uvicorn.Config(app, ws="none", log_config=None, access_log=False)
    config.load()
    state = ServerState()
    server = await loop.create_server(
        lambda: Protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    house = House(runtime, app, server.sockets[0].getsockname()[1], state)
    try:
        yield house
    finally:
        await house.session.close()
        server.close()
        app.close_streams()
        if state.tasks:
            _, late = await asyncio.wait(tuple(state.tasks), timeout=BOUND)
            assert not late
        for connection in tuple(state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)
