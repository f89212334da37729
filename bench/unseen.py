"""Interlock without metrics and without figures of the dashboard; importing it takes them away.

interlock serve bench.unseen:app
"""

import asyncio

from bench.interlock_app import app

from interlock.ports import Store
from interlock.wiring import sight
from interlock.workers.counter import Counter

__all__ = ["app"]


async def _idle(_counter: Counter) -> None:
    await asyncio.Event().wait()


def _unwatched(store: Store, *_rest: object) -> Store:
    return store


vars(sight)["WatchedStore"] = _unwatched
Counter.run = _idle
