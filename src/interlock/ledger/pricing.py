"""Price a usage: from disjoint classes and a row of the table to lines and their sum. Pure."""

from collections.abc import Mapping
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.money import Line, from_pico
from interlock.domain.prices import MILLION, PER, Price, rate
from interlock.domain.usage import BillingClass, Usage, disjoint

ZERO = Decimal(0)


class Priced(Struct, frozen=True):
    """What a usage costs. ``cost`` None: a class of it, or the model itself, has no price."""

    cost: Decimal | None
    lines: tuple[Line, ...] = ()
    version: str = ""
    consistent: bool = True


def price_usage(price: Price | None, usage: Usage) -> Priced:
    """Price a usage.

    Args:
        price: What was in force when the call was made; None when nobody knows.
        usage: What the call used.
    """
    parts = disjoint(usage)
    return replace(price_counts(price, parts.counts), consistent=parts.consistent)


def price_counts(price: Price | None, counts: Mapping[BillingClass, int]) -> Priced:
    """Price disjoint counts; see ``price_usage``."""
    if not counts:
        return Priced(ZERO)
    if price is None:
        return Priced(None)
    lines: list[Line] = []
    total = 0
    for kind, quantity in counts.items():
        each = rate(price, kind)
        if each is None:
            return Priced(None)
        per = PER.get(kind, MILLION)
        pico = quantity * int(each.scaleb(12)) // per  # a whole number: rates are no finer
        total += pico
        lines.append(Line(kind, quantity, each, per, from_pico(pico)))
    return Priced(from_pico(total), tuple(lines), price.version)
