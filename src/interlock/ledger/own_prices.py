"""An operator's own prices: a TOML file with dated entries, each a price or a discount.

    [[price]]
    provider = "openai"
    model = "gpt-5"
    since = 2026-12-01
    discount = 0.12

    [[price]]
    provider = "custom"
    model = "our-llama"
    input = 0.20
    output = 0.60

Times are UTC; a date means its midnight. Numbers are read as decimals, never as floats.
"""

import tomllib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, cast, get_args

from msgspec import Struct

from interlock.domain.prices import FOREVER, Listing, Price, check
from interlock.domain.usage import BillingClass
from interlock.errors import ConfigError

_CLASSES: tuple[BillingClass, ...] = get_args(BillingClass)
_KNOWN = frozenset({"provider", "model", "since", "until", "tier", "above", "discount", *_CLASSES})
_ONE = Decimal(1)
_FINEST = Decimal(1).scaleb(-6)


class OwnPrice(Struct, frozen=True, kw_only=True):
    """One entry: ``price`` with rates of its own, or with none and a ``discount`` off the table's.

    Args:
        provider: Our name of the provider.
        model: The model's name; a ``*`` at its end stands for any end.
        price: Its rates, times and conditions.
        discount: The part of the table's price that is taken off, 0 to 1.
    """

    provider: str
    model: str
    price: Price
    discount: Decimal | None = None

    def meant(self, provider: str, model: str) -> bool:
        """Whether it is about this model."""
        if provider != self.provider:
            return False
        if self.model.endswith("*"):
            return model.startswith(self.model[:-1])
        return model == self.model

    def off(self, price: Price) -> Price:
        """The table's price less the discount, to six decimals a million tokens."""
        factor = _ONE - (self.discount or 0)
        rates: dict[BillingClass, Decimal] = {
            kind: (usd * factor).quantize(_FINEST) for kind, usd in price.rates.items()
        }
        return Price(rates=rates, version=f"{price.version}*{self.price.version}")


def read_own_prices(path: Path) -> tuple[OwnPrice, ...]:
    """Read the file.

    Raises:
        ConfigError: It can't be read, says what no price can be, or contradicts itself.
    """
    try:
        text = path.read_text(encoding="utf-8")
        document = tomllib.loads(text, parse_float=Decimal)
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"The price file {path.name} can't be read: {error}") from error
    found = document.get("price", [])
    if not isinstance(found, list) or document.keys() - {"price"}:
        raise ConfigError(f"{path.name}: a price file holds [[price]] entries and nothing else")
    entries = cast("list[dict[str, Any]]", found)
    own = tuple(_entry(path.name, number, entry) for number, entry in enumerate(entries, 1))
    _check(own)
    return own


def _entry(file: str, number: int, entry: dict[str, Any]) -> OwnPrice:
    where = f"{file}, entry {number}"
    unknown = entry.keys() - _KNOWN
    if unknown:
        raise ConfigError(f"{where}: {', '.join(sorted(unknown))} is nothing that a price has")
    if not isinstance(entry.get("provider"), str) or not isinstance(entry.get("model"), str):
        raise ConfigError(f"{where}: name the provider and the model")
    rates: dict[BillingClass, Decimal] = {
        kind: _number(where, kind, entry[kind]) for kind in _CLASSES if kind in entry
    }
    discount = entry.get("discount")
    if (discount is None) != bool(rates):
        raise ConfigError(f"{where}: give either prices (input, output, …) or a discount")
    off = None if discount is None else _number(where, "discount", discount)
    if off is not None and not 0 <= off <= 1:
        raise ConfigError(f"{where}: a discount is a part, from 0 to 1")
    since = _time(where, entry.get("since"), 0)
    price = Price(
        rates=rates,
        since=since,
        until=_time(where, entry.get("until"), FOREVER),
        tier=str(entry.get("tier", "")),
        above=int(entry.get("above", 0)),
        version=f"own:{number}@{entry.get('since', 'always')}",
    )
    return OwnPrice(
        provider=entry["provider"], model=entry["model"].lower(), price=price, discount=off
    )


def _number(where: str, name: str, value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ConfigError(f"{where}: {name} must be a number")
    return Decimal(value)


def _time(where: str, value: object, default: int) -> int:
    match value:
        case None:
            return default
        case datetime():
            moment = value if value.tzinfo else value.replace(tzinfo=UTC)
        case date():
            moment = datetime(value.year, value.month, value.day, tzinfo=UTC)
        case _:
            raise ConfigError(f"{where}: write times as 2026-12-01 or 2026-12-01T08:00:00Z")
    return int(moment.timestamp()) * 1000


def _check(own: Sequence[OwnPrice]) -> None:
    """Refuse entries of one model that hold at once."""
    for provider, model in {(one.provider, one.model) for one in own}:
        rows = [one.price for one in own if (one.provider, one.model) == (provider, model)]
        check(Listing(f"{provider}:{model}", (), tuple(rows)))
