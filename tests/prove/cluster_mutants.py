"""Broken variants of the engine, for the cluster. Each breaks one rule, in the processes only."""

import itertools
from collections.abc import Mapping

from tests.prove.matrix_mutants import no_fencing as _no_fencing

from interlock import Interlock
from interlock.domain.redelivery import Sent
from interlock.mail.http import HttpPost
from interlock.prove.program import build
from interlock.workers.finder import Finder
from interlock.workers.lease import TimedLease


def _anybody(self: TimedLease) -> None:
    """Whoever had a run once may act in it for ever."""


def no_fencing(witness: str) -> Interlock:
    """Neither the database nor the driver looks whether the run is still the driver's."""
    _no_fencing(witness)
    return build(witness)


def no_lease_check(witness: str) -> Interlock:
    """A driver does not look at its lease; only the database's fence is left."""
    TimedLease.check = _anybody
    return build(witness)


def no_finder(witness: str) -> Interlock:
    """Nobody looks for runs that the queue has lost."""

    async def nothing(self: Finder) -> None:
        pass

    Finder._look = nothing  # noqa: SLF001 - a mutant reaches inside
    return build(witness)


def lazy_postman(witness: str) -> Interlock:
    """Every fifth notice is called sent and is not."""
    send = HttpPost.send
    times = itertools.count(1)

    async def lazy(self: HttpPost, url: str, headers: Mapping[str, str], body: bytes) -> Sent:
        return Sent(200) if next(times) % 5 == 0 else await send(self, url, headers, body)

    HttpPost.send = lazy
    return build(witness)
