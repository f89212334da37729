"""The protocols between the engine and its adapters, a file a noun.

``loop``, ``commands``, ``gate`` and ``server`` speak to these; ``wiring`` chooses what is behind
them.
"""

from interlock.ports.access import Access
from interlock.ports.agents import Agents
from interlock.ports.bus import Bus, Lagging, Subscription
from interlock.ports.clock import Clock
from interlock.ports.feed import Feed
from interlock.ports.queue import Queue
from interlock.ports.schedules import Schedules
from interlock.ports.store import Reader, Store, Tx

__all__ = [
    "Access",
    "Agents",
    "Bus",
    "Clock",
    "Feed",
    "Lagging",
    "Queue",
    "Reader",
    "Schedules",
    "Store",
    "Subscription",
    "Tx",
]
