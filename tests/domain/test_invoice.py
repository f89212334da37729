"""A provider's export beside the ledger."""

from decimal import Decimal

import pytest

from interlock.domain.invoice import Charge, compare, days_of, read_invoice
from interlock.domain.report import Sum
from interlock.errors import Invalid

OPENAI = """start_time,start_time_iso,amount_value,amount_currency,line_item
1796083200,2026-12-01T00:00:00+00:00,1.25,usd,"gpt-4o-2024-08-06, input"
1796083200,2026-12-01T00:00:00+00:00,0.75,usd,"gpt-4o-2024-08-06, output"
"""
ANTHROPIC = """usage_date_utc,model,workspace,token_type,cost_usd
2026-12-01,claude-sonnet-4-5,Default,input_no_cache,0.30
2026-12-02,claude-sonnet-4-5,Default,output,"1,000.45"
"""


def test_the_exports_of_openai_and_anthropic_are_read():
    assert read_invoice(OPENAI.splitlines()) == [
        Charge("2026-12-01", "gpt-4o-2024-08-06", Decimal("1.25")),
        Charge("2026-12-01", "gpt-4o-2024-08-06", Decimal("0.75")),
    ]
    charges = read_invoice(ANTHROPIC.splitlines())
    assert [charge.usd for charge in charges] == [Decimal("0.30"), Decimal("1000.45")]
    assert days_of(charges) == (1_796_083_200_000, 1_796_256_000_000)


def test_each_day_and_model_is_compared_to_the_last_digit():
    booked = [
        Sum(day="2026-12-01", model="gpt-4o-2024-08-06", cost=Decimal("2.00")),
        Sum(day="2026-12-01", model="gpt-5", cost=Decimal("0.000001")),
    ]
    charges = [*read_invoice(OPENAI.splitlines()), Charge("2026-12-02", "o3", Decimal(3))]
    found = {(one.day, one.model): (one.state, one.difference) for one in compare(charges, booked)}
    assert found == {
        ("2026-12-01", "gpt-4o-2024-08-06"): ("same", Decimal(0)),
        ("2026-12-01", "gpt-5"): ("only ledger", Decimal("-0.000001")),
        ("2026-12-02", "o3"): ("only invoice", Decimal(3)),
    }


def test_a_call_without_a_price_keeps_a_line_from_being_the_same():
    booked = [Sum(day="2026-12-01", model="m", cost=Decimal(1), unpriced=1)]
    [line] = compare([Charge("2026-12-01", "m", Decimal(1))], booked)
    assert (line.state, line.unpriced) == ("differs", 1)


@pytest.mark.parametrize(
    "text", ["a,b\n1,2\n", "day,model,cost\nyesterday,m,1\n", "day,model,cost\n2026-12-01,m,x\n"]
)
def test_a_table_that_is_no_invoice_is_refused(text: str):
    with pytest.raises(Invalid):
        read_invoice(text.splitlines())
