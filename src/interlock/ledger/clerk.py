"""The clerk: puts the bill on the end of every attempt, before it is written down.

What no provider counted, the clerk estimates, and says so: an answer whose provider sends no usage,
a stream that was cut, a call that a crash or a stop ended. Pure but for the price book.
"""

import logging
from decimal import Decimal
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.events import Fact, ModelEnded, ModelFailed, ModelStarted
from interlock.domain.model import Share
from interlock.domain.money import Bill, Line, Outcome, UsageSource
from interlock.domain.state import InFlight, TurnState
from interlock.domain.tokens import size_of_message, size_of_text
from interlock.domain.usage import NO_USAGE, Usage, add
from interlock.ledger.book import Book
from interlock.ledger.pricing import ZERO, Priced, price_usage

_log = logging.getLogger(__name__)

OURS: frozenset[str] = frozenset({"interrupted", "cancelled"})
"""Ends that are our doing: the provider worked, and nobody heard what it counted."""


class Answer(Struct, frozen=True, kw_only=True):
    """What is known of an attempt beside its fact: what only the adapter heard.

    Args:
        model: The model that answered, as the provider names it.
        tier: The tier of service.
        reported: What the provider says it cost, in USD.
        shares: Parts that are billed as other models'.
        counted: What the provider counted before the stream was cut.
    """

    model: str = ""
    tier: str = ""
    reported: Decimal | None = None
    shares: tuple[Share, ...] = ()
    counted: Usage = NO_USAGE


NOTHING = Answer()


class Clerk:
    """Makes bills. Of a model without a price it warns once, for its calls look cheap until then.

    Args:
        book: Knows the prices.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self._warned: set[tuple[str, str]] = set()

    def settle(self, fact: Fact, state: TurnState, heard: Answer = NOTHING) -> Fact:
        """The fact with its bill and its usage, if it ends an attempt; else as it is.

        Args:
            fact: What is about to be written.
            state: The state before it.
            heard: What the adapter heard beside.
        """
        flight = state.in_flight
        if flight is None or flight.call is None:
            return fact
        match fact:
            case ModelEnded(bill=None):
                usage = _of_answer(fact, flight.call, heard.shares)
                answer = replace(heard, model=fact.model)
                bill = self._bill(usage, flight, state, answer)
                bill = replace(bill, response_id=fact.response_id)
                return replace(fact, usage=usage, bill=bill)
            case ModelFailed(bill=None):
                usage = _of_failure(fact, flight, heard.counted)
                bill = self._bill(usage, flight, state, heard)
                outcome: Outcome = "cancelled" if fact.kind == "cancelled" else "failed"
                return replace(fact, usage=usage, bill=replace(bill, outcome=outcome))
            case _:
                return fact

    def _bill(self, usage: Usage, flight: InFlight, state: TurnState, heard: Answer) -> Bill:
        call, at = flight.call, flight.started_at
        if call is None:
            raise ValueError(flight.message_id)
        model = self.book.name(call.provider, heard.model, call.model)
        shares = tuple(
            one if one.model else Share(model, one.usage)
            for one in heard.shares or (Share(model, usage),)
        )
        priced = [self._price(call.provider, share, at, heard.tier) for share in shares]
        costs = [one.cost for one in priced if one.cost is not None]
        if len(costs) < len(priced):
            self._warn(call.provider, model)
        return Bill(
            call_index=call.call_index,
            attempt=call.attempt,
            provider=call.provider,
            model=heard.model or call.model,
            requested=call.model,
            fallback=any(failed.action == "fallback" for failed in state.faults),
            tier=heard.tier,
            cost=sum(costs, ZERO) if len(costs) == len(priced) else None,
            version=next((one.version for one in priced if one.version), ""),
            source=_source(usage),
            consistent=all(one.consistent for one in priced),
            lines=_lines(shares, priced, model),
            reported=heard.reported,
            reserved=call.reserved,
            at=at,
        )

    def _warn(self, provider: str, model: str) -> None:
        if (provider, model) not in self._warned:
            self._warned.add((provider, model))
            _log.warning("no price is known for %s of %s: its calls are unpriced", model, provider)

    def _price(self, provider: str, share: Share, at: int, tier: str) -> Priced:
        size = share.usage.input_tokens
        return price_usage(self.book.price(provider, share.model, at, tier, size), share.usage)


def _source(usage: Usage) -> UsageSource:
    if usage.estimated:
        return "estimated"
    return "provider" if usage != NO_USAGE else "none"


def _lines(shares: tuple[Share, ...], priced: list[Priced], model: str) -> tuple[Line, ...]:
    return tuple(
        line if share.model == model else replace(line, model=share.model)
        for share, one in zip(shares, priced, strict=True)
        for line in one.lines
    )


def _of_answer(fact: ModelEnded, call: ModelStarted, shares: tuple[Share, ...]) -> Usage:
    """What the provider counted; nothing, or zeros for a whole answer, is no count."""
    if shares:
        return reduce(add, (share.usage for share in shares))
    if fact.usage.known and fact.usage != NO_USAGE:
        return fact.usage
    return Usage(
        input_tokens=call.input_estimate,
        output_tokens=size_of_message(fact.message).about,
        known=False,
        estimated=True,
    )


def _of_failure(fact: ModelFailed, flight: InFlight, counted: Usage) -> Usage:
    """What a failed attempt used.

    A refusal before the first token is free. Of a cut answer the provider may have counted the
    input and a placeholder for the output: what had streamed says more.
    """
    said = fact.usage if fact.usage != NO_USAGE else counted
    streamed = size_of_text(flight.text).about + size_of_text(flight.reasoning).about
    streamed += flight.arguments // 4
    known = said.known and said != NO_USAGE
    if known and streamed <= said.output_tokens and fact.kind not in {*OURS, "broken_stream"}:
        return said
    if not known and not streamed and said.known and fact.kind not in OURS:
        return NO_USAGE
    call = flight.call
    sent = said.input_tokens or (0 if call is None else call.input_estimate)
    return replace(
        said,
        input_tokens=sent,
        output_tokens=max(said.output_tokens, streamed),
        known=False,
        estimated=True,
    )
