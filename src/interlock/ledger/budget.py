"""The budget: asks for room in the quotas before a model is called.

Which quotas there are is read again every few seconds. Where none is about a run, asking costs a
look into a dictionary; where one is, it costs a transaction, so that no two calls ever take the
same room.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from decimal import Decimal

from msgspec import Struct

from interlock.domain.money import to_pico
from interlock.domain.prices import MILLION, Price
from interlock.domain.quotas import Amount, Claim, Granted, Quota, Refused
from interlock.domain.records import Run
from interlock.ledger.book import Book
from interlock.ports import Clock, Store

_log = logging.getLogger(__name__)

FRESH_MS = 2_000
"""For how long other processes may not have heard of a new quota."""

ANSWER_TOKENS = 16_384
"""How long an answer is taken to be at most when the agent sets no ``max_tokens``."""


Settled = Callable[[], Awaitable[None]]
"""Waits until something is durable."""


class Wish(Struct, frozen=True, kw_only=True):
    """A call that is about to be made.

    Args:
        run: The run, with its driver's fence.
        call_index: Which call of the run.
        attempt: Which attempt at it.
        provider: Who is asked.
        model: For which model.
        tier: The tier of service that is asked for.
        sent: Tokens that are sent, at most.
        answer: Tokens that may come back; None when the agent sets no bound.
    """

    run: Run
    call_index: int
    attempt: int
    provider: str
    model: str
    tier: str = ""
    sent: int
    answer: int | None


class Hold(Struct, frozen=True):
    """There is no room. ``code`` is stable, ``reason`` finishes "stopped because …"."""

    code: str
    reason: str


class Budget:
    """Reserves room for calls.

    Args:
        store: Keeps quotas and meters.
        clock: The time.
        book: Knows the prices.
    """

    def __init__(self, store: Store, clock: Clock, book: Book) -> None:
        self._store = store
        self._clock = clock
        self._book = book
        self._quotas: dict[str, list[Quota]] = {}
        self._zones: dict[str, str] = {}
        self._read_at: int | None = None
        self._reading = asyncio.Lock()

    def forget(self) -> None:
        """Quotas changed: read them again before the next call."""
        self._read_at = None

    async def ask(self, wish: Wish, settled: Settled) -> Granted | Hold:
        """Reserve room for a call, or say why there is none.

        Args:
            wish: The call.
            settled: Waits until the rows of the run's earlier calls are there, with the room that
                they give back.

        Raises:
            LeaseLost: Another driver has the run.
            StoreFailed: The database can't be written now.
        """
        now = self._clock.now()
        await self._refresh(now)
        run = wish.run
        quotas = self._quotas.get(run.tenant)
        if not quotas:
            return Granted(reserved=False)
        zone = self._zones.get(run.tenant, "UTC")
        claim = self._claim(wish, Amount(), now, zone)
        meant = [quota for quota in quotas if claim.key(quota) is not None]
        if not meant:
            return Granted(reserved=False)
        cost = self._most(wish, now)
        if cost is None and any(quota.measure == "usd" for quota in meant):
            text = f"the model {wish.model} has no price, so a quota of money can't be kept for it"
            return Hold("unpriced", text)
        amount = Amount(cost or 0, wish.sent + (wish.answer or ANSWER_TOKENS))
        claim = self._claim(wish, amount, now, zone)
        await settled()
        found = await self._store.write(lambda tx: tx.quotas.reserve(claim, meant))
        if isinstance(found, Refused):
            return Hold("quota", found.reason)
        for quota in found.warn:
            _log.warning("quota %s of tenant %s is nearly full", quota.id, run.tenant)
        return found

    async def _refresh(self, now: int) -> None:
        """Read quotas anew if it is time. Nobody passes by a list that is being read."""
        async with self._reading:
            if self._read_at is not None and 0 <= now - self._read_at < FRESH_MS:
                return
            self._read_at = now
            try:
                quotas, self._zones = await self._store.read(lambda reader: reader.quotas.every())
            except BaseException:
                self._read_at = None
                raise
            found: dict[str, list[Quota]] = {}
            for quota in quotas:
                found.setdefault(quota.tenant, []).append(quota)
            self._quotas = found

    def _most(self, wish: Wish, now: int) -> int | None:
        """What a call can cost at most, picodollars; None without a price."""
        price = self._book.price(wish.provider, wish.model, now, wish.tier, wish.sent)
        if price is None:
            return None
        sent = _dearest(price, ("input", "cache_write", "cache_write_1h", "input_audio"))
        answer = _dearest(price, ("output", "reasoning", "output_audio"))
        usd = sent * wish.sent + answer * (wish.answer or ANSWER_TOKENS)
        return to_pico(usd / MILLION)

    @staticmethod
    def _claim(wish: Wish, amount: Amount, now: int, zone: str) -> Claim:
        return Claim(
            run=wish.run,
            call_index=wish.call_index,
            attempt=wish.attempt,
            amount=amount,
            now=now,
            zone=zone,
        )


def _dearest(price: Price, kinds: tuple[str, ...]) -> Decimal:
    return max((usd for kind, usd in price.rates.items() if kind in kinds), default=Decimal(0))
