"""The processes of this installation, as their heartbeats show them."""

from msgspec import Struct

from interlock.domain.members import Member, MemberState, Role
from interlock.domain.rights import ADMIN
from interlock.domain.work import Counts
from interlock.errors import Forbidden
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route


class WorkerView(Struct, frozen=True, kw_only=True):
    """A process.

    ``state``: ``up``; ``draining``, it takes no more work; ``zombie``, it lives and holds runs that
    do not get on; ``lost``, it fell silent. ``seen_ms_ago`` is the age of its last heartbeat,
    ``idle_ms`` how long none of its runs got on, ``stalled_ms`` how long its event loop has not
    answered. ``started_at`` is in ms since the epoch.
    """

    id: str
    state: MemberState
    role: Role
    host: str
    pid: int
    version: str
    started_at: int
    seen_ms_ago: int
    in_flight: int
    capacity: int
    draining: bool
    idle_ms: int
    stalled_ms: int


class WorkerList(Struct, frozen=True):
    """Every process of which there is word, and the queue.

    ``whole``: false while only the answering process is known, because Redis is away or not used.
    """

    workers: list[WorkerView]
    queue: Counts
    whole: bool


async def list_workers(call: Call) -> Reply:
    """All processes. What can't be heard of is left out; nobody is asked."""
    if ADMIN not in call.principal.roles:
        raise Forbidden("Only an admin sees the processes of this installation.", "not_admin")
    roster = await call.parts.cluster.roster()
    views = [_view(member) for member in roster.members]
    return json_reply(WorkerList(views, roster.queue, roster.whole))


def _view(member: Member) -> WorkerView:
    beat = member.beat
    return WorkerView(
        id=beat.id,
        state=member.state,
        role=beat.role,
        host=beat.host,
        pid=beat.pid,
        version=beat.version,
        started_at=beat.started_at,
        seen_ms_ago=member.age_ms,
        in_flight=beat.in_flight,
        capacity=beat.capacity,
        draining=beat.draining,
        idle_ms=beat.idle_ms,
        stalled_ms=beat.stalled_ms,
    )


ROUTES = (
    Route(
        method="GET",
        path="/v1/workers",
        handler=list_workers,
        summary="The processes of this installation, and how full the queue is. For admins.",
        response=WorkerList,
    ),
)
