"""A run's log from the driver's side: numbers facts, submits them in order, keeps the fold."""

import asyncio
from collections.abc import Awaitable, Sequence

from interlock.domain.events import (
    Event,
    Fact,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ToolProgressed,
)
from interlock.domain.fold import advance, fold
from interlock.domain.state import TurnState
from interlock.errors import LeaseLost
from interlock.ledger.clerk import NOTHING, Clerk
from interlock.loop.tell import tell
from interlock.ports import Clock, Lease, Store


class Journal:
    """What happened in a run, and what it amounts to.

    ``add`` returns at once, and what is added in one turn of the event loop is submitted together;
    ``sync`` waits until everything added is durable. Decisions are synced before the act that they
    decide, everything at the end of the run.

    Args:
        store: The log.
        clock: Gives events their time.
        lease: The claimed run, and the right to write in it.
        past: All events of the thread that say something, and those of the turn with fragments.
        untrusted: The thread has read content that nobody vouches for.
        clerk: Puts the bill on what ends an attempt; without one there are no bills.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        lease: Lease,
        past: tuple[Sequence[Event], Sequence[Event]],
        *,
        untrusted: bool,
        clerk: Clerk | None = None,
    ) -> None:
        thread, turn = past
        self.state: TurnState = fold(turn)
        self.facts: list[Fact] = [event.data for event in thread]
        self.fresh: set[str] = set()
        """The calls that the gate judged since this driver began; older verdicts don't count."""
        self._untrusted = untrusted
        self._store = store
        self._clock = clock
        self.lease = lease
        """The right to act in this run."""
        self._run = lease.run
        self._seq = lease.run.last_seq
        self._held: list[Event] = []
        self._next: list[Event] = []
        self._waiting: list[Awaitable[None]] = []
        self._lost: LeaseLost | None = None
        self._clerk = clerk
        self.heard = NOTHING
        """What the adapter of the call in flight heard beside the facts."""
        self.told = False
        """Whether the log says which version of the agent this driver runs."""

    @property
    def untrusted(self) -> bool:
        """Whether the thread has read content that nobody vouches for, up to now."""
        return self._untrusted or self.state.untrusted

    def now(self) -> int:
        """Ms since the epoch."""
        return self._clock.now()

    def add(self, *facts: Fact) -> None:
        """Append facts."""
        self.hold(*facts)
        if not self._next:
            asyncio.get_running_loop().call_soon(self._submit)
        self._next += self._held
        self._held = []

    def hold(self, *facts: Fact) -> None:
        """Append facts together with the next ones that are added: both or neither."""
        now = self._clock.now()
        for given in facts:
            fact = self._settled(given)
            event = Event(self._run.id, self._seq + 1, now, fact)
            before, self.state = self.state, advance(self.state, event)  # an illegal one: no number
            tell(event, before)
            self._seq = event.seq
            self._held.append(event)
            if not isinstance(fact, ModelDelta | ToolProgressed):
                self.facts.append(fact)

    def _settled(self, fact: Fact) -> Fact:
        if self._clerk is None or not isinstance(fact, ModelEnded | ModelFailed):
            return fact
        heard, self.heard = self.heard, NOTHING
        return self._clerk.settle(fact, self.state, heard)

    async def sync(self) -> None:
        """Wait until all that was added is durable.

        Raises:
            LeaseLost: Another worker drives this run now.
            StoreFailed: The database can't be written now.
        """
        self._submit()
        waiting, self._waiting = self._waiting, []
        for outcome in await asyncio.gather(*waiting, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome
        if self._lost is not None:
            raise self._lost

    def _submit(self) -> None:
        """Hand over what was added, unless another worker may write here by now."""
        if self._next and self._holds():
            written = self._store.append(self._run.id, self._run.fence, tuple(self._next))
            self._waiting.append(written)
        self._next = []

    def _holds(self) -> bool:
        try:
            self.lease.check()
        except LeaseLost as lost:
            self._lost = lost
        return self._lost is None
