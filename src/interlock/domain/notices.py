"""What outgoing notices say: small, versioned, and without what an agent was told or does.

A notice names things by their ids. Whoever may see them asks the API for the rest. Only a webhook
that wants details gets questions, tool arguments and answers.
"""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from interlock.domain.events import RunEnded
from interlock.domain.hooks import PING, Hook, HookEvent
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import Json
from interlock.domain.money import from_pico
from interlock.domain.quotas import Claim, Measure, MeterKey, Note, Quota
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule, Slot

VERSION = 1
"""Of the form of a notice. New members may come without a new version."""

RESULT_CHARACTERS = 8_000
"""How much of an answer a schedule's result holds."""

QuotaEvent = Literal["quota.warning", "quota.exceeded"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Notice(Struct, frozen=True, kw_only=True):
    """Something that happened, for whoever subscribed.

    Args:
        event: What kind of thing.
        source: What it is, in a form that is the same whenever it is told.
        time: When, ms since the epoch.
        tenant: Whose.
        agent: Of which agent.
        run_id: The run that it is about.
        thread_id: Its conversation.
        data: What everybody gets.
        details: What those get who want details.
        hook_id: A webhook that gets it though it asked for other things.
    """

    event: HookEvent
    source: str
    time: int
    tenant: str
    agent: str
    run_id: str
    thread_id: str
    data: dict[str, Json]
    details: dict[str, Json]
    hook_id: str = ""


def wants(hook: Hook, notice: Notice) -> bool:
    """Whether a webhook gets a notice."""
    if hook.disabled_at or hook.tenant != notice.tenant:
        return False
    if hook.id == notice.hook_id:
        return True
    return notice.event in hook.events and hook.agent in {"", notice.agent}


def message_id(hook: Hook, source: str) -> str:
    """The id of a notice for a webhook: the same however often it is written or sent."""
    return "msg_" + hashlib.sha256(f"{hook.id}/{source}".encode()).hexdigest()[:32]


def body_of(hook: Hook, notice: Notice) -> bytes:
    """A notice as JSON, as a webhook gets it."""
    data = {**notice.data, **notice.details} if hook.details else notice.data
    return _body(notice.event, notice.time, data)


def ping_body(hook: Hook, now: int) -> bytes:
    """A test message."""
    return _body(PING, now, {"hook_id": hook.id, "name": hook.name, "tenant": hook.tenant})


def opened(asked: Interrupt) -> Notice:
    """A question waits for a person."""
    return _about(asked, "interrupt.opened", asked.opened_at, {}, {})


def decided(asked: Interrupt, decision: Decision) -> Notice:
    """A question has its decision, or its time is over."""
    event = "interrupt.expired" if decision.status == "expired" else "interrupt.decided"
    data: dict[str, Json] = {
        "status": decision.status,
        "decided_by": decision.by,
        "decided_at": moment(decision.at),
        "channel": decision.channel,
    }
    details: dict[str, Json] = {"answer": decision.answer, "reason": decision.reason}
    return _about(asked, event, decision.at, data, details)


def ended(run: Run, end: RunEnded, time: int) -> Notice:
    """A run is over, or waits for people."""
    usage = end.usage
    data: dict[str, Json] = {
        **_run_data(run),
        "status": end.status,
        "code": end.code,
        "brake": end.brake,
        "channel": run.channel,
        "began_at": moment(run.created_at),
        "ended_at": moment(time),
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
    }
    return _notice("run.ended", f"{run.id}/end", time, run, data)


def result(run: Run, end: RunEnded, time: int, fired: tuple[Schedule, Slot], text: str) -> Notice:
    """What a schedule's time has come to. ``text`` is the answer."""
    schedule, slot = fired
    data: dict[str, Json] = {
        **_run_data(run),
        "schedule_id": schedule.id,
        "name": schedule.name,
        "slot": moment(slot.slot),
        "status": end.status,
        "code": end.code,
        "text": text[:RESULT_CHARACTERS],
        "truncated": len(text) > RESULT_CHARACTERS,
    }
    notice = _notice("schedule.result", f"{run.id}/result", time, run, data)
    return replace(notice, hook_id=schedule.hook_id)


def bounded(event: QuotaEvent, quota: Quota, key: MeterKey, used: int, claim: Claim) -> Notice:
    """A quota is nearly full, or had no room for a call.

    Args:
        event: Which of the two.
        quota: The bound.
        key: The meter on which it counts the call.
        used: What is taken there, reservations included: picodollars or tokens.
        claim: The call.
    """
    run = claim.run
    data: dict[str, Json] = {
        **_run_data(run),
        "quota_id": quota.id,
        "scope": quota.scope,
        "subject": key.subject,
        "measure": quota.measure,
        "period": quota.period,
        "stretch": key.window.partition(":")[2],
        "limit": _amount(quota.measure, quota.cap),
        "used": _amount(quota.measure, used),
    }
    note = Note(
        quota_id=quota.id, subject=key.subject, window=key.window, event=event, at=claim.now
    )
    agent = key.subject if quota.scope == "agent" else ""
    return replace(_notice(event, note.source, claim.now, run, data), agent=agent)


def _amount(measure: Measure, count: int) -> str:
    return format(from_pico(count), "f") if measure == "usd" else str(count)


def moment(time: int) -> str:
    """A time in ms since the epoch as RFC 3339, in UTC."""
    when = _EPOCH + timedelta(milliseconds=time)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _about(
    asked: Interrupt,
    event: HookEvent,
    time: int,
    data: dict[str, Json],
    details: dict[str, Json],
) -> Notice:
    about: dict[str, Json] = {
        "interrupt_id": asked.id,
        "kind": asked.kind,
        "tenant": asked.tenant,
        "user": asked.user,
        "agent": asked.agent,
        "thread_id": asked.thread_id,
        "run_id": asked.run_id,
        "turn_id": asked.turn_id,
        "tool": asked.tool,
        "untrusted": asked.untrusted,
        "approver": asked.approver,
        "four_eyes": asked.four_eyes,
        "opened_at": moment(asked.opened_at),
        "expires_at": moment(asked.expires_at),
        **data,
    }
    return Notice(
        event=event,
        source=f"{asked.id}/{event}",
        time=time,
        tenant=asked.tenant,
        agent=asked.agent,
        run_id=asked.run_id,
        thread_id=asked.thread_id,
        data=about,
        details={"question": asked.question, "arguments": asked.arguments, **details},
    )


def _run_data(run: Run) -> dict[str, Json]:
    return {
        "run_id": run.id,
        "turn_id": run.turn_id,
        "thread_id": run.thread_id,
        "tenant": run.tenant,
        "user": run.user,
        "agent": run.agent,
    }


def _notice(event: HookEvent, source: str, time: int, run: Run, data: dict[str, Json]) -> Notice:
    return Notice(
        event=event,
        source=source,
        time=time,
        tenant=run.tenant,
        agent=run.agent,
        run_id=run.id,
        thread_id=run.thread_id,
        data=data,
        details={},
    )


def _body(event: str, time: int, data: dict[str, Json]) -> bytes:
    return json.encode({"type": event, "version": VERSION, "timestamp": moment(time), "data": data})
