"""The protocols between the engine and its adapters, a file a noun.

``loop``, ``commands``, ``gate`` and ``server`` speak to these; ``wiring`` chooses what is behind
them.
"""

from interlock.ports.access import Access
from interlock.ports.agents import Agents
from interlock.ports.bus import Bus, Lagging, Subscription
from interlock.ports.clock import Clock
from interlock.ports.cluster import Cluster
from interlock.ports.feed import Feed
from interlock.ports.figures import Figures
from interlock.ports.gauges import Gauges
from interlock.ports.hooks import Hooks
from interlock.ports.leases import Lease, Leases
from interlock.ports.ledger import Ledger, Quotas
from interlock.ports.packs import Packs
from interlock.ports.post import Post
from interlock.ports.queue import Queue
from interlock.ports.reader import FactPage, LogPage, Reader, Tail, Wanted
from interlock.ports.roles import Roles
from interlock.ports.schedules import Schedules
from interlock.ports.sealed import Sealed, SealedSecret, Sealer
from interlock.ports.store import Store, Tx

__all__ = [
    "Access",
    "Agents",
    "Bus",
    "Clock",
    "Cluster",
    "FactPage",
    "Feed",
    "Figures",
    "Gauges",
    "Hooks",
    "Lagging",
    "Lease",
    "Leases",
    "Ledger",
    "LogPage",
    "Packs",
    "Post",
    "Queue",
    "Quotas",
    "Reader",
    "Roles",
    "Schedules",
    "Sealed",
    "SealedSecret",
    "Sealer",
    "Store",
    "Subscription",
    "Tail",
    "Tx",
    "Wanted",
]
