"""A provider's invoice beside our ledger, day by day and model by model. Pure.

Known are the cost exports of OpenAI and Anthropic; any other table works that has a column for the
day, the model and the cost.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Literal

from msgspec import Struct

from interlock.domain.money import trim
from interlock.domain.report import Sum
from interlock.errors import Invalid

_DAY = ("usage_date_utc", "start_time_iso", "usage_date", "date", "day", "start_time")
_MODEL = ("model", "model_version", "line_item")
_COST = ("cost_usd", "amount_value", "cost", "amount", "usd", "total_cost")

ZERO = Decimal(0)


class Charge(Struct, frozen=True):
    """A line of an invoice: a day of UTC, a model, and USD."""

    day: str
    model: str
    usd: Decimal


class Compared(Struct, frozen=True, kw_only=True):
    """A day and a model on both sides. ``difference``: the invoice less the ledger."""

    day: str
    model: str
    invoice: Decimal
    ledger: Decimal
    difference: Decimal
    unpriced: int = 0
    state: Literal["same", "differs", "only invoice", "only ledger"]


def read_invoice(lines: Iterable[str]) -> list[Charge]:
    """Read a table with a head.

    Raises:
        Invalid: It lacks a column, or a cell can't be read; the text says which.
    """
    reader = csv.DictReader(lines)
    head = {name.strip().lower(): name for name in reader.fieldnames or ()}
    day, model, cost = (_column(head, names) for names in (_DAY, _MODEL, _COST))
    charges: list[Charge] = []
    for number, row in enumerate(reader, 2):
        try:
            usd = Decimal((row[cost] or "0").strip().lstrip("$").replace(",", ""))
            charges.append(Charge(_day(row[day]), row[model].split(",")[0].strip(), usd))
        except (InvalidOperation, ValueError, AttributeError, TypeError) as error:
            raise Invalid(f"Line {number} of the invoice can't be read.", "bad_invoice") from error
    return charges


def compare(charges: Iterable[Charge], booked: Iterable[Sum]) -> list[Compared]:
    """Lay an invoice beside the ledger.

    Args:
        charges: The invoice's lines.
        booked: What the ledger has, by day of UTC and model.
    """
    theirs: dict[tuple[str, str], Decimal] = {}
    for charge in charges:
        key = (charge.day, charge.model.lower())
        theirs[key] = theirs.get(key, ZERO) + charge.usd
    ours: dict[tuple[str, str], tuple[Decimal, int]] = {}
    for one in booked:
        key = (one.day, one.model.lower())
        usd, unpriced = ours.get(key, (ZERO, 0))
        ours[key] = usd + one.cost, unpriced + one.unpriced
    return [
        _compared(key, theirs.get(key), ours.get(key))
        for key in sorted(theirs.keys() | ours.keys())
    ]


def days_of(charges: Sequence[Charge]) -> tuple[int, int]:
    """The stretch of time that an invoice is about: from, and to before; ms since the epoch."""
    if not charges:
        return 0, 0
    days = [datetime.fromisoformat(charge.day).replace(tzinfo=UTC) for charge in charges]
    first, last = (int(day.timestamp()) * 1000 for day in (min(days), max(days)))
    return first, last + 86_400_000


def _compared(
    key: tuple[str, str], theirs: Decimal | None, ours: tuple[Decimal, int] | None
) -> Compared:
    invoice, (ledger, unpriced) = theirs or ZERO, ours or (ZERO, 0)
    state: Literal["same", "differs", "only invoice", "only ledger"] = "same"
    if ours is None:
        state = "only invoice"
    elif theirs is None:
        state = "only ledger"
    elif invoice != ledger or unpriced:
        state = "differs"
    return Compared(
        day=key[0],
        model=key[1],
        invoice=trim(invoice),
        ledger=trim(ledger),
        difference=trim(invoice - ledger),
        unpriced=unpriced,
        state=state,
    )


def _column(head: dict[str, str], names: Sequence[str]) -> str:
    found = next((head[name] for name in names if name in head), None)
    if found is None:
        raise Invalid(f"The invoice needs a column {' or '.join(names)}.", "bad_invoice")
    return found


def _day(text: str) -> str:
    text = text.strip()
    if text.isdigit():
        return datetime.fromtimestamp(int(text), UTC).date().isoformat()
    return datetime.fromisoformat(text).date().isoformat()
