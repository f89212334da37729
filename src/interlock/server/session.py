"""How the web UI gets a session: redeem a one-time code, or ask for one for another browser."""

from msgspec import Struct

from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.problems import Unacceptable
from interlock.server.route import Route


class CodeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of the address that ``serve`` printed; in server mode also an API key."""

    code: str


class Session(Struct, frozen=True):
    """A bearer token, and until when it works, ms since the epoch."""

    token: str
    until: int


class Invitation(Struct, frozen=True):
    """A code that opens one session; put it behind ``/#code=``."""

    code: str


async def open_session(call: Call) -> Reply:
    """Redeem a code."""
    body = await call.read(CodeBody)
    if call.parts.identities:
        found = await call.parts.access.redeem(body.code)
    else:
        found = call.parts.sessions.redeem(body.code)
    if found is None:
        text = "This link was used before, or is too old. Get a new one with: interlock open"
        raise Unacceptable(401, "code_used", text)
    return json_reply(Session(*found))


async def invite(call: Call) -> Reply:
    """Make a code for another browser of the same person."""
    if call.parts.identities:
        return json_reply(Invitation(await call.parts.access.invite(call.principal)))
    return json_reply(Invitation(call.parts.sessions.invite(call.principal)))


ROUTES = (
    Route(
        method="POST",
        path="/v1/session",
        handler=open_session,
        summary="Redeem the one-time code of a link for a session token.",
        body=CodeBody,
        response=Session,
        public=True,
    ),
    Route(
        method="POST",
        path="/v1/session/link",
        handler=invite,
        summary="Make a one-time code for another browser.",
        needs="read",
        response=Invitation,
    ),
)
