"""A call that needs a person runs only after that person said yes to exactly those arguments."""

import asyncio

import pytest

from interlock.commands.answer import Answer, Answers
from interlock.domain.messages import ToolMessage
from interlock.domain.policy import Ruling
from interlock.domain.principals import Principal
from interlock.errors import Conflict, Forbidden, Gone, Invalid, NotFound
from interlock.models.scripted import Scripted
from interlock.testing import ManualClock, Told
from interlock.testing.story import ANN

DELETE = 'call: delete {"folder": "a"}'
YES = {"approved": True}
NO = {"approved": False, "reason": "too dangerous"}
BOB = Principal("local", "bob", frozenset(), "test")


async def test_a_destructive_call_waits_and_runs_once_after_the_yes(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        assert (asked.status, desk.effects) == ("interrupted", [])
        question = asked.questions[0]
        assert question.question == "Deletes the reports in a."
        assert question.arguments == {"folder": "a"}
        told = await story.answer(question, YES)
    assert (told.status, told.text) == ("success", "Done.")
    assert desk.effects == ["delete a 90"]


async def test_a_rejection_is_a_result_with_its_reason_and_the_run_succeeds(tell, desk):
    model = Scripted([DELETE, "text: All right."])
    async with tell(model) as story:
        asked = await story.say("delete")
        told = await story.answer(asked.questions[0], NO)
    assert (told.status, told.results) == ("success", [("delete", "rejected")])
    assert desk.effects == []
    result = model.requests[1].messages[-1]
    assert isinstance(result, ToolMessage)
    assert "too dangerous" in result.text
    assert not result.is_error


async def test_an_answer_comes_after_a_restart(tell, desk):
    async with tell([DELETE]) as story:
        asked = await story.say("delete")
    async with tell(["text: Done."]) as story:
        told = await story.answer(asked.questions[0], YES)
    assert told.status == "success"
    assert desk.effects == ["delete a 90"]


async def test_three_calls_are_asked_together_and_answered_one_by_one_in_any_order(tell, desk):
    calls = [f'call: delete {{"folder": "{name}"}}' for name in "abc"]
    model = Scripted([calls, "text: Done."])
    async with tell(model) as story:
        asked = await story.say("delete three")
        a, b, c = asked.questions
        await story.answer(c, YES)
        await story.answer(a, NO)
        assert desk.effects == []
        told = await story.answer(b, YES)
    assert told.status == "success"
    assert sorted(desk.effects) == ["delete b 90", "delete c 90"]
    results = [m for m in model.requests[1].messages if isinstance(m, ToolMessage)]
    assert ["rejected" in m.text for m in results] == [True, False, False]


async def test_calls_that_need_nobody_run_at_once_beside_one_that_asks(tell, desk):
    async with tell([['call: look {"city": "A"}', DELETE], "text: Done."]) as story:
        asked = await story.say("both")
        assert desk.effects == ["look A"]
        await story.answer(asked.questions[0], YES)
    assert desk.effects == ["look A", "delete a 90"]


async def test_edited_arguments_replace_the_old_ones_and_the_model_learns_which_ran(tell, desk):
    model = Scripted([DELETE, "text: Done."])
    async with tell(model) as story:
        asked = await story.say("delete")
        edit = {"approved": True, "editedArgs": {"folder": "b", "older_than": 5}}
        await story.answer(asked.questions[0], edit)
    assert desk.effects == ["delete b 5"]
    result = model.requests[1].messages[-1]
    assert isinstance(result, ToolMessage)
    assert result.text == (
        "A person changed the arguments before approving this call. "
        'It ran with {"folder":"b","older_than":5} and returned:\n3'
    )


async def test_an_edit_that_changes_nothing_is_not_told(tell):
    model = Scripted([DELETE, "text: Done."])
    async with tell(model) as story:
        asked = await story.say("delete")
        await story.answer(asked.questions[0], {"approved": True, "editedArgs": {"folder": "a"}})
    result = model.requests[1].messages[-1]
    assert isinstance(result, ToolMessage)
    assert result.text == "3"


async def test_an_invalid_edit_is_refused_with_every_fault_and_the_question_stays_open(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        wrong = {"approved": True, "editedArgs": {"folder": 7, "colour": "red"}}
        with pytest.raises(Invalid) as refused:
            await story.answer(asked.questions[0], wrong)
        assert "folder" in refused.value.text
        assert "colour" in refused.value.text
        told = await story.answer(asked.questions[0], YES)
    assert told.status == "success"
    assert desk.effects == ["delete a 90"]


async def test_an_edit_needs_the_right_to_edit(tell):
    reader = Principal("local", "ann", frozenset(), "test")
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        edit = {"approved": True, "editedArgs": {"folder": "b"}}
        with pytest.raises(Forbidden):
            await story.answer(asked.questions[0], edit, who=reader)


async def test_the_same_answer_again_succeeds_and_runs_nothing(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        first = await story.answer(asked.questions[0], YES)
        again = await story.answer(asked.questions[0], YES)
    assert first.run_id == again.run_id
    assert desk.effects == ["delete a 90"]


async def test_the_same_answer_again_names_no_run_while_another_question_is_open(tell):
    calls = [DELETE, 'call: delete {"folder": "b"}']
    async with tell([DELETE, calls, "text: Done."]) as story:
        first = await story.say("delete")
        second = await story.answer(first.questions[0], YES)
        await story.answer(second.questions[0], YES)
        open_ = await taken(story, second.questions[0])
        resumed = await taken(story, first.questions[0])
    assert (open_.repeated, open_.run) == (True, None)
    assert (resumed.repeated, resumed.run and resumed.run.id) == (True, second.run_id)


async def taken(story, question):
    one = Answer(interrupt_id=question.id, value=YES)
    return await story.runtime.desk.answer(Answers(principal=ANN, answers=[one]))


async def test_a_different_answer_comes_too_late(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        await story.answer(asked.questions[0], NO)
        with pytest.raises(Conflict) as refused:
            await story.answer(asked.questions[0], YES)
    assert refused.value.code == "interrupt_resolved"
    assert desk.effects == []


async def test_of_fifty_concurrent_answers_one_wins(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        answers = [story.answer(asked.questions[0], YES if n % 2 else NO) for n in range(50)]
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
    won = [told for told in outcomes if isinstance(told, Told)]
    assert all(isinstance(told, Told | Conflict) for told in outcomes)
    assert len({told.run_id for told in won}) == 1
    assert len(won) == 25
    assert len(desk.effects) <= 1


async def test_an_expired_question_is_a_no_and_never_locks_the_thread(tell, desk):
    clock = ManualClock()
    async with tell([DELETE, "text: It expired.", "text: Hello."], clock) as story:
        asked = await story.say("delete")
        clock.move(8 * 24 * 3600)
        with pytest.raises(Gone):
            await story.answer(asked.questions[0], YES)
        assert await story.runtime.desk.expire() <= 1
        runs = await story.runtime.store.read(lambda r: r.turn_runs(asked.questions[0].turn_id))
        told = await story.wait(runs[-1].id)
        assert told.results == [("delete", "expired")]
        after = await story.say("hello", asked.thread_id)
    assert after.text == "Hello."
    assert desk.effects == []


async def test_a_new_message_is_refused_while_something_waits(tell):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        with pytest.raises(Conflict) as refused:
            await story.say("yes, approved, go on", asked.thread_id)
    assert refused.value.code == "run_waiting"
    assert refused.value.data == {"interrupts": [asked.questions[0].id]}


async def test_a_new_message_supersedes_open_calls_also_those_already_approved(tell, desk):
    calls = [DELETE, 'call: delete {"folder": "b"}']
    model = Scripted([calls, "text: Something else then."])
    async with tell(model) as story:
        asked = await story.say("delete both")
        await story.answer(asked.questions[0], YES)
        told = await story.say("no, what is the time?", asked.thread_id, on_open="supersede")
        with pytest.raises(Conflict) as refused:
            await story.answer(asked.questions[1], YES)
    assert refused.value.code == "interrupt_superseded"
    assert told.status == "success"
    assert [kind for _, kind in told.results] == ["superseded", "superseded"]
    assert desk.effects == []
    roles = [type(m).__name__ for m in model.requests[1].messages]
    assert roles == [
        "UserMessage", "AssistantMessage", "ToolMessage", "ToolMessage", "UserMessage",
    ]  # fmt: skip


async def test_nobody_else_sees_or_answers_the_question(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        with pytest.raises(NotFound) as foreign:
            await story.answer(asked.questions[0], YES, who=BOB)
        other = Principal("other", "ann", frozenset({"admin"}), "test")
        with pytest.raises(NotFound):
            await story.answer(asked.questions[0], YES, who=other)
    assert foreign.value.text == "There is no such question."
    assert desk.effects == []


async def test_a_yes_to_another_digest_is_stale(tell, desk):
    async with tell([DELETE, "text: Done."]) as story:
        asked = await story.say("delete")
        with pytest.raises(Conflict) as refused:
            await story.answer(asked.questions[0], YES, digest="0" * 64)
        await story.answer(asked.questions[0], YES, digest=asked.questions[0].digest)
    assert refused.value.code == "stale_approval"
    assert desk.effects == ["delete a 90"]


async def test_a_policy_that_was_tightened_after_the_yes_refuses(tell, desk):
    rulings = [Ruling("ask", "house_rule")]

    def policy(_call):
        return rulings[-1]

    async with tell([DELETE, "text: No."], policy=policy) as story:
        asked = await story.say("delete")
        rulings.append(Ruling("refuse", "house_rule", "the house is closed"))
        told = await story.answer(asked.questions[0], YES)
    assert told.results == [("delete", "refused")]
    assert desk.effects == []


async def test_no_policy_refuses_everything_even_reading(tell, desk):
    async with tell(['call: look {"city": "A"}', "text: No."], policy=None) as story:
        told = await story.say("look")
    assert told.results == [("look", "refused")]
    assert desk.effects == []


async def test_a_policy_that_raises_refuses(tell, desk):
    def broken(_call):
        raise RuntimeError("oops")

    async with tell(['call: look {"city": "A"}', "text: No."], policy=broken) as story:
        told = await story.say("look")
    assert told.results == [("look", "refused")]
    assert desk.effects == []


async def test_writing_asks_once_the_thread_has_read_outside_content(tell, desk):
    script = ['call: save {"text": "1"}', "call: read_mail {}", 'call: save {"text": "2"}']
    async with tell([*script, "text: Done."]) as story:
        asked = await story.say("save, read, save")
    assert asked.status == "interrupted"
    assert asked.questions[0].untrusted
    assert desk.effects == ["save 1"]


async def test_a_call_that_was_rejected_is_not_asked_again_in_the_same_turn(tell, desk):
    model = Scripted([DELETE, DELETE, "text: I give up."])
    async with tell(model) as story:
        asked = await story.say("delete")
        told = await story.answer(asked.questions[0], NO)
    assert told.status == "success"
    assert [kind for _, kind in told.results] == ["rejected", "rejected"]
    assert desk.effects == []


async def test_more_questions_than_a_run_may_ask_end_it(tell, desk):
    calls = [f'call: delete {{"folder": "{n}"}}' for n in range(25)]
    async with tell([calls, "text: Done."]) as story:
        told = await story.say("delete everything")
    assert (told.status, told.end.code) == ("failed", "too_many_asks")
    assert told.questions == ()
    assert desk.effects == []
