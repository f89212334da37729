"""The price book: our table from the package, and an operator's own prices before it.

The table is read when the first call is priced, and a provider's part of it when the first of its
models is.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.prices import Listing, Price, check, find
from interlock.ledger.own_prices import OwnPrice

_NAMES: Mapping[str, str] = {
    "gemini": "google",
    "google-vertex": "google",
    "moonshot": "moonshotai",
    "xai": "x-ai",
}
"""Where the table calls a provider by another name than our catalog does."""

FREE: frozenset[str] = frozenset({"ollama", "vllm", "llamacpp", "lmstudio", "scripted"})
"""Servers of your own: nobody bills a token, and a 0 is a real 0."""

_ZERO = Decimal(0)
_NOTHING = Price(rates={"input": _ZERO, "output": _ZERO}, version="free")
_DATED = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2})\Z")
_MOST = 1_024


class _Provider(Struct, frozen=True):
    models: tuple[Listing, ...]
    then: tuple[str, ...] = ()


class _Table(Struct, frozen=True):
    version: str
    source: str
    providers: dict[str, msgspec.Raw]


class Book:
    """Knows what models cost, and when.

    Args:
        own: An operator's own prices; they go before the table's.
        text: The table as JSON; that of the package by default.
    """

    def __init__(self, own: Sequence[OwnPrice] = (), text: bytes | None = None) -> None:
        self._own = tuple(own)
        self._text = text
        self._table: _Table | None = None
        self._providers: dict[str, _Provider] = {}
        self._found: dict[tuple[str, str], Listing | None] = {}

    @property
    def version(self) -> str:
        """The version of the table."""
        return self._read().version

    def price(
        self, provider: str, model: str, at: int, tier: str = "", size: int = 0
    ) -> Price | None:
        """The price that was in force; None when nobody knows one.

        Args:
            provider: Our name of the provider.
            model: The provider's name of the model, in any case.
            at: When the call was made, ms since the epoch.
            tier: The tier of service that the answer names.
            size: Input tokens, cached ones included.
        """
        name = model.lower()
        own = self._own_price(provider, name, at, tier, size)
        if own is not None and own.discount is None:
            return own.price
        listing = self.listing(provider, name)
        if listing is None:
            return _NOTHING if provider in FREE else None
        found = listing.in_force(at, tier, size)
        return found if found is None or own is None else own.off(found)

    def listing(self, provider: str, model: str) -> Listing | None:
        """How the table prices a model, whatever the time."""
        key = (provider, model)
        if key not in self._found:
            if len(self._found) >= _MOST:
                self._found.clear()
            self._found[key] = self._look_up(provider, model)
        return self._found[key]

    def name(self, provider: str, answered: str, requested: str) -> str:
        """The name to price by: that of the model which answered.

        A snapshot of the requested model that the table does not list (``gpt-9-2027-01-01`` for
        ``gpt-9``) goes by the name that was asked for. Any other unknown name stays unknown.
        """
        if not answered:
            return requested
        if self.listing(provider, answered.lower()) is None:
            plain = _DATED.sub("", answered.lower())
            if plain == requested.lower():
                return requested
        return answered

    def _own_price(
        self, provider: str, model: str, at: int, tier: str, size: int
    ) -> OwnPrice | None:
        for one in self._own:
            if one.meant(provider, model):
                listing = Listing("", (), (one.price,))
                if listing.in_force(at, tier, size) is not None:
                    return one
        return None

    def _look_up(self, provider: str, model: str) -> Listing | None:
        there = self._provider(_NAMES.get(provider, provider))
        if there is None:
            return None
        found = find(there.models, model)
        for other in there.then if found is None else ():
            elsewhere = self._provider(other)
            found = None if elsewhere is None else find(elsewhere.models, model)
            if found is not None:
                return found
        return found

    def _provider(self, name: str) -> _Provider | None:
        if name in self._providers:
            return self._providers[name]
        raw = self._read().providers.get(name)
        if raw is None:
            return None
        read = msgspec.json.decode(raw, type=_Provider)
        for listing in read.models:
            check(listing)
        version = self._read().version
        models = tuple(_versioned(listing, version) for listing in read.models)
        self._providers[name] = _Provider(models, read.then)
        return self._providers[name]

    def _read(self) -> _Table:
        if self._table is None:
            text = self._text
            if text is None:
                text = resources.files("interlock.ledger").joinpath("prices.json").read_bytes()
            self._table = msgspec.json.decode(text, type=_Table)
        return self._table


def _versioned(listing: Listing, version: str) -> Listing:
    prices = tuple(replace(price, version=version) for price in listing.prices)
    return replace(listing, prices=prices)
