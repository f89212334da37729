"""One connection to one MCP server, kept in a task of its own.

The transport of the ``mcp`` package must be entered and left in the same task, so neither a run nor
a request may own it. Callers come from anywhere; a call that is cancelled tells the server so.

Source: Model Context Protocol, revision 2025-11-25, stdio transport.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Protocol, TextIO, TypeVar

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.errors import ConfigError, ToolError, ToolUnavailable

try:
    from mcp import ClientSession, MCPError, StdioServerParameters, types
    from mcp.client.stdio import stdio_client
    from mcp.types import CONNECTION_CLOSED, INVALID_PARAMS
    from pydantic import ValidationError
except ModuleNotFoundError as missing:
    raise ConfigError(
        "MCP servers need one more package: pip install 'interlock[mcp]'"
    ) from missing

CONNECT_SECONDS = 30.0
"""How long a server may take to start and to say hello."""

CLOSE_SECONDS = 10.0
"""How long a server may take to end before it is given up."""

MAX_ERROR_CHARS = 4_000
"""What the model gets of a server's error."""

_MOST_PAGES = 100

_log = logging.getLogger(__name__)

R = TypeVar("R", types.ListToolsResult, types.CallToolResult)


class Progress(Protocol):
    """Takes what a running tool tells about itself."""

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None:
        """Take one report."""
        ...


class StdioCommand(Struct, frozen=True, kw_only=True):
    """How to start a server that speaks over its standard input and output.

    Args:
        command: The program.
        args: Its arguments.
        env: Variables that it gets beside a few harmless ones (``PATH``, ``HOME``, …); ours, with
            their secrets, stay here.
        cwd: Where it runs; our own directory when None.
    """

    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = {}
    cwd: str | None = None


class McpSession:
    """A connection that is made again after the server went away."""

    def __init__(self, name: str, command: StdioCommand) -> None:
        self.name = name
        self.listing_changed = False
        self._parameters = StdioServerParameters(
            command=command.command,
            args=list(command.args),
            env=dict(command.env),
            cwd=command.cwd,
        )
        self._session: ClientSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._starting = asyncio.Lock()
        self._closed = True

    @property
    def connected(self) -> bool:
        """Whether the server has said hello and has not gone away since."""
        return self._session is not None and not self._leave.is_set()

    async def start(self) -> None:
        """Connect. Afterwards a connection that breaks is made anew for the next call.

        Raises:
            ToolUnavailable: The server can't be started.
        """
        self._closed = False
        await self._connect()

    async def close(self) -> None:
        """Disconnect and end the server; calls fail until the next start. Twice is fine."""
        self._closed = True
        async with self._starting:
            await self._end()

    async def tools(self) -> list[types.Tool]:
        """All tools of the server, page by page.

        Raises:
            ToolUnavailable: The server does not answer.
        """
        self.listing_changed = False
        try:
            return await self._pages()
        except BaseException:
            self.listing_changed = True
            raise

    async def call(
        self, name: str, arguments: Mapping[str, Json], progress: Progress | None = None
    ) -> types.CallToolResult:
        """Call a tool by the server's own name for it.

        Raises:
            ToolError: The server says that the arguments are wrong.
            ToolUnavailable: It does not answer, or with something that is no result.
        """
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=name, arguments=dict(arguments))
        )
        return await self._ask(request, types.CallToolResult, progress)

    async def _pages(self) -> list[types.Tool]:
        found: list[types.Tool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
            page = await self._ask(request, types.ListToolsResult)
            found += page.tools
            cursor = page.next_cursor
            if not cursor:
                return found
        raise ToolUnavailable(f"The server {self.name} lists tools without end.")

    async def _ask(
        self, request: types.ClientRequest, kind: type[R], progress: Progress | None = None
    ) -> R:
        if not self.connected:
            await self._connect()
        session = self._session
        if session is None:
            raise ToolUnavailable(f"The server {self.name} is gone.")
        try:
            return await session.send_request(request, kind, progress_callback=progress)
        except MCPError as fault:
            if fault.code == INVALID_PARAMS:
                raise ToolError(fault.message[:MAX_ERROR_CHARS]) from fault
            if fault.code == CONNECTION_CLOSED:
                self._leave.set()
            raise ToolUnavailable(f"The server {self.name} failed: {fault.message}") from fault
        except ValidationError as fault:
            raise ToolUnavailable(f"The server {self.name} does not speak MCP.") from fault

    async def _connect(self) -> None:
        async with self._starting:
            if self._closed:
                raise ToolUnavailable(f"The connection to {self.name} is closed.")
            if self.connected:
                return
            await self._end()
            loop = asyncio.get_running_loop()
            ready: asyncio.Future[ClientSession] = loop.create_future()
            self._leave = asyncio.Event()
            self._task = loop.create_task(self._live(ready), name=f"mcp {self.name}")
            try:
                self._session = await asyncio.wait_for(ready, CONNECT_SECONDS)
            except Exception as fault:
                await self._end()
                raise ToolUnavailable(f"The server {self.name} can't be started.") from fault
            except asyncio.CancelledError:
                await self._end()
                raise

    async def _live(self, ready: asyncio.Future[ClientSession]) -> None:
        leave = self._leave
        try:
            with _log_lines(self.name) as errors:
                async with (
                    stdio_client(self._parameters, errlog=errors) as (read, write),
                    ClientSession(read, write, message_handler=self._heard) as session,
                ):
                    await session.initialize()
                    if not ready.done():
                        ready.set_result(session)
                    await leave.wait()
        except Exception as fault:  # noqa: BLE001 - whatever ends the connection, callers are told
            _log.warning("connection to MCP server %s ended: %s", self.name, type(fault).__name__)
            _log.debug("how the connection to %s ended", self.name, exc_info=fault)
            if not ready.done():
                ready.set_exception(fault)
        finally:
            leave.set()
            if not ready.done():
                ready.cancel()

    async def _heard(self, message: object) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            self.listing_changed = True

    async def _end(self) -> None:
        """Let the task leave the transport by itself; cancel it only when it does not."""
        task, self._task, self._session = self._task, None, None
        if task is None:
            return
        self._leave.set()
        await asyncio.wait({task}, timeout=CLOSE_SECONDS)
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=CLOSE_SECONDS)


@contextmanager
def _log_lines(name: str) -> Generator[TextIO, None, None]:
    """A file whose lines go to our log: a server's chatter is for debugging, not for the user."""
    reading, writing = os.pipe()

    def copy() -> None:
        with os.fdopen(reading, errors="replace") as lines:
            for line in lines:
                _log.debug("MCP server %s: %s", name, line.rstrip()[:MAX_ERROR_CHARS])

    threading.Thread(target=copy, name=f"stderr of {name}", daemon=True).start()
    with os.fdopen(writing, "w") as file:
        yield file
