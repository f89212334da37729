"""What a usage costs: every ledger case, and what holds for all usages."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ledger.cases import USAGE, ms

from interlock.domain.money import Line, from_pico, to_pico
from interlock.domain.prices import Price
from interlock.domain.usage import NOT_TOKENS, Usage, disjoint
from interlock.ledger.book import Book
from interlock.ledger.pricing import Priced, price_usage
from interlock.models.usage_payload import Counted, read_payload

BOOK = Book()


def bill(case: dict[str, Any]) -> list[tuple[Counted, Priced]]:
    """The parts of a case's call, priced as the ledger prices them."""
    counted = read_payload(case["api"], case["usage"])
    at = ms(case["at"])
    parts = [(share.model, share.usage) for share in counted.shares]
    priced: list[tuple[Counted, Priced]] = []
    for model, usage in parts or [(case["model"], counted.usage)]:
        price = BOOK.price(case["provider"], model, at, counted.tier, usage.input_tokens)
        priced.append((counted, price_usage(price, usage)))
    return priced


@pytest.mark.parametrize("case", USAGE, ids=lambda case: case["id"])
def test_a_call_costs_what_its_provider_bills(case: dict[str, Any]) -> None:
    costs = [priced.cost for _, priced in bill(case)]
    assert None not in costs
    assert sum(cost for cost in costs if cost is not None) == Decimal(case["expected_usd"])


@pytest.mark.parametrize("case", USAGE, ids=lambda case: case["id"])
def test_its_lines_are_those_of_the_invoice(case: dict[str, Any]) -> None:
    names = {"cache_write_5m": "cache_write"}
    wanted: dict[str, tuple[int, Decimal]] = {}
    for line in case["lines"]:
        said: str = line["cls"].rpartition(".")[2]
        kind = names.get(said, said)
        count, usd = wanted.get(kind, (0, Decimal(0)))
        wanted[kind] = (count + line["quantity"], usd + Decimal(line["usd"]))
    assert as_invoiced([line for _, priced in bill(case) for line in priced.lines]) == wanted


def as_invoiced(lines: list[Line]) -> dict[str, tuple[int, Decimal]]:
    """Lines by class; an invoice shows reasoning as output."""
    found: dict[str, tuple[int, Decimal]] = {}
    for line in lines:
        kind = "output" if line.kind == "reasoning" else line.kind
        count, usd = found.get(kind, (0, Decimal(0)))
        found[kind] = (count + line.quantity, usd + line.usd)
    return found


counts = st.integers(0, 10_000_000)
usages = st.builds(
    Usage,
    input_tokens=counts,
    output_tokens=counts,
    cached_tokens=counts,
    cache_write_tokens=counts,
    reasoning_tokens=counts,
    hour_write_tokens=counts,
    input_audio_tokens=counts,
    cached_audio_tokens=counts,
    output_audio_tokens=counts,
)


@given(usages)
def test_every_token_is_billed_once_whatever_a_provider_claims(usage: Usage) -> None:
    parts = disjoint(usage).counts
    tokens = {kind: count for kind, count in parts.items() if kind not in NOT_TOKENS}
    assert sum(tokens.values()) == usage.total_tokens
    assert min(tokens.values(), default=0) >= 0


@given(usages, st.integers(0, 10**9))
def test_a_cost_is_the_exact_sum_of_its_lines(usage: Usage, micro: int) -> None:
    rate = Decimal(micro).scaleb(-6)
    price = Price(rates=dict.fromkeys(("input", "output", "input_audio", "output_audio"), rate))
    priced = price_usage(price, usage)
    if disjoint(usage).counts.keys() & {"cache_write_1h", "cached_audio"}:
        assert priced.cost is None  # they have no price here, and nothing stands in for it
        return
    assert priced.cost is not None
    assert priced.cost == sum(line.usd for line in priced.lines)
    assert priced.cost == rate * usage.total_tokens / 1_000_000
    assert from_pico(to_pico(priced.cost)) == priced.cost


def test_a_class_without_a_price_leaves_the_call_unpriced_instead_of_cheap() -> None:
    heard = Usage(input_tokens=1000, output_tokens=100, input_audio_tokens=900)
    price = BOOK.price("openai", "gpt-4o-audio-preview", ms("2026-09-01T00:00:00Z"))
    assert price is not None
    assert price_usage(price, heard).cost is None


def test_more_cached_than_there_was_is_cut_and_marked() -> None:
    odd = Usage(input_tokens=100, cached_tokens=200)
    priced = price_usage(BOOK.price("openai", "gpt-4o", ms("2025-11-20T00:00:00Z")), odd)
    assert (priced.cost, priced.consistent) == (Decimal("0.000125"), False)
