"""Every attempt of a run has its row: answered, failed, cut, cancelled, lost in a crash."""

from decimal import Decimal
from typing import Any

import pytest
from tests.ledger.company import Company, calls, fails, says
from tests.stories.tools import Desk

from interlock import tool
from interlock.domain.agents import Agent, Limits
from interlock.domain.events import ModelEnded
from interlock.domain.ledger import Entry
from interlock.domain.model import Counted, Share
from interlock.domain.report import Span
from interlock.domain.usage import Usage
from interlock.ledger.recount import recount
from interlock.testing import Story

USAGE = Usage(input_tokens=1000, output_tokens=100)
EVER = Span(tenant="local", since="2000-01-01", until="2999-01-01")


async def rows_of(story: Story, run_id: str) -> list[Entry]:
    return await story.runtime.store.read(lambda reader: reader.ledger.of_run(run_id))


async def agrees(story: Story) -> None:
    """The tables say what the events say."""
    assert await story.runtime.store.read(lambda reader: recount(reader, "local")) == []


@pytest.fixture
def play(tmp_path):
    def begin(turns, **options: Any):
        company = Company(turns)
        return Story([Agent("clerk", model=company, attempts=2, **options)], tmp_path), company

    return begin


async def test_an_answer_is_booked_at_the_price_of_the_model_that_answered(play):
    story, _ = play([["Do", "ne.", says(usage=USAGE, response_id="chatcmpl-1")]])
    async with story:
        told = await story.say("hello")
        [row] = await rows_of(story, told.run_id)
        assert (row.model, row.requested, row.provider) == ("gpt-4o", "openai", "openai")
        assert (row.cost, row.outcome, row.source) == (Decimal("0.0035"), "ok", "provider")
        assert (row.user, row.agent, row.thread_id) == ("ann", "clerk", told.thread_id)
        assert (row.tokens.input_tokens, row.tokens.output_tokens) == (1000, 100)
        assert row.response_id == "chatcmpl-1"
        assert row.version.startswith("0.2.3+")
        ended = next(fact for fact in told.facts if isinstance(fact, ModelEnded))
        assert ended.bill is not None
        assert ended.bill.cost == row.cost
        await agrees(story)


async def test_a_failed_attempt_and_the_fallback_are_both_booked(tmp_path):
    own = Company([[fails("bad_request", USAGE)]])
    spare = Company([[says(usage=USAGE, model="claude-sonnet-4-5")]], "anthropic")
    async with Story([Agent("clerk", model=own, fallback=[spare])], tmp_path) as story:
        told = await story.say("hello")
        failed, answered = await rows_of(story, told.run_id)
        assert (failed.outcome, failed.attempt, failed.fallback) == ("failed", 1, False)
        assert (answered.outcome, answered.attempt, answered.fallback) == ("ok", 2, True)
        assert failed.cost is None  # it never said which model it was, and "openai" has no price
        assert answered.cost == Decimal("0.0045")
        await agrees(story)


async def test_a_refusal_before_the_first_token_costs_nothing_and_is_counted(play):
    story, _ = play([[fails("rate_limit", status=429)], [says(usage=USAGE)]])
    async with story:
        told = await story.say("hello")
        refused, answered = await rows_of(story, told.run_id)
        assert (refused.cost, refused.source, refused.outcome) == (0, "none", "failed")
        assert (refused.attempt, answered.attempt) == (1, 2)
        await agrees(story)


async def test_an_unknown_model_is_unpriced_and_never_free(play):
    story, _ = play([[says(usage=USAGE, model="snowflake/claude-opus-4-7")]])
    async with story:
        told = await story.say("hello")
        [row] = await rows_of(story, told.run_id)
        assert (row.cost, row.tokens.total) == (None, 1100)
        [total] = await story.runtime.store.read(lambda reader: reader.ledger.sums(EVER, ()))
        assert (total.unpriced, total.tokens.total, total.cost) == (1, 1100, 0)
        await agrees(story)


async def test_an_answer_without_a_count_is_estimated_and_says_so(play):
    story, _ = play([["word " * 40, says("word " * 40)]])
    async with story:
        told = await story.say("hello " * 100)
        [row] = await rows_of(story, told.run_id)
        assert row.source == "estimated"
        assert row.cost is not None
        assert 0 < row.cost < Decimal("0.01")
        assert row.tokens.output_tokens == 50
        assert row.tokens.input_tokens >= 150
        assert told.end.usage.estimated
        await agrees(story)


async def test_the_token_brake_trips_although_the_provider_counts_nothing(tmp_path):
    desk = Desk()
    company = Company([[calls("look_up", '{"name": "a"}', Usage(known=False))]])
    limits = Limits(tokens=300, identical_calls=0)
    agent = Agent("clerk", "word " * 100, company, tools=desk.all, limits=limits)
    async with Story([agent], tmp_path) as story:
        told = await story.say("hello")
        assert (told.status, told.end.brake) == ("interrupted", "tokens")
        assert len(company.requests) < 4


async def test_a_cut_answer_is_booked_with_what_had_streamed(play):
    known = Usage(input_tokens=25, output_tokens=1)
    cut = fails("broken_stream", known)
    story, _ = play([["x" * 160, cut], [says(usage=USAGE)]])
    async with story:
        told = await story.say("hello")
        lost, _ = await rows_of(story, told.run_id)
        assert (lost.outcome, lost.source) == ("failed", "estimated")
        assert (lost.tokens.input_tokens, lost.tokens.output_tokens) == (25, 40)
        await agrees(story)


async def test_a_stopped_answer_is_booked_with_what_had_streamed(play):
    story, company = play([["x" * 400, None]])
    async with story:
        run_id = await story.begin("hello")
        await company.waits.wait()
        told = await story.stop(run_id)
        [row] = await rows_of(story, told.run_id)
        assert (row.outcome, row.source) == ("cancelled", "estimated")
        assert row.tokens.output_tokens == 100
        assert row.tokens.input_tokens > 0
        await agrees(story)


async def test_a_stopped_answer_is_booked_with_what_its_provider_had_counted(play):
    counted = Counted(Usage(input_tokens=25, output_tokens=1))
    story, company = play([[counted, "x" * 160, None]])
    async with story:
        run_id = await story.begin("hello")
        await company.waits.wait()
        await story.stop(run_id)
        [row] = await rows_of(story, run_id)
        assert (row.tokens.input_tokens, row.tokens.output_tokens) == (25, 40)
        assert row.source == "estimated"


async def test_a_model_without_a_price_is_reported_once(play, caplog):
    story, _ = play([[says(usage=USAGE, model="mystery")]])
    async with story:
        await story.say("hello")
        await story.say("hello")
    warned = [r.getMessage() for r in caplog.records if "no price is known" in r.getMessage()]
    assert warned == ["no price is known for mystery of openai: its calls are unpriced"]


async def test_an_answer_that_a_crash_cut_off_is_booked_by_who_goes_on(tmp_path):
    first = Company([["x" * 400, None]])
    async with Story([Agent("clerk", model=first)], tmp_path) as story:
        run_id = await story.begin("hello")
        await first.waits.wait()
    then = Company([[says(usage=USAGE)]])
    async with Story([Agent("clerk", model=then)], tmp_path) as story:
        told = await story.wait(run_id)
        lost, answered = await rows_of(story, told.run_id)
        assert (lost.attempt, lost.outcome, lost.source) == (1, "failed", "estimated")
        assert (answered.attempt, answered.cost) == (2, Decimal("0.0035"))
        await agrees(story)


async def test_parts_of_a_call_are_billed_at_their_own_models(play):
    shares = (
        Share("gpt-4o", Usage(input_tokens=1000)),
        Share("gpt-4o-mini", Usage(output_tokens=1000)),
    )
    story, _ = play([[says(usage=USAGE, shares=shares)]])
    async with story:
        told = await story.say("hello")
        [row] = await rows_of(story, told.run_id)
        assert row.cost == Decimal("0.0025") + Decimal("0.0006")
        assert [line.model for line in row.lines] == ["", "gpt-4o-mini"]
        await agrees(story)


async def test_what_the_provider_says_it_cost_stands_beside_our_own_sum(play):
    story, _ = play([[says(usage=USAGE, reported=Decimal("0.0036"))]])
    async with story:
        told = await story.say("hello")
        [row] = await rows_of(story, told.run_id)
        assert (row.cost, row.reported) == (Decimal("0.0035"), Decimal("0.0036"))


async def test_a_business_action_is_counted_when_it_succeeds(tmp_path):
    @tool(effect="read", business=True)
    async def refund(amount: int) -> str:
        """Refund."""
        return f"refunded {amount}"

    company = Company([[calls("refund", '{"amount": 5}', USAGE)], [says(usage=USAGE)]])
    async with Story([Agent("clerk", model=company, tools=[refund])], tmp_path) as story:
        await story.say("hello")
        counted = await story.runtime.store.read(lambda reader: reader.ledger.count(EVER))
        assert (counted.actions, counted.runs, counted.users) == ({"refund": 1}, {"success": 1}, 1)
        await agrees(story)
