"""The demo answers to plain words: each scene of it, told through the engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import interlock
from interlock.demo.app import answer, build
from interlock.demo.office import Office
from interlock.demo.tools import demo_tools
from interlock.domain.events import ModelDelta, Shown, ToolProgressed
from interlock.domain.exhibits import Artifact, Chart, Plan, Todo
from interlock.testing import Story

YES = {"approved": True}
NO = {"approved": False, "reason": "still needed"}


@pytest.fixture
async def story(tmp_path: Path) -> AsyncIterator[Story]:
    async with Story(build({"INTERLOCK_DEMO_PACE": "0"}).agents, tmp_path) as one:
        yield one


async def test_weather_is_one_call_and_a_long_answer_that_judges_the_run(story: Story):
    told = await story.say("weather in Shenzhen, fit for a run?")
    assert (told.status, told.results) == ("success", [("get_weather", "done")])
    assert told.text.startswith("Yes, it is fit for a run. The report says: Shenzhen: 24 °C")
    assert len(told.text.split()) >= 50  # at 0.05 s a word this streams for more than two seconds


async def test_three_deletions_ask_at_once_and_each_goes_its_own_way(story: Story):
    told = await story.say("delete reports in a, b and c")
    assert told.status == "interrupted"
    a, b, c = told.questions
    assert [question.arguments["folder"] for question in (a, b, c)] == ["a", "b", "c"]
    assert a.question == "Deletes the reports in folder a for good. They can't be brought back."
    await story.answer(c, YES)
    await story.answer(b, NO)
    told = await story.answer(a, YES)
    assert told.status == "success"
    assert told.text == (
        "Deleted 3 reports in a. I did not delete the reports in b, because nobody said yes. "
        "You said: still needed. Deleted 3 reports in c."
    )


async def test_weather_and_delete_runs_the_one_and_asks_about_the_other(story: Story):
    told = await story.say("weather and delete")
    assert (told.status, told.results) == ("interrupted", [("get_weather", "done")])
    [question] = told.questions
    assert (question.tool, question.untrusted) == ("delete_reports", True)


async def test_deleting_old_reports_really_deletes_them_from_the_little_office(story: Story):
    [question] = (await story.say("delete old reports")).questions
    assert (await story.answer(question, YES)).text == "Deleted 3 reports in archive."
    listed = await story.say("list reports")
    assert listed.text.startswith("There are 17 reports.\n- a/a-1.pdf, 400 days old")
    [question] = (await story.say("delete reports in nowhere")).questions
    told = await story.answer(question, YES)
    assert told.results == [("delete_reports", "failed")]
    assert "There is nothing in nowhere. Folders: a, archive, b, c, drafts." in told.text


async def test_failing_twice_trips_the_brake_and_a_yes_shows_it_work(story: Story):
    told = await story.say("fail twice")
    assert (told.status, told.results) == ("interrupted", [("flaky", "failed")] * 2)
    [question] = told.questions
    assert question.kind == "brake"
    told = await story.answer(question, YES)
    assert (told.status, told.text) == ("success", "flaky says: It worked.")
    [question] = (await story.say("fail twice")).questions
    stopped = await story.answer(question, {"approved": False})
    assert stopped.end.brake == "brake"


async def test_a_question_to_the_user_is_answered_in_words_and_used(story: Story):
    [question] = (await story.say("ask me")).questions
    assert (question.kind, question.question) == ("input", "Which city shall I look at?")
    told = await story.answer(question, {"answer": "Oslo"})
    assert told.results == [("ask_user", "done"), ("get_weather", "done")]
    assert "The report says: Oslo:" in told.text


async def test_mail_asks_and_a_no_is_accepted_in_words(story: Story):
    [question] = (await story.say("email bob@example.org about it")).questions
    assert question.arguments["to"] == "bob@example.org"
    told = await story.answer(question, NO)
    assert told.text == (
        "I did not send the e-mail to bob@example.org, because nobody said yes. "
        "You said: still needed."
    )


async def test_counting_shows_progress_and_thinking_shows_reasoning(story: Story):
    told = await story.say("count slowly")
    shown = [fact.data for fact in told.facts if isinstance(fact, ToolProgressed)]
    assert shown == [{"done": number, "of": 5} for number in range(1, 6)]
    told = await story.say("think")
    kinds = [fact.kind for fact in told.facts if isinstance(fact, ModelDelta)]
    assert set(kinds) == {"reasoning", "text"}


async def test_a_review_shows_a_plan_a_list_that_goes_on_a_chart_and_a_page(story: Story):
    told = await story.say("review the reports")
    assert (told.status, {kind for _, kind in told.results}) == ("success", {"done"})
    assert told.text.startswith("I looked at 20 reports.")
    shown = [fact.exhibit for fact in told.facts if isinstance(fact, Shown)]
    lists = [[item.state for item in one.items] for one in shown if isinstance(one, Todo)]
    assert lists == [["active", "open", "open"], ["done", "active", "open"], ["done"] * 3]
    [chart] = [one for one in shown if isinstance(one, Chart)]
    assert chart.labels == ("a", "archive", "b", "c", "drafts")
    assert [series.values for series in chart.series] == [(3,) * 5, (1,) * 5]
    [page] = [one for one in shown if isinstance(one, Artifact)]
    assert page.source.count("<tr><td>") == 20
    assert sum(isinstance(one, Plan) for one in shown) == 1


@pytest.mark.parametrize(
    ("words", "kind", "status"),
    [
        ("fail", "failed", "success"),
        ("fail with a crash", "failed", "success"),
        ("fail: unavailable", "unavailable", "failed"),
    ],
)
async def test_a_tool_fails_in_the_way_that_is_asked_for(
    story: Story, words: str, kind: str, status: str
):
    told = await story.say(words)
    assert (told.results, told.status) == ([("flaky", kind)], status)


async def test_anything_else_is_told_what_the_demo_can_do(story: Story):
    told = await story.say("good morning")
    assert (told.status, told.results) == ("success", [])
    for words in ("weather in Shenzhen", "delete reports in a, b and c", "ask me", "think"):
        assert f"- {words}" in told.text


def test_a_real_model_joins_when_there_is_a_key_for_it():
    names = {
        key: [(agent.name, agent.model) for agent in build({key: "k"}).agents[1:]]
        for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OTHER")
    }
    assert names == {
        "OPENAI_API_KEY": [("assistant", "openai:gpt-5")],
        "ANTHROPIC_API_KEY": [("assistant", "anthropic:claude-sonnet-5")],
        "OTHER": [],
    }


def test_every_tool_has_the_traits_that_the_demo_shows():
    traits = {
        tool.spec.name: (tool.spec.effect, tool.spec.approval, tool.spec.returns)
        for tool in demo_tools(Office())
    }
    assert traits == {
        "get_weather": ("read", "auto", "untrusted"),
        "list_reports": ("read", "auto", "trusted"),
        "delete_reports": ("destructive", "always", "trusted"),
        "send_email": ("write", "always", "trusted"),
        "slow_count": ("read", "auto", "trusted"),
        "flaky": ("read", "auto", "trusted"),
        "ask_user": ("read", "auto", "trusted"),
        "show_todo": ("read", "never", "trusted"),
        "show_plan": ("read", "never", "trusted"),
        "show_artifact": ("read", "never", "trusted"),
        "show_chart": ("read", "never", "trusted"),
    }


def test_the_scripted_model_is_a_pure_function_of_its_request():
    request = interlock.ModelRequest(model="scripted")
    assert answer(request) == answer(request)
