"""The one endpoint behind every address: who is it, is there a route, do it, say how it went.

Without a token there is nothing to see: an address that does not exist, a method that does not fit
and a path that is spelled oddly all get 401 first.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, nullcontext

from msgspec.structs import replace

from interlock import marks
from interlock import scope as visible
from interlock.domain.principals import SYSTEM, Principal
from interlock.errors import Forbidden, NotFound, Refusal
from interlock.server.asgi import Receive, Reply, Scope, Send, drop, send_reply
from interlock.server.auth import authenticate, refuse_token_in_address
from interlock.server.call import Call
from interlock.server.parts import ServerParts
from interlock.server.problems import Unacceptable, failure, problem, stopping
from interlock.server.route import Route
from interlock.server.stream import EventStream, Places, Sender

_log = logging.getLogger(__name__)
RECHECK_MS = 20_000
"""How old the knowledge may be that the reader of a stream may read it."""

_NOBODY = Principal(tenant="", user="", method=SYSTEM)


class Door:
    """The ASGI endpoint of one address.

    Args:
        routes: What may be done there, by method. Empty for addresses that do not exist.
        parts: What the server is made of.
        places: Where streams are counted.
    """

    def __init__(self, routes: Mapping[str, Route], parts: ServerParts, places: Places) -> None:
        self._routes = routes
        self._parts = parts
        self._places = places
        self._sender = Sender(parts.bounds, places)
        self._public = bool(routes) and all(route.public for route in routes.values())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        started = False

        async def watched(message: Scope) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._answer(scope, receive, watched)
        except Refusal as refusal:
            await send_reply(problem(refusal), send)
        except asyncio.CancelledError:
            # The server stops, and can wait for this request no longer. It ends here.
            if not started:
                await send_reply(problem(stopping()), send)
            else:
                drop(scope)
        except Exception as error:  # noqa: BLE001 - whatever broke, the client gets an answer
            if not started:
                await send_reply(failure(error), send)
            else:
                _log.exception("a response broke off")
                drop(scope)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Until the caller is known no row is seen, and afterwards none of another tenant."""
        with visible.nobody():
            principal = await self._principal(scope)
            route = self._route(scope)
            _refuse_nul(scope)
            _refuse_narrow(principal, route)
            with nullcontext() if principal is _NOBODY else visible.tenant(principal.tenant):
                if principal is not _NOBODY:
                    marks.note(tenant=principal.tenant, user=principal.user)
                call = Call(scope, receive, principal, self._parts, self._places)
                await self._handle(call, route, receive, send)

    async def _handle(self, call: Call, route: Route, receive: Receive, send: Send) -> None:
        with self._places.take(call.principal) if route.streams else nullcontext():
            answer = await route.handler(call)
            match answer:
                case Reply():
                    await send_reply(answer, send)
                case EventStream():
                    if self._parts.identities:
                        answer = replace(answer, chunks=self._while_allowed(answer.chunks, call))
                    await self._sender.send(answer, call.scope, receive, send)

    async def _while_allowed(
        self, chunks: AsyncGenerator[bytes], call: Call
    ) -> AsyncGenerator[bytes]:
        """End a stream whose reader was shut out, or whose rights are others by now."""
        clock, checked = self._parts.clock, self._parts.clock.now()
        async with aclosing(chunks):
            async for chunk in chunks:
                if clock.now() - checked >= RECHECK_MS:
                    checked = clock.now()
                    if not await self._still(call):
                        return
                yield chunk

    async def _still(self, call: Call) -> bool:
        try:
            return await self._principal(call.scope) == call.principal
        except Refusal:
            return False

    async def _principal(self, scope: Scope) -> Principal:
        if self._public:
            refuse_token_in_address(scope)
            return _NOBODY
        parts = self._parts
        return await authenticate(scope, parts.tokens, parts.sessions, parts.identities)

    def _route(self, scope: Scope) -> Route:
        if not self._routes:
            raise NotFound(
                "There is nothing at this address. See /openapi.json.", "no_such_address"
            )
        method = scope["method"]
        route = self._routes.get("GET" if method == "HEAD" else method)
        if route is None or (method == "HEAD" and route.streams):
            allowed = ", ".join(sorted(self._routes))
            text = f"This address takes {allowed}."
            raise Unacceptable(
                405, "method_not_allowed", text, headers=((b"allow", allowed.encode()),)
            )
        return route


def _refuse_narrow(principal: Principal, route: Route) -> None:
    """Refuse a key that is not for this: a scope narrows what its user may do."""
    needed = route.needs or ("read" if route.method == "GET" else "run")
    if not route.public and needed not in principal.scopes:
        text = f"This key lacks the scope {needed}. Use one that has it."
        raise Forbidden(text, "scope_missing")


def _refuse_nul(scope: Scope) -> None:
    """No database can look for a NUL, and no id of ours has one."""
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise Unacceptable(400, "bad_query", "An address holds no NUL. Leave it out.")
