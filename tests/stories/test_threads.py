"""What people do with their threads and answers."""

import pytest

from interlock.commands.thread import Rate
from interlock.domain.principals import Principal
from interlock.errors import Conflict, Invalid, NotFound
from interlock.testing.story import ANN

BOB = Principal("local", "bob", frozenset(), "test")


async def listed(story, words=""):
    found = await story.runtime.store.read(lambda r: r.threads(ANN, 10, None, words))
    return [thread.title for thread in found]


async def test_a_thread_gets_a_name_of_ones_own_and_is_found_by_it(tell):
    async with tell(["text: Hi.", "text: Hi."]) as story:
        told = await story.say("hello 100%")
        await story.say("something else")
        assert sorted(await listed(story)) == ["hello 100%", "something else"]
        assert await listed(story, "100%") == ["hello 100%"]
        await story.runtime.desk.rename_thread(ANN, told.thread_id, "  My   plan ")
        assert await listed(story, "my plan") == ["My plan"]
        with pytest.raises(Invalid):
            await story.runtime.desk.rename_thread(ANN, told.thread_id, " ")
        with pytest.raises(NotFound):
            await story.runtime.desk.rename_thread(BOB, told.thread_id, "mine")


async def test_a_deleted_thread_is_gone_and_its_open_call_never_runs(tell, desk):
    async with tell(['call: delete {"folder": "a"}']) as story:
        asked = await story.say("delete")
        await story.runtime.desk.delete_thread(ANN, asked.thread_id)
        assert await listed(story) == []
        with pytest.raises(Conflict):
            await story.answer(asked.questions[0], {"approved": True})
        with pytest.raises(NotFound):
            await story.say("hello?", asked.thread_id)
    assert desk.effects == []


async def test_an_answer_is_rated_and_rated_anew(tell):
    async with tell(["text: Hi."]) as story:
        told = await story.say("hello")
        run = await story.runtime.store.read(lambda r: r.run(told.run_id))
        assert run is not None
        order = Rate(
            principal=ANN, thread_id=told.thread_id, message_id=run.turn_id, value=-1, comment="no"
        )
        await story.runtime.desk.rate(order)
        better = Rate(principal=ANN, thread_id=told.thread_id, message_id=run.turn_id, value=1)
        await story.runtime.desk.rate(better)
        ratings = await story.runtime.store.read(lambda r: r.ratings(told.thread_id))
        assert [(one.value, one.comment, one.user) for one in ratings] == [(1, "", "ann")]
        nothing = Rate(principal=ANN, thread_id=told.thread_id, message_id="turn_x", value=1)
        with pytest.raises(NotFound):
            await story.runtime.desk.rate(nothing)
