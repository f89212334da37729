import pytest
from msgspec.structs import replace
from tests.store.build import (
    ANN,
    BOB,
    CHIEF,
    STRANGER,
    add_run,
    delta,
    end,
    numbered,
    run,
    started,
    thread,
)

from interlock.domain.cursor import Cursor
from interlock.domain.events import RunEnded
from interlock.domain.principals import Principal
from interlock.domain.records import Replay
from interlock.domain.usage import Usage
from interlock.errors import Conflict, IllegalMove, InterlockError
from interlock.ports import Store, Tx


async def test_a_run_comes_back_as_it_was_inserted(store: Store):
    put = replace(
        run(),
        resumes="run_0",
        channel="agui",
        hidden=True,
        cancel_by="ann",
        cancel_reason="enough",
        code="c",
        text="t",
        brake="calls",
        usage=Usage(input_tokens=3, known=False),
        ended_at=7,
        fence=2,
    )

    def work(tx: Tx) -> None:
        tx.put_thread(thread())
        tx.insert_run(put)

    await store.write(work)
    assert await store.read(lambda reader: reader.run("run_1")) == put
    assert await store.read(lambda reader: reader.run("run_9")) is None


async def test_a_thread_has_at_most_one_active_run(store: Store):
    await store.write(add_run)
    with pytest.raises(Conflict) as refused:
        await store.write(lambda tx: tx.insert_run(run("run_2")))
    assert (refused.value.code, refused.value.data) == ("run_active", {"run_id": "run_1"})
    active = await store.read(lambda reader: reader.active_run("thread_1"))
    await end(store)
    await store.write(lambda tx: tx.insert_run(run("run_2")))
    after = await store.read(lambda reader: reader.active_run("thread_1"))
    assert (active and active.id, after and after.id) == ("run_1", "run_2")


async def test_a_run_id_is_used_once(store: Store):
    await store.write(add_run)
    await end(store)
    with pytest.raises(Conflict) as refused:
        await store.write(lambda tx: tx.insert_run(run("run_1")))
    assert refused.value.code == "run_exists"


async def test_a_claim_makes_the_run_run_and_every_claim_raises_the_fence(store: Store):
    def work(tx: Tx) -> None:
        tx.put_thread(thread())
        tx.insert_run(run())

    await store.write(work)
    first = await store.write(lambda tx: tx.claim("run_1"))
    second = await store.write(lambda tx: tx.claim("run_1"))
    assert first == replace(run(), status="running", fence=1, attempts=1)
    assert second == replace(run(), status="running", fence=2, attempts=2)


async def test_a_run_that_is_over_or_unknown_can_not_be_claimed(store: Store):
    await store.write(add_run)
    await end(store)
    assert await store.write(lambda tx: tx.claim("run_1")) is None
    assert await store.write(lambda tx: tx.claim("run_9")) is None


async def test_the_end_of_a_run_is_written_into_its_row(store: Store):
    fence = await store.write(add_run)
    usage = Usage(input_tokens=5, output_tokens=2)
    ended = RunEnded(status="failed", code="model", text="It broke.", brake="calls", usage=usage)
    await store.append("run_1", fence, numbered(1, [delta(), ended], at=4_000))
    assert await store.read(lambda reader: reader.run("run_1")) == replace(
        run(),
        status="failed",
        fence=1,
        attempts=1,
        last_seq=2,
        ended_at=4_000,
        code="model",
        text="It broke.",
        brake="calls",
        usage=usage,
    )


async def test_a_queued_run_can_be_cancelled_but_not_succeed(store: Store):
    def work(tx: Tx) -> None:
        tx.put_thread(thread())
        tx.insert_run(run())

    await store.write(work)
    with pytest.raises(IllegalMove):
        await store.write(lambda tx: tx.append("run_1", [RunEnded(status="success")], 1))
    await store.write(lambda tx: tx.append("run_1", [RunEnded(status="cancelled")], 1))
    read = await store.read(lambda reader: reader.run("run_1"))
    assert (read and read.status, read and read.last_seq) == ("cancelled", 1)


async def test_nothing_follows_the_end_of_a_run(store: Store):
    fence = await store.write(add_run)
    ended = RunEnded(status="success")
    for facts in ([ended, delta()], [ended, ended]):
        with pytest.raises(InterlockError):
            await store.append("run_1", fence, numbered(1, facts))
    await store.append("run_1", fence, numbered(1, [ended]))
    with pytest.raises(InterlockError):
        await store.write(lambda tx: tx.append("run_1", [delta()], 1))
    assert await store.read(lambda reader: reader.events("run_1")) == numbered(1, [ended])


async def test_unfinished_runs_are_listed_in_the_order_in_which_they_began(store: Store):
    for number in (3, 1, 2):
        await store.write(lambda tx, n=number: add_run(tx, f"run_{n}", f"thread_{n}"))
    await end(store, "run_1")
    unfinished = await store.read(lambda reader: reader.unfinished_runs())
    assert [one.id for one in unfinished] == ["run_3", "run_2"]


async def test_runs_are_listed_for_their_owner_and_for_an_admin_of_the_tenant(store: Store):
    def work(tx: Tx) -> None:
        for number, owner in enumerate((ANN, BOB, STRANGER, ANN), 1):
            tx.put_thread(thread(f"thread_{number}", owner))
            tx.insert_run(run(f"run_{number}", f"thread_{number}", owner, at=number))

    await store.write(work)

    async def ids(
        who: Principal, thread_id: str | None, limit: int, at: Cursor | None
    ) -> list[str]:
        runs = await store.read(lambda reader: reader.runs(who, thread_id, limit, at))
        return [one.id for one in runs]

    assert await ids(ANN, None, 9, None) == ["run_4", "run_1"]
    assert await ids(ANN, None, 9, Cursor(4)) == ["run_1"]
    assert await ids(ANN, None, 1, None) == ["run_4"]
    assert await ids(CHIEF, None, 9, None) == ["run_4", "run_2", "run_1"]
    assert await ids(STRANGER, None, 9, None) == ["run_3"]
    assert await ids(ANN, "thread_1", 9, None) == ["run_1"]
    assert await ids(ANN, "thread_2", 9, None) == []
    assert await ids(CHIEF, "thread_2", 9, None) == ["run_2"]
    assert await ids(STRANGER, "thread_2", 9, None) == []


async def test_a_hidden_turn_and_what_followed_it_leave_the_history(store: Store):
    for number in (1, 2, 3):

        def work(tx: Tx, number: int = number) -> None:
            if number == 1:
                tx.put_thread(thread())
            tx.insert_run(run(f"run_{number}", turn_id=f"turn_{(number + 1) // 2}"))
            tx.append(f"run_{number}", [started(), RunEnded(status="cancelled")], number)

        await store.write(work)

    async def facts() -> list[tuple[str, int]]:
        events = await store.read(lambda reader: reader.thread_facts("thread_1"))
        return [(event.run_id, event.seq) for event in events]

    whole = [(f"run_{n}", seq) for n in (1, 2, 3) for seq in (1, 2)]
    assert await facts() == whole
    await store.write(lambda tx: tx.hide_turns("thread_1", "turn_2"))
    assert await facts() == whole[:4]
    await store.write(lambda tx: tx.hide_turns("thread_1", "turn_9"))
    assert await facts() == whole[:4]
    await store.write(lambda tx: tx.hide_turns("thread_1", "turn_1"))
    assert await facts() == []
    runs = await store.read(lambda reader: reader.thread_runs("thread_1"))
    assert [(one.id, one.hidden) for one in runs] == [(f"run_{n}", True) for n in (1, 2, 3)]
    turn = await store.read(lambda reader: reader.turn_runs("turn_1"))
    assert [one.id for one in turn] == ["run_1", "run_2"]


async def test_the_first_who_cancels_is_remembered_and_a_finished_run_is_left_alone(store: Store):
    await store.write(add_run)
    await store.write(lambda tx: tx.request_cancel("run_1", "ann", "enough"))
    await store.write(lambda tx: tx.request_cancel("run_1", "bob", "more"))
    await store.write(lambda tx: add_run(tx, "run_2", "thread_2"))
    await end(store, "run_2")
    await store.write(lambda tx: tx.request_cancel("run_2", "bob", "late"))
    runs = [await store.read(lambda reader, n=n: reader.run(f"run_{n}")) for n in (1, 2)]
    assert [(one.cancel_by, one.cancel_reason) for one in runs if one] == [
        ("ann", "enough"),
        ("", ""),
    ]


async def test_an_idempotency_key_is_bound_once_in_its_scope(store: Store):
    first = Replay("digest", "run", "run_1")
    await store.write(lambda tx: tx.remember("acme/ann/runs", "k", first, 1))
    await store.write(lambda tx: tx.remember("acme/bob/runs", "k", Replay("x", "answer", "i"), 1))
    with pytest.raises(Conflict) as refused:
        await store.write(lambda tx: tx.remember("acme/ann/runs", "k", Replay("y", "run", "z"), 1))
    assert refused.value.code == "key_used"
    found = [
        await store.read(lambda reader, s=scope: reader.replay(s, "k"))
        for scope in ("acme/ann/runs", "acme/bob/runs", "acme/eve/runs")
    ]
    assert found == [first, Replay("x", "answer", "i"), None]


@pytest.mark.parametrize("who", [ANN, CHIEF])
@pytest.mark.parametrize("in_thread", [None, "thread_1"])
async def test_runs_of_one_millisecond_are_on_one_page_each(
    store: Store, who: Principal, in_thread: str | None
):
    def work(tx: Tx) -> None:
        tx.put_thread(thread())
        for number in range(5):
            tx.insert_run(replace(run(f"run_{number}", at=7), status="success"))

    await store.write(work)
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        page = await store.read(lambda reader, at=cursor: reader.runs(who, in_thread, 2, at))
        seen += [one.id for one in page]
        cursor = Cursor(page[-1].created_at, page[-1].id)
    assert seen == ["run_4", "run_3", "run_2", "run_1", "run_0"]
