"""The brakes stop a turn that goes in circles, and a person may let it go on."""

from interlock.domain.agents import Limits
from interlock.models.scripted import Scripted
from interlock.testing import ManualClock

FAIL = 'call: flaky {"how": "error"}'
FAIL_OTHERWISE = 'call: flaky {"how": "error"} '
LOOK = 'call: look {"city": "A"}'
YES = {"approved": True}
NO = {"approved": False, "reason": "enough"}


async def test_a_tool_that_fails_twice_in_a_row_asks_whether_to_go_on(tell):
    async with tell([FAIL, FAIL, "text: Done."]) as story:
        asked = await story.say("try")
        assert (asked.status, asked.end.brake) == ("interrupted", "tool_failing")
        assert asked.questions[0].kind == "brake"
        told = await story.answer(asked.questions[0], YES)
    assert (told.status, told.text) == ("success", "Done.")


async def test_a_no_to_going_on_ends_the_turn_with_an_honest_answer(tell):
    model = Scripted([FAIL, FAIL, "text: never said"])
    async with tell(model) as story:
        asked = await story.say("try")
        told = await story.answer(asked.questions[0], NO)
    assert told.status == "success"
    assert told.text.startswith("I stopped here because a limit was reached and you said no")
    assert len(model.requests) == 2


async def test_with_on_brake_stop_nobody_is_asked(tell):
    async with tell([FAIL, FAIL, "text: never said"], on_brake="stop") as story:
        told = await story.say("try")
    assert (told.status, told.end.brake) == ("success", "tool_failing")
    assert "flaky failed 2 times in a row" in told.text


async def test_parallel_failures_of_one_message_count_as_one(tell):
    both = ['call: flaky {"how": "error"}', 'call: flaky {"how": "error"}']
    async with tell([both, "text: I see."]) as story:
        told = await story.say("try")
    assert told.status == "success"


async def test_a_success_between_two_failures_clears_the_count(tell):
    fine = 'call: flaky {"how": "fine"}'
    async with tell([FAIL, fine, FAIL, "text: I see."]) as story:
        told = await story.say("try")
    assert told.status == "success"


async def test_the_third_identical_call_does_not_run_before_a_person_says_so(tell, desk):
    async with tell([LOOK, LOOK, LOOK, "text: Sunny."]) as story:
        asked = await story.say("look")
        assert asked.end.brake == "identical_call"
        assert desk.effects == ["look A", "look A"]
        told = await story.answer(asked.questions[0], YES)
    assert told.text == "Sunny."
    assert desk.effects == ["look A"] * 3


async def test_a_refused_brake_leaves_no_call_without_a_result(tell, desk):
    async with tell([LOOK, LOOK, LOOK]) as story:
        asked = await story.say("look")
        told = await story.answer(asked.questions[0], NO)
    assert told.results == [("look", "refused")]
    assert desk.effects == ["look A", "look A"]


async def test_more_calls_than_a_turn_may_make_trip(tell, desk):
    calls = [f'call: look {{"city": "{n}"}}' for n in range(3)]
    async with tell([*calls, "text: x"], limits=Limits(calls=2)) as story:
        asked = await story.say("look")
    assert asked.end.brake == "calls"
    assert desk.effects == ["look 0", "look 1"]


async def test_more_tokens_than_a_turn_may_use_trip(tell):
    turn = [LOOK, "usage: 900 100"]
    async with tell([turn, "text: x"], limits=Limits(tokens=1000)) as story:
        asked = await story.say("look")
    assert asked.end.brake == "tokens"


async def test_time_counts_without_the_wait_for_people(tell):
    clock = ManualClock()
    script = ['call: delete {"folder": "a"}', LOOK, "text: Done."]
    async with tell(script, clock, limits=Limits(seconds=60)) as story:
        asked = await story.say("delete")
        clock.move(3600)
        told = await story.answer(asked.questions[0], YES)
    assert told.text == "Done."


async def test_a_turn_that_runs_too_long_trips(tell):
    clock = ManualClock()

    def script(request):
        clock.move(40)
        return [f'call: look {{"city": "{len(request.messages)}"}}']

    async with tell(Scripted(script), clock, limits=Limits(seconds=60)) as story:
        asked = await story.say("look")
    assert asked.end.brake == "time"
