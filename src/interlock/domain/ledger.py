"""Rows of the ledger, as projections of events. Pure."""

from decimal import Decimal

from msgspec import Struct

from interlock.domain.events import Event, ModelEnded, ModelFailed
from interlock.domain.money import Bill, CallKind, Line, Outcome, UsageSource
from interlock.domain.quotas import day_of
from interlock.domain.usage import BillingClass, Usage, disjoint

_COLUMNS: dict[BillingClass, str] = {
    "input": "input_tokens",
    "cache_read": "cached_tokens",
    "cache_write": "cache_write_tokens",
    "cache_write_1h": "cache_write_tokens",
    "output": "output_tokens",
    "reasoning": "reasoning_tokens",
    "input_audio": "audio_tokens",
    "cached_audio": "audio_tokens",
    "output_audio": "audio_tokens",
    "web_search": "other_units",
    "search_unit": "other_units",
}


class Owner(Struct, frozen=True, kw_only=True):
    """Whose run it is, and where its days begin."""

    run_id: str
    tenant: str
    user: str
    agent: str
    thread_id: str
    key: str = ""
    zone: str = "UTC"


class Tokens(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Disjoint counts: no token is in two of them. ``other_units`` are no tokens."""

    input_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    audio_tokens: int = 0
    other_units: int = 0

    @property
    def total(self) -> int:
        """All tokens."""
        return (
            self.input_tokens
            + self.cached_tokens
            + self.cache_write_tokens
            + self.output_tokens
            + self.reasoning_tokens
            + self.audio_tokens
        )


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row: an attempt to call a model (revision 0), or a correction of one (above 0).

    ``cost`` in USD; None is unpriced. A correction's figures are differences, and ``why`` says what
    it is: ``repriced``, or ``priced`` when the row before had no price.
    """

    run_id: str
    call_index: int
    attempt: int
    tenant: str
    user: str
    agent: str
    thread_id: str
    at: int
    day: str
    provider: str
    model: str
    requested: str
    revision: int = 0
    seq: int = 0
    role: str = ""
    key: str = ""
    kind: CallKind = "chat"
    outcome: Outcome = "ok"
    fallback: bool = False
    tier: str = ""
    tokens: Tokens = Tokens()
    cost: Decimal | None = None
    version: str = ""
    source: UsageSource = "provider"
    consistent: bool = True
    reported: Decimal | None = None
    response_id: str = ""
    lines: tuple[Line, ...] = ()
    why: str = ""


def bill_of(event: Event) -> tuple[Bill, Usage] | None:
    """The bill that an event carries, and the usage that it is for."""
    match event.data:
        case ModelEnded(bill=bill, usage=usage) | ModelFailed(bill=bill, usage=usage):
            return None if bill is None else (bill, usage)
        case _:
            return None


def entry_of(owner: Owner, event: Event) -> Entry | None:
    """The row that follows from an event; None when no attempt ends with it.

    Args:
        owner: Whose run it is.
        event: One of its events.
    """
    found = bill_of(event)
    if found is None:
        return None
    bill, usage = found
    return Entry(
        run_id=owner.run_id,
        call_index=bill.call_index,
        attempt=bill.attempt,
        tenant=owner.tenant,
        user=owner.user,
        agent=owner.agent,
        thread_id=owner.thread_id,
        key=owner.key,
        at=bill.at,
        day=day_of(bill.at, owner.zone),
        seq=event.seq,
        provider=bill.provider,
        model=bill.model,
        requested=bill.requested,
        role=bill.role,
        kind=bill.kind,
        outcome=bill.outcome,
        fallback=bill.fallback,
        tier=bill.tier,
        tokens=tokens_of(bill.lines, usage),
        cost=bill.cost,
        version=bill.version,
        source=bill.source,
        consistent=bill.consistent,
        reported=bill.reported,
        response_id=bill.response_id,
        lines=bill.lines,
    )


def tokens_of(lines: tuple[Line, ...], usage: Usage) -> Tokens:
    """The counts of a bill: of its lines, or of the usage where nothing had a price."""
    counts: list[tuple[BillingClass, int]] = [(line.kind, line.quantity) for line in lines]
    sums: dict[str, int] = {}
    for kind, count in counts or list(disjoint(usage).counts.items()):
        sums[_COLUMNS[kind]] = sums.get(_COLUMNS[kind], 0) + count
    return Tokens(**sums)
