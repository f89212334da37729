import pytest
from msgspec.structs import replace
from tests.store.build import (
    ANN,
    BOB,
    CHIEF,
    STRANGER,
    add_run,
    delta,
    numbered,
    run,
    started,
    thread,
)

from interlock.domain.cursor import Cursor
from interlock.domain.events import RunEnded, ToolEnded
from interlock.domain.tools import ToolResult
from interlock.errors import NotFound
from interlock.ports import Store


async def test_a_thread_comes_back_as_it_was_put(store: Store):
    put = replace(thread(), title="Reports", untrusted=True)
    await store.write(lambda tx: tx.put_thread(put))
    assert await store.read(lambda reader: reader.thread("thread_1")) == put


async def test_an_unknown_thread_is_none(store: Store):
    assert await store.read(lambda reader: reader.thread("thread_9")) is None


async def test_nobody_takes_over_a_thread_by_naming_its_id(store: Store):
    await store.write(lambda tx: tx.put_thread(thread(owner=ANN)))
    for thief in (BOB, STRANGER):
        with pytest.raises(NotFound):
            await store.write(lambda tx, thief=thief: tx.put_thread(thread(owner=thief, at=5)))
    assert await store.read(lambda reader: reader.thread("thread_1")) == thread(owner=ANN)


async def test_everybody_sees_their_own_threads_and_an_admin_the_whole_tenant(store: Store):
    anns = [thread(f"a{n}", ANN, at=n) for n in (1, 3)]
    bobs = [thread(f"b{n}", BOB, at=n) for n in (2, 4)]
    foreign = thread("x", STRANGER, at=9)
    for one in (*anns, *bobs, foreign):
        await store.write(lambda tx, one=one: tx.put_thread(one))

    seen = {
        who.user + "@" + who.tenant: [
            one.id for one in await store.read(lambda reader, who=who: reader.threads(who, 9, None))
        ]
        for who in (ANN, BOB, CHIEF, STRANGER)
    }
    assert seen == {
        "ann@acme": ["a3", "a1"],
        "bob@acme": ["b4", "b2"],
        "chief@acme": ["b4", "a3", "b2", "a1"],
        "ann@other": ["x"],
    }


async def test_a_list_of_threads_pages_back_in_time(store: Store):
    for at in (1, 2, 3, 4):
        await store.write(lambda tx, at=at: tx.put_thread(thread(f"t{at}", at=at)))
    first = await store.read(lambda reader: reader.threads(ANN, 2, None))
    second = await store.read(lambda reader: reader.threads(ANN, 2, Cursor(first[-1].updated_at)))
    assert [one.id for one in first + second] == ["t4", "t3", "t2", "t1"]


async def test_the_first_message_names_the_thread_and_later_ones_do_not(store: Store):
    long = "word " * 40
    await store.write(lambda tx: tx.put_thread(thread()))
    await store.write(lambda tx: tx.insert_run(run()))
    await store.write(lambda tx: tx.append("run_1", [started("  Clean\nup   " + long)], 5_000))
    await store.write(lambda tx: tx.append("run_1", [started("other")], 4_000))
    read = await store.read(lambda reader: reader.thread("thread_1"))
    title = " ".join(("Clean up " + long).split())[:80]
    assert read == replace(thread(), title=title, updated_at=5_000)


async def test_untrusted_content_taints_the_thread_for_good(store: Store):
    fence = await store.write(add_run)
    ended = ToolEnded(call_id="c", name="t", kind="done", result=ToolResult(model="text"))
    await store.append("run_1", fence, numbered(1, [delta(), ended]))
    clean = await store.read(lambda reader: reader.thread("thread_1"))
    await store.append("run_1", fence, numbered(3, [replace(ended, untrusted=True)]))
    await store.append("run_1", fence, numbered(4, [ended, RunEnded(status="success")]))
    await store.write(lambda tx: tx.put_thread(thread()))
    tainted = await store.read(lambda reader: reader.thread("thread_1"))
    assert (clean, tainted) == (thread(), replace(thread(), untrusted=True))


async def test_a_page_that_ends_within_a_millisecond_goes_on_within_it(store: Store):
    for number in range(5):
        one = thread(f"t{number}", at=7)
        await store.write(lambda tx, one=one: tx.put_thread(one))
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        page = await store.read(lambda reader, at=cursor: reader.threads(ANN, 2, at))
        seen += [one.id for one in page]
        cursor = Cursor(page[-1].updated_at, page[-1].id)
    assert seen == ["t4", "t3", "t2", "t1", "t0"]
