"""The outermost check: under which name and from which page the server is called.

A page of somebody else's that runs in the user's browser can reach a server on loopback, by DNS
rebinding or by a plain form; the Host and Origin headers tell. Sources: RFC 9110 section 7.2 and
15.5.20, RFC 6454.
"""

import ipaddress
import re

from interlock.errors import Forbidden, Refusal
from interlock.server.asgi import App, Headers, Receive, Scope, Send, header_values, send_reply
from interlock.server.parts import Doors
from interlock.server.problems import Unacceptable, problem

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_.-]{1,253})(:[0-9]{1,5})?\Z", re.ASCII)
_SECURITY: Headers = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """ASGI middleware that lets through what was addressed to this server by its own pages.

    Args:
        app: What is guarded.
        doors: The names and pages that are fine beside its own.
    """

    def __init__(self, app: App, doors: Doors) -> None:
        self._app = app
        self._hosts = _LOOPBACK | {name.lower() for name in doors.hosts}
        self._origins = frozenset(origin.lower() for origin in doors.origins)
        self._any_address = doors.any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and add the security headers to its response."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def secured(message: Scope) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                more = [pair for pair in _SECURITY if pair[0] not in given]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            self._check_origin(scope, self._host(scope))
        except Refusal as refusal:
            await send_reply(problem(refusal), secured)
            return
        await self._app(scope, receive, secured)

    def _host(self, scope: Scope) -> str:
        values = header_values(scope, b"host")
        found = _HOST.match(values[0]) if len(values) == 1 else None
        if found is None:
            text = "Send one Host header with a host name and, if you like, a port."
            raise Unacceptable(400, "bad_host", text)
        name = found[1].lower().removesuffix(".")
        if name not in self._hosts and not (self._any_address and _is_address(name)):
            text = "This server does not answer to that host name. Add it to the setting hosts."
            raise Unacceptable(421, "unknown_host", text)
        return values[0].lower()

    def _check_origin(self, scope: Scope, host: str) -> None:
        values = header_values(scope, b"origin")
        if not values:
            return
        origin = values[0].lower()
        own = origin in {f"http://{host}", f"https://{host}"}
        if len(values) > 1 or not (own or origin in self._origins):
            text = "This server does not answer to pages of other origins."
            raise Forbidden(text, "foreign_origin")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _live(receive: Receive, send: Send) -> None:
    """Nothing is opened or closed here; ``wiring`` does that around the server."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
