"""Recorded answers of providers, priced to the last digit by each provider's own rule."""

import json
import re
from decimal import Decimal
from typing import Any

import pytest
from tests.ledger.cases import ms
from tests.models.recordings import RECORDINGS, Recording, name_of, reader_for

from interlock.domain.events import ModelEnded, ModelStarted
from interlock.domain.model import Reply
from interlock.domain.money import Bill
from interlock.domain.state import InFlight, TurnState
from interlock.ledger.book import Book
from interlock.ledger.clerk import Answer, Clerk

NOW = ms("2026-11-30T12:00:00Z")
BOOK = Book()
MILLION = 1_000_000


def outcome_of(recording: Recording) -> Any:
    reader = reader_for(recording)
    if not recording.streaming:
        return reader.document(recording.body)[-1]
    parts = reader.feed(recording.body)
    return (parts if reader.done else reader.close())[-1]


ANSWERS = [
    recording
    for recording in RECORDINGS
    if recording.status == 200 and isinstance(outcome_of(recording), Reply)
]


def bill_of(recording: Recording) -> Bill:
    """The bill of a recorded answer, as the loop would have it."""
    reply = outcome_of(recording)
    call = ModelStarted(
        message_id="msg_1",
        call_index=1,
        attempt=1,
        provider=recording.provider,
        model=reply.model,
        input_estimate=7,
    )
    state = TurnState(in_flight=InFlight(message_id="msg_1", call=call, started_at=NOW))
    fact = ModelEnded(message=reply.message, stop=reply.stop, usage=reply.usage, model=reply.model)
    heard = Answer(tier=reply.tier, reported=reply.reported, shares=reply.shares)
    ended = Clerk(BOOK).settle(fact, state, heard)
    assert isinstance(ended, ModelEnded)
    assert ended.bill is not None
    return ended.bill


def of_step(recording: Recording, bill: Bill, step: dict[str, Any]) -> Decimal:
    """A step of an Anthropic call: its own model, or the one that answered."""
    read, written = step["cache_read_input_tokens"], step["cache_creation_input_tokens"]
    size = step["input_tokens"] + read + written
    model = step.get("model", bill.model)
    price = BOOK.price(recording.provider, model, NOW, bill.tier, size)
    assert price is not None
    rates, hour = price.rates, step["cache_creation"]["ephemeral_1h_input_tokens"]
    return (
        rates["input"] * step["input_tokens"]
        + rates["cache_read"] * read
        + rates["cache_write"] * (written - hour)
        + rates["cache_write_1h"] * hour
        + rates["output"] * step["output_tokens"]
    ) / MILLION


def by_hand(recording: Recording, bill: Bill) -> Decimal | None:
    """What the invoice says: the totals of the index, each part once, at the rates of the day."""
    steps = re.findall(rb'"iterations":(\[.*?\]) *}', recording.body)
    if steps:
        parts = json.loads(steps[-1])
        billed = (of_step(recording, bill, one) for one in parts if one["output_tokens"])
        return sum(billed, Decimal(0))
    usage = recording.expected["usage"]
    size = usage["input_total"] or 0
    price = BOOK.price(recording.provider, bill.model, NOW, bill.tier, size)
    if price is None:
        return None
    rates = price.rates
    read, written = usage["cache_read"] or 0, usage["cache_write"] or 0
    hours = re.findall(rb'"ephemeral_1h_input_tokens":\s*(\d+)', recording.body)
    hour = int(hours[-1]) if hours else 0
    searches = re.findall(rb'"web_search_requests":\s*(\d+)', recording.body)
    fee = rates.get("web_search", Decimal(0)) * (int(searches[-1]) if searches else 0) / 1000
    tokens = (
        rates["input"] * (size - read - written)
        + rates.get("cache_read", rates["input"]) * read
        + rates.get("cache_write", rates["input"]) * (written - hour)
        + rates.get("cache_write_1h", Decimal(0)) * hour
        + rates["output"] * (usage["output_total"] or 0)
    )
    return tokens / MILLION + fee


@pytest.mark.parametrize("recording", ANSWERS, ids=name_of)
def test_a_recorded_answer_costs_what_the_invoice_says(recording: Recording) -> None:
    bill = bill_of(recording)
    if not recording.expected["usage"]:
        assert bill.source == "estimated"
        return
    assert bill.source == "provider"
    assert bill.consistent
    assert bill.cost == by_hand(recording, bill)


def test_most_recordings_have_a_price_and_those_of_unknown_models_say_so() -> None:
    counted = [one for one in ANSWERS if one.expected["usage"]]
    priced = [one for one in counted if bill_of(one).cost is not None]
    assert (len(counted) > 70, len(priced) > 45) == (True, True), (len(counted), len(priced))
    assert {one.provider for one in priced} >= {"anthropic", "openai", "groq", "mistral", "xai"}


def test_what_a_router_says_it_cost_is_kept_to_the_digit() -> None:
    said = 0
    for recording in ANSWERS:
        costs = re.findall(rb'"cost":\s*([0-9.e-]+)', recording.body)
        reported = bill_of(recording).reported
        if recording.provider == "openrouter" and costs and Decimal(costs[-1].decode()):
            assert reported == Decimal(costs[-1].decode())
            said += 1
    assert said > 2
