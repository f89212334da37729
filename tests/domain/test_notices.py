"""What notices say, and what they keep to themselves."""

import json
from typing import Any

from msgspec.structs import replace
from tests.store.build import interrupt, run

from interlock.domain.events import RunEnded
from interlock.domain.hooks import EVENTS, Hook
from interlock.domain.interrupts import Decision
from interlock.domain.notices import (
    RESULT_CHARACTERS,
    body_of,
    decided,
    ended,
    message_id,
    moment,
    opened,
    result,
    wants,
)
from interlock.domain.schedules import Schedule, Slot, Timing

HOOK = Hook(
    id="hook_1",
    tenant="acme",
    user="chief",
    name="pager",
    url="https://example.com/",
    events=EVENTS,
    created_at=1,
    updated_at=1,
    rotated_at=1,
)
OPEN = replace(HOOK, details=True)
SECRET_PLAN = {"folder": "the secret plan"}
ASKED = replace(interrupt(), arguments=SECRET_PLAN, question="Delete the secret plan?")


def said(hook: Hook, notice: Any) -> dict[str, Any]:
    return json.loads(body_of(hook, notice))


def test_a_notice_has_a_type_a_version_a_time_and_data():
    body = said(HOOK, opened(ASKED))
    assert set(body) == {"type", "version", "timestamp", "data"}
    assert (body["type"], body["version"]) == ("interrupt.opened", 1)
    assert body["timestamp"] == "1970-01-01T00:00:02.000Z"
    assert body["data"]["interrupt_id"] == "int_1"
    assert body["data"]["tool"] == "delete_reports"


def test_arguments_questions_and_answers_are_in_it_only_where_they_are_wanted():
    decision = Decision(
        status="answered",
        by="ann",
        at=3_000,
        channel="web",
        answer={"approved": True, "editedArgs": SECRET_PLAN},
        reason="the secret plan is old",
    )
    for notice in (opened(ASKED), decided(ASKED, decision)):
        assert b"secret plan" not in body_of(HOOK, notice)
        assert said(OPEN, notice)["data"]["arguments"] == SECRET_PLAN
    assert said(OPEN, decided(ASKED, decision))["data"]["answer"]["editedArgs"] == SECRET_PLAN


def test_an_expiry_is_an_event_of_its_own():
    expired = Decision(status="expired", by="system", at=9_000, channel="system")
    assert decided(ASKED, expired).event == "interrupt.expired"
    for status in ("answered", "cancelled", "superseded"):
        assert decided(ASKED, replace(expired, status=status)).event == "interrupt.decided"


def test_the_end_of_a_run_says_how_it_ended():
    body = said(HOOK, ended(run(), RunEnded(status="failed", code="model_failed"), 5_000))
    data = body["data"]
    assert (data["run_id"], data["status"], data["code"]) == ("run_1", "failed", "model_failed")
    assert data["ended_at"] == "1970-01-01T00:00:05.000Z"


def test_a_result_has_the_answer_up_to_a_bound():
    schedule = Schedule(
        id="schedule_1",
        tenant="acme",
        user="ann",
        name="report",
        agent="clerk",
        message="report",
        timing=Timing(cron="0 * * * *"),
        hook_id="hook_9",
        created_at=1,
        updated_at=1,
    )
    slot = Slot(schedule_id="schedule_1", tenant="acme", slot=3_600_000, state="fired", at=1)
    end = RunEnded(status="success")
    notice = result(run(), end, 5_000, (schedule, slot), "x" * (RESULT_CHARACTERS + 1))
    data = said(HOOK, notice)["data"]
    assert data["slot"] == "1970-01-01T01:00:00.000Z"
    assert (len(data["text"]), data["truncated"]) == (RESULT_CHARACTERS, True)
    short = said(HOOK, result(run(), end, 5_000, (schedule, slot), "done"))["data"]
    assert (short["text"], short["truncated"]) == ("done", False)
    assert wants(replace(HOOK, id="hook_9", events=()), notice)
    assert not wants(replace(HOOK, id="hook_8", events=()), notice)


def test_a_webhook_gets_what_it_asked_for_of_its_own_tenant():
    notice = opened(ASKED)
    assert wants(HOOK, notice)
    assert wants(replace(HOOK, agent="clerk"), notice)
    assert not wants(replace(HOOK, agent="other"), notice)
    assert not wants(replace(HOOK, events=("run.ended",)), notice)
    assert not wants(replace(HOOK, tenant="other"), notice)
    assert not wants(replace(HOOK, disabled_at=1), notice)


def test_the_id_is_the_same_for_the_same_thing_and_webhook():
    assert message_id(HOOK, "a") == message_id(HOOK, "a")
    assert message_id(HOOK, "a") != message_id(HOOK, "b")
    assert message_id(HOOK, "a") != message_id(replace(HOOK, id="hook_2"), "a")
    assert "." not in message_id(HOOK, "run.with.stops")


def test_a_moment_is_written_in_utc():
    assert moment(1_772_323_200_123) == "2026-03-01T00:00:00.123Z"
