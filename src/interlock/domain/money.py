"""Money: US dollars as ``Decimal``, never a float, and whole picodollars where rows are added up.

A picodollar (10⁻¹² USD) is one token at a price of one millionth of a dollar a million tokens.
Prices have at most six decimals a million tokens, so every cost is a whole number of picodollars,
and sums are exact in any database.
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Literal

from msgspec import Struct

from interlock.domain.usage import BillingClass

_EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)
_PLACES = 12
_ONE = Decimal(1).scaleb(-_PLACES)
_ZERO = Decimal(0)

Outcome = Literal["ok", "failed", "cancelled"]
CallKind = Literal["chat", "embedding", "rerank", "judge", "query_rewrite", "cache_hit"]
UsageSource = Literal["provider", "estimated", "none"]


def to_pico(usd: Decimal) -> int:
    """Dollars as whole picodollars; what is smaller is rounded to the nearest even one."""
    return int(usd.quantize(_ONE, context=_EXACT).scaleb(12, _EXACT))


def from_pico(pico: int) -> Decimal:
    """Whole picodollars as dollars, without trailing zeros."""
    if not pico:
        return _ZERO
    zeros = 0
    while zeros < _PLACES and not pico % 10:
        pico //= 10
        zeros += 1
    return Decimal(pico).scaleb(zeros - _PLACES, _EXACT)


def trim(amount: Decimal) -> Decimal:
    """The same amount without trailing zeros and without an exponent."""
    short = amount.normalize(_EXACT)
    return short.quantize(Decimal(1), context=_EXACT) if short.as_tuple().exponent > 0 else short  # pyright: ignore[reportOperatorIssue] - an amount is finite


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of a bill: ``quantity × price ÷ per``. ``model`` is set when it is another one."""

    kind: BillingClass
    quantity: int
    price: Decimal
    per: int
    usd: Decimal
    model: str = ""


class Bill(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one attempt to call a model cost, computed when it ended; it never changes.

    Args:
        call_index: Which model call of the run this is, from 1.
        attempt: Which attempt at that call, from 1.
        provider: Who was asked.
        model: The model that answered, as the provider bills it.
        requested: The model that was asked for.
        kind: What kind of call it was.
        role: The role of the agent in a team; empty for one that works alone.
        outcome: How the attempt ended.
        fallback: The agent's own model had failed before.
        tier: The tier of service that the provider names; empty for the standard one.
        cost: In USD; None when nobody knows the price. A 0 is a real 0.
        version: The version of the price; empty without one.
        source: Where the usage comes from.
        consistent: False when the provider's figures contradicted one another.
        lines: How the cost came about.
        reported: What the provider itself says that the call cost, in USD; None if it says nothing.
        response_id: The provider's id of the answer.
        reserved: Room in quotas was reserved for this attempt; its row gives it back.
        at: When the call was made, ms since the epoch.
    """

    call_index: int
    attempt: int
    provider: str
    model: str
    requested: str
    kind: CallKind = "chat"
    role: str = ""
    outcome: Outcome = "ok"
    fallback: bool = False
    tier: str = ""
    cost: Decimal | None = None
    version: str = ""
    source: UsageSource = "provider"
    consistent: bool = True
    lines: tuple[Line, ...] = ()
    reported: Decimal | None = None
    response_id: str = ""
    reserved: bool = False
    at: int = 0
