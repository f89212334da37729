"""Interlock without a ledger and without sight: no bills and rows, no room asked for, nothing
counted, no figures. The other half of ``bench.ledger``; importing it blinds the process.

    interlock serve bench.blind:app
"""

import asyncio

from bench.interlock_app import app

from interlock.domain.events import Fact
from interlock.domain.quotas import Granted
from interlock.domain.tokens import Size
from interlock.ledger.budget import Budget
from interlock.ledger.clerk import Clerk
from interlock.loop import turn
from interlock.ports import Store
from interlock.wiring import sight
from interlock.workers.counter import Counter

__all__ = ["app"]

_NOTHING = Size(0, 0)


def _as_it_is(_clerk: Clerk, fact: Fact, *_rest: object) -> Fact:
    return fact


async def _granted(_budget: Budget, *_asked: object) -> Granted:
    return Granted(reserved=False)


async def _idle(_counter: Counter) -> None:
    await asyncio.Event().wait()


def _no_size(*_asked: object) -> Size:
    return _NOTHING


def _unwatched(store: Store, *_rest: object) -> Store:
    return store


vars(sight)["WatchedStore"] = _unwatched
vars(turn)["size_of_request"] = _no_size
Clerk.settle = _as_it_is
Budget.ask = _granted
Counter.run = _idle
