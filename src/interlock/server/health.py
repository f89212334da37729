"""Whether the process lives, and whether it can work."""

from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.problems import Unacceptable
from interlock.server.route import Route


async def live(_call: Call) -> Reply:
    """The process answers."""
    return json_reply({"status": "live"})


async def ready(call: Call) -> Reply:
    """The store answers, too."""
    try:
        await call.parts.store.read(lambda reader: reader.thread("-"))
    except Exception as error:
        text = "The store does not answer. Try again later."
        raise Unacceptable(503, "not_ready", text) from error
    return json_reply({"status": "ready"})


ROUTES = (
    Route(method="GET", path="/livez", handler=live, summary="The process lives.", public=True),
    Route(
        method="GET",
        path="/readyz",
        handler=ready,
        summary="The server can take requests.",
        errors=(503,),
        public=True,
    ),
)
