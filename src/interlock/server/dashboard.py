"""The dashboard, for those who run the server."""

from msgspec import Struct

from interlock.domain.dashboard import Dashboard, ToolLine
from interlock.domain.figures import DAY
from interlock.domain.rights import may_administer
from interlock.errors import Forbidden
from interlock.ports import Tx
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route
from interlock.sight.board import Wanted, dashboard


class ToolStats(Struct, frozen=True):
    """A line for each tool in a stretch of time, most chosen first. ``error``: of percentiles."""

    since: int
    until: int
    error: float
    tools: list[ToolLine]


class Recounting(Struct, frozen=True):
    """How many runs are counted again, in the background."""

    runs: int


async def show_dashboard(call: Call) -> Reply:
    """Everything."""
    return json_reply(await _dashboard(call))


async def show_tools(call: Call) -> Reply:
    """The tools alone."""
    found = await _dashboard(call)
    return json_reply(ToolStats(found.since, found.until, found.error, found.tools))


async def recount(call: Call) -> Reply:
    """Forget the figures; the counter makes them anew from the log."""
    who = call.principal
    if not may_administer(who):
        raise Forbidden("This needs the role admin.", "not_admin")

    def work(tx: Tx) -> int:
        tx.figures.forget(who.tenant)
        return tx.figures.waiting(who.tenant)

    return json_reply(Recounting(await call.parts.store.write(work)), 202)


async def _dashboard(call: Call) -> Dashboard:
    who = call.principal
    if not may_administer(who):
        raise Forbidden("This needs the role admin.", "not_admin")
    until = call.number("until", call.parts.clock.now() + 1)
    wanted = Wanted(
        since=call.number("since", max(0, until - DAY)),
        until=until,
        agent=call.query("agent") or "",
        version=call.query("version") or "",
    )
    return await call.parts.store.read(lambda reader: dashboard(reader, who.tenant, wanted))


_RANGE = (
    Query("since", "From then on, ms since the epoch; a day before until by default.", "integer"),
    Query("until", "To before, ms since the epoch; now by default.", "integer"),
    Query("agent", "Only this agent."),
    Query("version", "Only this version of it."),
)

ROUTES = (
    Route(
        method="GET",
        path="/v1/dashboard",
        handler=show_dashboard,
        summary="How much is wrong, where it is slow, and what it cost, in a stretch of time.",
        response=Dashboard,
        errors=(422,),
        query=_RANGE,
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/tools/stats",
        handler=show_tools,
        summary="Each tool in one line: offered, chosen, asked, what became of it, how long.",
        response=ToolStats,
        errors=(422,),
        query=_RANGE,
        needs="admin",
    ),
    Route(
        method="POST",
        path="/v1/dashboard/recount",
        handler=recount,
        summary="Count the tenant's runs again from the log, in the background.",
        response=Recounting,
        status=202,
        needs="admin",
    ),
)
