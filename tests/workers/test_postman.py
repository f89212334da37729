"""The postman with receivers that listen, fail, dawdle and go away."""

import asyncio

import pytest
from msgspec import json
from msgspec.structs import replace
from standardwebhooks import WebhookVerificationError
from tests.commands.hooks import SECRET
from tests.mail.receiver import Receiver, drop, never, receiving, status
from tests.store.build import BOUND, add_run, numbered
from tests.workers.mail import send_test, settled, subscribe, working

from interlock.domain.events import RunEnded, RunStarted
from interlock.domain.hooks import Secrets
from interlock.ports import Store
from interlock.store.sqlite import SqliteStore
from interlock.testing import ManualClock
from interlock.traces.ids import run_span, trace_id_of, traceparent

OTHER = "whsec_" + "b3RoZXItc2VjcmV0LW90aGVyLXNlY3JldC1vdGhlcg=="


async def test_a_notice_arrives_signed_and_whole(store: Store):
    async with receiving() as receiver:
        made = await subscribe(store, receiver.url)
        fence = await store.write(add_run)
        async with working(store):
            await store.append("run_1", fence, numbered(1, [RunEnded(status="success")]))
            (got,) = await receiver.wait(1)
            (told,) = await settled(store)
        said = got.verified(SECRET)
        assert said["type"] == "run.ended"
        assert said["data"]["run_id"] == "run_1"
        assert got.headers["webhook-id"] == told.id
        assert got.headers["content-type"] == "application/json"
        assert got.headers["user-agent"].startswith("Interlock")
        run = await store.read(lambda reader: reader.run("run_1"))
        assert run is not None
        span = traceparent(trace_id_of(run.turn_id), run_span(run.id))
        assert got.headers["traceparent"] == span
        assert "tracestate" not in got.headers
        assert (told.state, told.status, told.attempts) == ("delivered", 204, 1)
        assert made.url.endswith(got.path)


async def test_a_notice_of_a_run_that_somebody_traces_names_a_span_of_their_trace(store: Store):
    caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    start = RunStarted(
        thread_id="thread_1",
        turn_id="turn_1",
        agent="clerk",
        tenant="acme",
        user="ann",
        traceparent=caller,
        tracestate="rojo=1,congo=2",
    )
    async with receiving() as receiver:
        await subscribe(store, receiver.url)
        fence = await store.write(add_run)
        async with working(store):
            facts = numbered(1, [start, RunEnded(status="success")])
            await store.append("run_1", fence, facts)
            (got,) = await receiver.wait(1)
            await settled(store)
    assert got.headers["traceparent"] == traceparent(caller.split("-")[1], run_span("run_1"))
    assert got.headers["tracestate"] == "rojo=1,congo=2"


async def test_a_receiver_that_fails_gets_the_same_notice_again_later(tmp_path):
    clock = ManualClock(1_800_000_000_000)
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    async with receiving(status(500), drop, status(200)) as receiver, working(store, clock):
        await subscribe(store, receiver.url)
        await send_test(store, clock)
        for count, code, wait in ((1, 500, 5), (2, 0, 60)):
            await moved_until(clock, receiver, count)
            (told,) = await settled(store, attempts=count, status=code)
            assert told.state == "pending"
            assert abs(told.next_at - clock.now() - wait * 1_000) <= STEP_MS
        await moved_until(clock, receiver, 3)
        (told,) = await settled(store, attempts=3, status=200)
        assert told.state == "delivered"
        assert len({one.headers["webhook-id"] for one in receiver.got}) == 1
        assert len({one.body for one in receiver.got}) == 1
        times = [int(one.headers["webhook-timestamp"]) for one in receiver.got]
        assert times[1] - times[0] >= 5
        assert times[2] - times[1] >= 60
        for got in receiver.got:
            assert got.headers["webhook-signature"].startswith("v1,")
    await store.close()


STEP_MS = 1_000


async def moved_until(clock: ManualClock, receiver: Receiver, count: int) -> None:
    """Move the clock on, second by second, until so many requests have come."""
    async with asyncio.timeout(BOUND):
        while len(receiver.got) < count:
            clock.move(STEP_MS / 1_000)
            await asyncio.sleep(0.005)


async def test_a_receiver_that_dawdles_holds_up_nobody_but_itself(store: Store):
    async with receiving(*[never] * 10) as slow, receiving() as quick, working(store):
        await subscribe(store, slow.url, "hook_slow")
        await subscribe(store, quick.url, "hook_quick")
        for _ in range(10):
            await send_test(store, hook_id="hook_slow")
        await slow.wait(4)
        for _ in range(3):
            await send_test(store, hook_id="hook_quick")
        await quick.wait(3)
        assert len(slow.got) == 4


async def test_during_a_rotation_a_receiver_may_know_either_secret(store: Store):
    async with receiving() as receiver:
        await subscribe(store, receiver.url)
        secrets = Secrets(OTHER, SECRET, 2**50)
        await store.write(lambda tx: tx.hooks.change_secrets("hook_1", secrets))
        async with working(store):
            await send_test(store)
            (got,) = await receiver.wait(1)
        assert got.verified(SECRET) == got.verified(OTHER)


async def test_after_a_rotation_only_the_new_secret_signs(store: Store):
    async with receiving() as receiver:
        await subscribe(store, receiver.url)
        secrets = Secrets(OTHER, SECRET, 1)
        await store.write(lambda tx: tx.hooks.change_secrets("hook_1", secrets))
        async with working(store):
            await send_test(store)
            (got,) = await receiver.wait(1)
        got.verified(OTHER)
        with pytest.raises(WebhookVerificationError):
            got.verified(SECRET)


async def test_a_known_secret_does_not_leave_in_a_notice(store: Store):
    async with receiving() as receiver:
        made = await subscribe(store, receiver.url)
        await store.write(lambda tx: tx.hooks.change(replace(made, name="key is sk-very-secret")))
        async with working(store, secrets=("sk-very-secret",)):
            await send_test(store)
            (got,) = await receiver.wait(1)
        assert got.verified(SECRET)["data"]["name"] == "key is [redacted]"


async def test_what_a_postman_held_when_it_was_stopped_is_posted_by_the_next(tmp_path):
    clock = ManualClock(1_800_000_000_000)
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    async with receiving(never) as receiver:
        await subscribe(store, receiver.url)
        async with working(store, clock):
            await send_test(store, clock)
            await moved_until(clock, receiver, 1)
        async with working(store, clock):
            clock.move(61)
            await moved_until(clock, receiver, 2)
            (told,) = await settled(store, attempts=2)
        assert told.state == "delivered"
        ids = {one.headers["webhook-id"] for one in receiver.got}
        assert ids == {told.id}
    await store.close()


async def test_two_postmen_post_each_notice_once(store: Store, caplog: pytest.LogCaptureFixture):
    async with receiving() as receiver:
        await subscribe(store, receiver.url)
        sent = [await send_test(store) for _ in range(40)]
        async with working(store), working(store):
            await receiver.wait(40)
            await settled(store)
        posted = [got.headers["webhook-id"] for got in receiver.got]
        assert sorted(posted) == sorted(one.id for one in sent)
        assert all(json.decode(got.body)["type"] == "ping" for got in receiver.got)
        assert caplog.text == ""
