import asyncio

import pytest
from msgspec.structs import replace
from tests.store.build import (
    ANN,
    BOB,
    CHIEF,
    STRANGER,
    add_run,
    delta,
    interrupt,
    numbered,
    yes,
)

from interlock.domain.events import InterruptOpened, RunEnded
from interlock.domain.interrupts import Decision, Question
from interlock.domain.principals import Principal
from interlock.errors import IllegalMove, InterlockError
from interlock.ports import Store, Wanted


async def ask(store: Store, *ids: str, run_id: str = "run_1", thread_id: str = "thread_1") -> None:
    """A run that opens questions and ends with them."""
    fence = await store.write(lambda tx: add_run(tx, run_id, thread_id))
    asked = [InterruptOpened(interrupt=interrupt(one, run_id, thread_id)) for one in ids]
    facts = [*asked, RunEnded(status="interrupted")]
    await store.append(run_id, fence, numbered(1, facts, run_id))


async def test_a_question_of_the_log_is_open_in_the_inbox(store: Store):
    await ask(store, "int_1")
    found = await store.read(lambda reader: reader.question("int_1"))
    assert found == Question(interrupt=interrupt("int_1"))
    assert await store.read(lambda reader: reader.question("int_9")) is None


async def test_a_decision_is_kept_with_who_when_why_and_through_which_door(store: Store):
    await ask(store, "int_1")
    assert await store.write(lambda tx: tx.decide("int_1", yes()))
    found = await store.read(lambda reader: reader.question("int_1"))
    assert found == Question(interrupt=interrupt("int_1"), decision=yes())


async def test_of_two_hundred_decisions_at_once_one_counts(store: Store):
    await ask(store, "int_1")
    everybody = [yes(f"person_{number}") for number in range(200)]
    won = await asyncio.gather(
        *(store.write(lambda tx, one=one: tx.decide("int_1", one)) for one in everybody)
    )
    assert sum(won) == 1
    found = await store.read(lambda reader: reader.question("int_1"))
    decided = Question(interrupt=interrupt("int_1"), decision=everybody[won.index(True)])
    assert found == decided


async def test_a_decision_on_no_question_does_not_count(store: Store):
    assert await store.write(lambda tx: tx.decide("int_9", yes())) is False


async def test_a_question_can_not_be_decided_to_be_open(store: Store):
    await ask(store, "int_1")
    reopened = Decision(status="open", by="ann", at=1, channel="api")
    with pytest.raises(IllegalMove):
        await store.write(lambda tx: tx.decide("int_1", reopened))


async def test_a_question_is_asked_once(store: Store):
    await ask(store, "int_1")
    fence = await store.write(lambda tx: add_run(tx, "run_2", "thread_2"))
    again = [delta(), InterruptOpened(interrupt=interrupt("int_1", "run_2", "thread_2"))]
    with pytest.raises(InterlockError) as refused:
        await store.append("run_2", fence, numbered(1, again, "run_2"))
    assert "interrupts" not in str(refused.value)
    assert await store.read(lambda reader: reader.events("run_2")) == []


async def test_questions_are_found_by_turn_thread_and_status(store: Store):
    await ask(store, "int_1", "int_2", "int_3")
    await ask(store, "int_4", run_id="run_2", thread_id="thread_2")
    await store.write(lambda tx: tx.decide("int_2", replace(yes(), status="superseded")))

    async def ids(status: str | None, thread_id: str, limit: int = 9) -> list[str]:
        found = await store.read(
            lambda reader: reader.questions(
                ANN,
                Wanted(status=status, thread_id=thread_id, limit=limit),  # pyright: ignore[reportArgumentType]
            )
        )
        return [one.interrupt.id for one in found]

    assert await ids(None, "") == ["int_4", "int_3", "int_2", "int_1"]
    assert await ids("open", "") == ["int_4", "int_3", "int_1"]
    assert await ids("open", "", 1) == ["int_4"]
    assert await ids("superseded", "") == ["int_2"]
    assert await ids(None, "thread_1") == ["int_3", "int_2", "int_1"]
    assert await ids("open", "thread_1") == ["int_3", "int_1"]
    turn = await store.read(lambda reader: reader.turn_questions("turn_1"))
    assert [one.interrupt.id for one in turn] == ["int_1", "int_2", "int_3", "int_4"]
    left = await store.read(lambda reader: reader.open_questions("thread_1"))
    assert [one.interrupt.id for one in left] == ["int_1", "int_3"]


async def test_nobody_finds_the_questions_of_another_user_or_tenant(store: Store):
    await ask(store, "int_1")
    seen = {
        (who.user, who.tenant): [
            len(
                await store.read(
                    lambda reader, w=who, s=s, t=t: reader.questions(
                        w, Wanted(status=s, thread_id=t)
                    )
                )
            )
            for s in (None, "open")
            for t in ("", "thread_1")
        ]
        for who in (ANN, BOB, CHIEF, STRANGER)
    }
    assert seen == {
        ("ann", "acme"): [1, 1, 1, 1],
        ("bob", "acme"): [0, 0, 0, 0],
        ("chief", "acme"): [1, 1, 1, 1],
        ("ann", "other"): [0, 0, 0, 0],
    }


async def test_open_questions_whose_time_is_over_are_due(store: Store):
    fence = await store.write(add_run)
    asked = [
        InterruptOpened(interrupt=interrupt(f"int_{at}", expires_at=at)) for at in (30, 10, 20, 40)
    ]
    await store.append("run_1", fence, numbered(1, asked))
    await store.write(lambda tx: tx.decide("int_20", yes()))

    async def due(now: int, limit: int = 9) -> list[str]:
        found = await store.read(lambda reader: reader.due_questions(now, limit))
        return [one.interrupt.id for one in found]

    assert await due(9) == []
    assert await due(30) == ["int_10", "int_30"]
    assert await due(99, 1) == ["int_10"]


async def test_questions_are_paged_without_loss(store: Store):
    await ask(store, "int_1", "int_2", "int_3")
    seen: list[str] = []
    before = ""
    for _ in range(3):
        wanted = Wanted(before=before, limit=1)
        page = await store.read(lambda reader, w=wanted: reader.questions(ANN, w))
        seen += [one.interrupt.id for one in page]
        before = seen[-1]
    assert seen == ["int_3", "int_2", "int_1"]


async def test_a_role_finds_the_questions_that_ask_for_it_and_no_others(store: Store):
    fence = await store.write(add_run)
    asked = [
        interrupt("int_1"),
        replace(interrupt("int_2"), approver="group:finance"),
        replace(interrupt("int_3"), approver="group:legal"),
    ]
    opened = [InterruptOpened(interrupt=one) for one in asked]
    await store.append("run_1", fence, numbered(1, opened))
    fay = Principal("acme", "fay", frozenset({"group:finance"}))
    eve = Principal("other", "fay", frozenset({"group:finance"}))

    async def ids(who: Principal, **wanted: str) -> list[str]:
        found = await store.read(
            lambda reader: reader.questions(who, Wanted(**wanted))  # pyright: ignore[reportArgumentType]
        )
        return [one.interrupt.id for one in found]

    assert await ids(fay) == ["int_2"]
    assert await ids(fay, status="open") == ["int_2"]
    assert await ids(fay, status="answered") == []
    assert await ids(fay, thread_id="thread_1") == ["int_2"]
    assert await ids(fay, approver="group:finance") == ["int_2"]
    assert await ids(fay, approver="group:legal") == []
    assert await ids(CHIEF, approver="group:legal") == ["int_3"]
    assert await ids(ANN, approver="group:finance") == ["int_2"]
    assert await ids(ANN) == ["int_3", "int_2", "int_1"]
    assert await ids(eve) == []
    assert await ids(eve, approver="group:finance") == []
