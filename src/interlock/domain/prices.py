"""The price table: dated prices of models, and which one is in force. Pure.

A listing is a model as a provider prices it. Its prices are rows with half-open times of effect
and conditions; two rows of the same conditions never overlap. Nothing is ever changed in a row: a
correction is a new version of the table, and old bills keep the version that they were made with.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal

from msgspec import Struct

from interlock.domain.usage import BillingClass
from interlock.errors import ConfigError

FOREVER = 2**63 - 1
MILLION = 1_000_000
THOUSAND = 1_000

PER: dict[BillingClass, int] = {"web_search": THOUSAND, "search_unit": THOUSAND}
"""For how many uses a price counts; a million tokens where nothing is said."""

STANDARD: frozenset[str] = frozenset({"", "default", "auto", "standard", "on_demand"})
"""What providers call the tier that nobody asked for."""

INSTEAD: dict[BillingClass, BillingClass] = {
    "cache_read": "input",
    "cache_write": "input",
    "reasoning": "output",
}
"""At which price a class is billed that has none of its own. Audio has no stand-in: billing sound
as text would be wrong in silence."""


class Window(Struct, frozen=True, omit_defaults=True):
    """Times of the week in UTC: ``days`` (0 is Monday), from ``start`` to before ``end``, minutes.

    A window whose end is not after its start crosses midnight; its days are those of its start.
    """

    start: int
    end: int
    days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)

    def holds(self, at: int) -> bool:
        """Whether a time, ms since the epoch, lies in it."""
        moment = datetime.fromtimestamp(at // 1000, UTC)
        minute, day = moment.hour * 60 + moment.minute, moment.weekday()
        if self.start < self.end:
            return self.start <= minute < self.end and day in self.days
        if minute >= self.start:
            return day in self.days
        return minute < self.end and (day - 1) % 7 in self.days

    def meets(self, other: "Window") -> bool:
        """Whether some minute of the week lies in both."""
        return not self.minutes().isdisjoint(other.minutes())

    def minutes(self) -> set[int]:
        """The minutes of the week that lie in it; 0 is Monday 00:00."""
        length = (self.end - self.start) % 1440 or 1440
        begins = (day * 1440 + self.start for day in self.days)
        return {(begin + minute) % 10080 for begin in begins for minute in range(length)}


class Price(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the table.

    Args:
        rates: USD per million tokens, or per thousand uses (``PER``), by class.
        since: From when, ms since the epoch, inclusive.
        until: To when, exclusive.
        tier: The tier of service; empty for the standard one.
        above: For calls whose input, cached or not, is more than so many tokens. It then counts
            for the whole call.
        window: Only at these times of the week.
        version: The version of the table that it belongs to.
    """

    rates: dict[BillingClass, Decimal]
    since: int = 0
    until: int = FOREVER
    tier: str = ""
    above: int = 0
    window: Window | None = None
    version: str = ""


class Listing(Struct, frozen=True):
    """A model as a provider prices it.

    ``match`` says by which names it goes; one is enough. ``=name`` equals, ``^name`` begins with,
    ``~name`` contains, ``$name`` ends with, ``/pattern`` is a regular expression; terms that
    a space joins must all hold.
    """

    id: str
    match: tuple[str, ...]
    prices: tuple[Price, ...]

    def goes_by(self, model: str) -> bool:
        """Whether a name, in lower case, is one of this model's."""
        return any(all(_holds(term, model) for term in one.split(" ")) for one in self.match)

    def in_force(self, at: int, tier: str, size: int) -> Price | None:
        """The price of a call, or None.

        Args:
            at: When it was made, ms since the epoch.
            tier: As the provider names it.
            size: Input tokens, cached ones included.
        """
        wanted = "" if tier in STANDARD else tier
        found = [
            price
            for price in self.prices
            if price.since <= at < price.until
            and price.tier == wanted
            and (not price.above or size > price.above)
            and (price.window is None or price.window.holds(at))
        ]
        return max(found, key=_narrowness, default=None)


def _narrowness(price: Price) -> tuple[bool, int]:
    return price.window is not None, price.above


def _holds(term: str, model: str) -> bool:
    how, what = term[:1], term[1:]
    match how:
        case "=":
            return model == what
        case "^":
            return model.startswith(what)
        case "$":
            return model.endswith(what)
        case "/":
            return re.search(what, model) is not None
        case _:
            return what in model


def rate(price: Price, kind: BillingClass) -> Decimal | None:
    """The rate of a class, or that of the class that stands in for it; None when there is none."""
    own = price.rates.get(kind)
    if own is None and kind in INSTEAD:
        return price.rates.get(INSTEAD[kind])
    return own


def check(listing: Listing) -> None:
    """Refuse prices that contradict each other.

    Raises:
        ConfigError: An interval is empty, a rate is negative or too fine, or two rows overlap.
    """
    for place, price in enumerate(listing.prices):
        _check_row(listing.id, price)
        for other in listing.prices[place + 1 :]:
            if _overlap(price, other):
                text = f"prices of {listing.id}: two rows of tier {price.tier or 'standard'}"
                raise ConfigError(f"{text} above {price.above} hold at once: end one of them first")


def _check_row(name: str, price: Price) -> None:
    if price.since >= price.until:
        raise ConfigError(f"prices of {name}: a row ends before it begins")
    for kind, usd in price.rates.items():
        finest = -6 if kind not in PER else -9
        exponent = usd.as_tuple().exponent
        if usd < 0 or not isinstance(exponent, int) or exponent < finest:
            raise ConfigError(f"prices of {name}: {kind} must be 0 or more, {-finest} decimals")


def _overlap(one: Price, other: Price) -> bool:
    if (one.tier, one.above) != (other.tier, other.above):
        return False
    if one.since >= other.until or other.since >= one.until:
        return False
    if one.window is None or other.window is None:
        return one.window is other.window
    return one.window.meets(other.window)


def find(listings: Iterable[Listing], model: str) -> Listing | None:
    """The first listing that goes by a name, whatever its case."""
    wanted = model.lower()
    return next((listing for listing in listings if listing.goes_by(wanted)), None)
