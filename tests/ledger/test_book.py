"""The price book: which price is in force, whose model it is, and an operator's own prices."""

from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from tests.ledger.cases import ms

from interlock.domain.prices import FOREVER, Listing, Price, Window, check
from interlock.domain.usage import BillingClass
from interlock.errors import ConfigError
from interlock.ledger.book import Book
from interlock.ledger.own_prices import read_own_prices

NOW = ms("2026-11-30T12:00:00Z")


def rate(book: Book, provider: str, model: str, at: int = NOW, **members: str | int):
    price = book.price(provider, model, at, **members)  # pyright: ignore[reportArgumentType]
    return None if price is None else price.rates.get("input")


@pytest.fixture
def own(tmp_path: Path):
    def write(text: str) -> Book:
        file = tmp_path / "prices.toml"
        file.write_text(text)
        return Book(read_own_prices(file))

    return write


def test_every_listing_of_the_table_is_free_of_contradictions():
    text = (Path(__file__).parents[2] / "src/interlock/ledger/prices.json").read_bytes()
    table = msgspec.json.decode(text)
    book, prices = Book(), 0
    for provider, entry in table["providers"].items():
        for model in entry["models"]:
            listing = msgspec.convert(model, Listing, strict=False)
            check(listing)
            prices += len(listing.prices)
            exact = [term[1:] for term in listing.match if term[0] == "=" and " " not in term]
            assert not exact or book.listing(provider, exact[0]) is not None
    assert prices > 1_500


def test_the_table_says_where_it_comes_from():
    assert Book().version.startswith("0.2.3+")


def test_an_alias_of_one_provider_is_found_at_the_company_behind_it():
    book = Book()
    assert rate(book, "azure", "gpt-4o") == rate(book, "openai", "gpt-4o") == Decimal("2.5")
    assert rate(book, "gemini", "gemini-2.5-pro") == Decimal("1.25")


def test_a_model_that_nobody_lists_has_no_price():
    book = Book()
    for provider, model in (("openai", "gpt-99"), ("custom", "x"), ("nobody", "gpt-4o")):
        assert book.price(provider, model, NOW) is None


def test_a_server_of_your_own_is_really_free():
    price = Book().price("ollama", "whatever", NOW)
    assert price is not None
    assert price.version == "free"


def test_a_new_snapshot_goes_by_the_name_that_was_asked_for_and_a_strange_answer_does_not():
    book = Book()
    assert book.name("openai", "gpt-4o-2029-01-31", "gpt-4o") == "gpt-4o"
    assert book.name("openai", "gpt-4o-2024-05-13", "gpt-4o") == "gpt-4o-2024-05-13"
    assert book.name("openai", "mystery-1", "gpt-4o") == "mystery-1"
    assert book.name("openai", "", "gpt-4o") == "gpt-4o"


def test_an_unknown_tier_has_no_price_instead_of_the_standard_one():
    book = Book()
    assert book.price("openai", "gpt-5-mini", NOW, "flex") is not None
    assert book.price("openai", "gpt-5-mini", NOW, "express") is None
    assert book.price("openai", "gpt-5-mini", NOW, "default") is not None


def test_an_own_price_holds_from_its_day_to_before_its_end(own):
    book = own(
        """
        [[price]]
        provider = "custom"
        model = "our-llama"
        since = 2026-11-01
        until = 2026-12-01T00:00:00Z
        input = 0.20
        output = 0.60
        """
    )
    inside, end = ms("2026-11-30T23:59:59Z"), ms("2026-12-01T00:00:00Z")
    assert rate(book, "custom", "our-llama", inside) == Decimal("0.20")
    assert rate(book, "custom", "Our-Llama", inside) == Decimal("0.20")
    assert rate(book, "custom", "our-llama", end) is None
    assert rate(book, "custom", "our-llama", ms("2026-10-31T23:59:59Z")) is None


def test_a_discount_comes_off_the_tables_price_and_says_so(own):
    book = own('[[price]]\nprovider = "openai"\nmodel = "gpt-4o*"\ndiscount = 0.12\n')
    price = book.price("openai", "gpt-4o-mini", NOW)
    assert price is not None
    assert price.rates["input"] == Decimal("0.132")
    assert price.version.endswith("*own:1@always")
    assert rate(book, "openai", "gpt-5") == Decimal("1.25")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('provider = "a"\nmodel = "b"\n', "either prices"),
        ('provider = "a"\nmodel = "b"\ninput = 1\ndiscount = 0.1\n', "either prices"),
        ('provider = "a"\nmodel = "b"\ndiscount = 12\n', "from 0 to 1"),
        ('provider = "a"\nmodel = "b"\ninput = -1\n', "0 or more"),
        ('provider = "a"\nmodel = "b"\ninput = 0.0000001\n', "6 decimals"),
        ('provider = "a"\nmodel = "b"\ninput = "1"\n', "must be a number"),
        ('provider = "a"\nmodel = "b"\ninput = 1\nsince = "today"\n', "write times"),
        ('provider = "a"\nmodel = "b"\ninput = 1\nprize = 1\n', "prize"),
        (
            'provider = "a"\nmodel = "b"\ninput = 1\nsince = 2026-02-01\nuntil = 2026-01-01\n',
            "ends",
        ),
        ('model = "b"\ninput = 1\n', "name the provider"),
    ],
)
def test_an_own_price_that_can_not_be_meant_is_refused(own, text: str, words: str):
    with pytest.raises(ConfigError, match=words):
        own(f"[[price]]\n{text}")


def test_two_own_prices_that_hold_at_once_are_refused(own):
    entry = '[[price]]\nprovider = "a"\nmodel = "b"\ninput = 1\n'
    with pytest.raises(ConfigError, match="hold at once"):
        own(f"{entry}since = 2026-01-01\n\n{entry}until = 2026-01-02\n")
    own(f"{entry}since = 2026-01-02\n\n{entry}until = 2026-01-02\n")


def test_a_window_across_midnight_belongs_to_the_day_on_which_it_begins():
    friday_night = Window(start=22 * 60, end=2 * 60, days=(4,))
    assert friday_night.holds(ms("2026-11-27T22:00:00Z"))
    assert friday_night.holds(ms("2026-11-28T01:59:59Z"))
    assert not friday_night.holds(ms("2026-11-28T02:00:00Z"))
    assert not friday_night.holds(ms("2026-11-27T01:00:00Z"))


@pytest.mark.parametrize("other", [Window(120, 180), Window(23 * 60, 90, (6,)), None])
def test_rows_that_overlap_are_told_apart_by_their_conditions(other: Window | None):
    rates: dict[BillingClass, Decimal] = {"input": Decimal(1)}
    own = Window(60, 120)
    rows = (Price(rates=rates, window=own), Price(rates=rates, window=other, until=FOREVER))
    listing = Listing("m", ("=m",), rows)
    if other is not None and own.meets(other):
        with pytest.raises(ConfigError, match="hold at once"):
            check(listing)
    else:
        check(listing)
