"""The loop: ask the model, run what may run, go on until it answers."""

from interlock.domain.messages import ToolMessage
from interlock.errors import ToolUnavailable
from interlock.models.scripted import Scripted
from interlock.tools.function import tool


def last_result(model: Scripted) -> str:
    """What the model read last: the result of its last call."""
    message = model.requests[-1].messages[-1]
    assert isinstance(message, ToolMessage)
    return message.text


async def test_a_read_tool_runs_at_once_and_the_model_reads_its_result(tell, desk):
    model = Scripted(['call: look {"city": "Oslo"}', "text: It is sunny."])
    async with tell(model) as story:
        told = await story.say("weather in Oslo?")
    assert told.status == "success"
    assert told.text == "It is sunny."
    assert desk.effects == ["look Oslo"]
    last = model.requests[1].messages[-1]
    assert isinstance(last, ToolMessage)
    assert (last.name, last.text, last.is_error) == ("look", "sunny in Oslo", False)


async def test_events_are_numbered_without_a_gap(tell):
    async with tell(['call: look {"city": "Oslo"}', "text: Sunny."]) as story:
        told = await story.say("weather?")
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))


async def test_results_come_back_in_the_order_that_was_asked(tell, desk):
    calls = ['call: look {"city": "A"}', 'call: look {"city": "B"}', 'call: look {"city": "C"}']
    model = Scripted([calls, "text: Done."])
    async with tell(model) as story:
        await story.say("three cities")
    texts = [m.text for m in model.requests[1].messages if isinstance(m, ToolMessage)]
    assert texts == ["sunny in A", "sunny in B", "sunny in C"]


async def test_an_unknown_tool_is_answered_with_the_names_of_those_that_exist(tell):
    model = Scripted(["call: constructor {}", "text: Sorry."])
    async with tell(model) as story:
        told = await story.say("do it")
    assert told.status == "success"
    assert told.results == [("constructor", "unknown_tool")]
    answer = last_result(model)
    assert "Choose one of: look, read_mail, delete" in answer


async def test_every_wrong_argument_is_named_at_once_and_nothing_runs(tell, desk):
    model = Scripted(['call: delete {"older_than": "old", "colour": 1}', "text: Sorry."])
    async with tell(model) as story:
        told = await story.say("delete")
    assert told.results == [("delete", "invalid")]
    answer = last_result(model)
    assert "folder" in answer
    assert "older_than" in answer
    assert "colour" in answer
    assert desk.effects == []


async def test_arguments_that_are_not_json_never_run(tell, desk):
    model = Scripted(['call: delete {"folder": "a"', "text: Sorry."])
    async with tell(model) as story:
        told = await story.say("delete")
    assert told.results == [("delete", "invalid")]
    assert desk.effects == []


async def test_a_tool_error_is_read_by_the_model_and_the_run_succeeds(tell):
    model = Scripted(['call: flaky {"how": "error"}', "text: I could not."])
    async with tell(model) as story:
        told = await story.say("try")
    assert told.status == "success"
    assert told.results == [("flaky", "failed")]
    assert last_result(model) == "no such place; try another"


async def test_a_bug_in_a_tool_shows_nobody_its_insides(tell):
    model = Scripted(['call: flaky {"how": "bug"}', "text: It broke."])
    async with tell(model) as story:
        told = await story.say("try")
    assert told.results == [("flaky", "failed")]
    assert "secret" not in last_result(model)
    ended = next(f for f in told.facts if getattr(f, "kind", "") == "failed")
    assert "secret" not in str(ended.result.person)
    assert "KeyError" in ended.result.debug


async def test_a_service_that_is_down_fails_the_run_and_is_not_blamed_on_arguments(tell):
    @tool(effect="write", approval="never")
    async def save(text: str) -> str:
        """Save a note."""
        raise ToolUnavailable(f"the mail server is closed for {text}")

    model = Scripted(['call: save {"text": "x"}', "text: never said"])
    async with tell(model, tools=(save,)) as story:
        told = await story.say("save")
    assert (told.status, told.end.code) == ("failed", "tool_unavailable")
    assert told.end.text == (
        "The service behind save can't be reached. It is not known whether it took effect; "
        "do not repeat it without asking. It says: the mail server is closed for x"
    )
    assert len(model.requests) == 1


async def test_a_thread_goes_on_after_a_failed_run(tell):
    model = Scripted(["fault: auth", "text: Hello again."])
    async with tell(model, attempts=1) as story:
        first = await story.say("hello")
        second = await story.say("hello?", first.thread_id)
    assert (first.status, first.end.code) == ("failed", "model_auth")
    assert second.text == "Hello again."


async def test_a_service_that_is_down_is_not_put_to_the_model_after_a_question_either(tell, desk):
    @tool(effect="write", approval="never")
    async def book() -> str:
        """Book."""
        raise ToolUnavailable("the office is closed")

    model = Scripted([["call: book", 'call: delete {"folder": "a"}'], "text: never said"])
    async with tell(model, tools=[book, desk.delete]) as story:
        asked = await story.say("book and delete")
        told = await story.answer(asked.questions[0], {"approved": True})
    assert (told.status, told.end.code) == ("failed", "tool_unavailable")
    assert (desk.effects, len(model.requests)) == (["delete a 90"], 1)
