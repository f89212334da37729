"""What the server is made of; ``wiring`` fills it in."""

from collections.abc import Mapping

from msgspec import Struct

from interlock.commands.access_desk import AccessDesk
from interlock.commands.desk import Desk
from interlock.commands.hook_desk import HookDesk
from interlock.commands.planner import Planner
from interlock.domain.principals import Principal
from interlock.ledger.office import Office
from interlock.ports import Agents, Clock, Cluster, Feed, Store
from interlock.ports.identity import Identity
from interlock.server.sessions import Sessions
from interlock.traces.meter import Meter


class Bounds(Struct, frozen=True, kw_only=True):
    """How much one client may take.

    Args:
        body_bytes: Size of a request body, bytes.
        body_seconds: How long a client may take to send it.
        json_depth: How deep arrays and objects may nest.
        streams_per_user: Event streams that one user may hold open.
        keep_alive_seconds: Silence on a stream after which a comment is sent.
        stuck_seconds: How long a reader may take nothing before its connection is dropped.
        wait_seconds: The longest wait that ``Prefer: wait`` gets.
    """

    body_bytes: int = 4 * 1024 * 1024
    body_seconds: float = 30.0
    json_depth: int = 64
    streams_per_user: int = 100
    keep_alive_seconds: float = 15.0
    stuck_seconds: float = 60.0
    wait_seconds: float = 60.0


class Doors(Struct, frozen=True, kw_only=True):
    """Under which names, and from which pages, the server may be called.

    Args:
        hosts: Host names beside ``127.0.0.1``, ``localhost`` and ``[::1]``, without a port.
        origins: Origins beside the server's own, for example ``https://desk.example``.
        any_address: Accept every IP address as the host: right when listening beyond loopback, for
            a rebinding attack needs a name.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    any_address: bool = False


class ServerParts(Struct, frozen=True, kw_only=True):
    """Everything that a route may use.

    Args:
        desk: Takes commands.
        planner: Takes what people want of schedules.
        hooks: Takes what they want of webhooks.
        store: Shows what is stored.
        feed: Follows a run.
        cluster: Knows the processes.
        agents: The agents of this program.
        clock: The time.
        tokens: Who is behind a token, by ``auth.token_key`` of it.
        sessions: Who is behind a session of the web UI, in local mode.
        access: Takes what people want of keys, users and rules.
        ledger: Knows what calls cost, and takes quotas.
        meter: Counts what this process does.
        identities: Who is behind other tokens; none in local mode, where there are no accounts.
        bounds: How much one client may take.
        doors: Who may call.
        version: The program's version, for ``/openapi.json``.
    """

    desk: Desk
    planner: Planner
    hooks: HookDesk
    store: Store
    feed: Feed
    cluster: Cluster
    agents: Agents
    clock: Clock
    tokens: Mapping[str, Principal]
    sessions: Sessions
    access: AccessDesk
    ledger: Office
    meter: Meter
    identities: tuple[Identity, ...] = ()
    bounds: Bounds = Bounds()
    doors: Doors = Doors()
    version: str = "0"
