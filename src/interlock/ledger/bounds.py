"""Quotas as people see and set them."""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from interlock.domain.money import to_pico
from interlock.domain.principals import Principal
from interlock.domain.quotas import (
    EACH,
    WARN_PERCENT,
    Measure,
    Meter,
    Period,
    Quota,
    Scope,
    day_of,
)
from interlock.domain.rights import ADMIN
from interlock.errors import Invalid
from interlock.ports import Reader


class QuotaForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bound that somebody sets.

    Args:
        limit: USD as a decimal, or tokens.
        scope: What it bounds.
        subject: Which user, agent or key; ``*`` for each of them; nothing for the tenant.
        measure: Money or tokens.
        period: A day, a month, or one run.
    """

    limit: Decimal
    scope: Scope = "tenant"
    subject: str = ""
    measure: Measure = "usd"
    period: Period = "month"


class QuotaView(Struct, frozen=True, kw_only=True):
    """A bound and how full it is now.

    ``words`` says it for people; ``meters`` are those of today or this month, the fullest first.
    """

    quota: Quota
    limit: Decimal
    words: str
    meters: list[Meter]
    state: Literal["free", "warning", "full"]


def views_of(reader: Reader, who: Principal, now: int) -> list[QuotaView]:
    """The bounds that count for somebody (an admin sees all), and how full they are."""
    day = day_of(now, reader.ledger.zone(who.tenant))
    everything = ADMIN in who.roles
    views: list[QuotaView] = []
    for quota in reader.quotas.of_tenant(who.tenant):
        if not everything and not _concerns(quota, who):
            continue
        meters = reader.quotas.meters(who.tenant, quota.scope, quota.period, day)
        meant = [
            meter
            for meter in meters
            if quota.meant(meter.key.subject)
            and (everything or quota.scope != "user" or meter.key.subject == who.user)
        ]
        views.append(_view(quota, sorted(meant, key=lambda m: -m.used(quota.measure))))
    return views


def _concerns(quota: Quota, who: Principal) -> bool:
    return quota.scope == "user" and quota.meant(who.user)


def _view(quota: Quota, meters: list[Meter]) -> QuotaView:
    most = meters[0].used(quota.measure) if meters else 0
    state: Literal["free", "warning", "full"] = "free"
    if most >= quota.cap:
        state = "full"
    elif most * 100 >= quota.cap * WARN_PERCENT:
        state = "warning"
    return QuotaView(quota=quota, limit=quota.limit, words=quota.words, meters=meters, state=state)


def quota_from(who: Principal, form: QuotaForm, quota_id: str, now: int) -> Quota:
    """The bound that a form describes.

    Raises:
        Invalid: The limit or the subject makes no sense.
    """
    cap = to_pico(form.limit) if form.measure == "usd" else int(form.limit)
    if cap < 0 or cap >= 2**62:
        raise Invalid("A limit is 0 or more, and below four million USD.", "bad_limit")
    if (form.scope == "tenant") != (form.subject == ""):
        text = f"Name the {form.scope}, or {EACH} for each; a tenant's quota names nobody."
        raise Invalid(text, "bad_subject")
    return Quota(
        id=quota_id,
        tenant=who.tenant,
        scope=form.scope,
        subject=form.subject,
        measure=form.measure,
        period=form.period,
        cap=cap,
        created_at=now,
        created_by=who.user,
    )
