"""Interlock that keeps no ledger either: no bills and rows, no room asked for, nothing estimated.

interlock serve bench.blind:app
"""

from bench.unseen import app

from interlock.domain.events import Fact
from interlock.domain.quotas import Granted
from interlock.domain.tokens import Size
from interlock.ledger.budget import Budget
from interlock.ledger.clerk import Clerk
from interlock.loop import turn

__all__ = ["app"]

_NOTHING = Size(0, 0)


def _as_it_is(_clerk: Clerk, fact: Fact, *_rest: object) -> Fact:
    return fact


async def _granted(_budget: Budget, *_asked: object) -> Granted:
    return Granted(reserved=False)


def _no_size(*_asked: object) -> Size:
    return _NOTHING


vars(turn)["size_of_request"] = _no_size
Clerk.settle = _as_it_is
Budget.ask = _granted
