"""``history`` obeys the strictest provider, whatever the log says."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.rules import assert_history_is_valid

from interlock.domain.events import (
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelStarted,
    Noted,
    RunEnded,
    RunStarted,
    Spoken,
    ToolEnded,
    ToolStarted,
)
from interlock.domain.history import NO_RESULT, history
from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.tools import ToolResult

ids = st.sampled_from(["c1", "c2", "c3", "c4"])
texts = st.sampled_from(["", " ", "hello", "\n"])
parts = st.one_of(
    st.builds(TextPart, texts),
    st.builds(ReasoningPart, texts),
    st.builds(CallPart, ids, st.just("look"), st.just("{}")),
)
messages = st.builds(
    AssistantMessage,
    id=st.just("m"),
    parts=st.lists(parts, max_size=4).map(tuple),
    aborted=st.booleans(),
)
users = st.builds(
    UserMessage, st.just("u"), st.lists(st.builds(TextPart, texts), max_size=2).map(tuple)
)
place = {"thread_id": "t", "turn_id": "t1", "agent": "a", "tenant": "x", "user": "u"}
facts = st.one_of(
    st.builds(lambda m: RunStarted(message=m, **place), st.none() | users),
    st.builds(lambda m: ModelEnded(message=m, stop="stop"), messages),
    st.builds(
        lambda m, a: ModelFailed(message_id="m", kind="server", text="", action=a, partial=m),
        st.none() | messages,
        st.sampled_from(["retry", "fallback", "give_up"]),
    ),
    st.builds(lambda m: Spoken(message=m, code="x"), messages),
    st.builds(
        lambda c, k: ToolEnded(call_id=c, name="look", kind=k, result=ToolResult(model="r")),
        ids,
        st.sampled_from(["done", "failed", "rejected", "superseded"]),
    ),
    st.just(ModelStarted(message_id="m", call_index=1, attempt=1, provider="p", model="m")),
    st.just(ModelDelta(message_id="m", kind="text", text="x")),
    st.just(ToolStarted(call_id="c1", name="look", attempt=1, repeatable=False, digest="")),
    st.just(Noted(code="x", text="y")),
    st.just(RunEnded(status="failed")),
)


@settings(max_examples=1000)
@given(st.lists(facts, max_size=25))
def test_no_log_whatever_gives_an_invalid_history(log):
    assert_history_is_valid(history(log))


def ended(call_id, text="r"):
    return ToolEnded(call_id=call_id, name="look", kind="done", result=ToolResult(model=text))


def test_results_stand_behind_their_calls_wherever_they_came_in_the_log():
    question = UserMessage("u", (TextPart("go"),))
    asked = AssistantMessage("m", (CallPart("c1", "look", "{}"), CallPart("c2", "look", "{}")))
    later = UserMessage("u2", (TextPart("and?"),))
    log = [
        RunStarted(message=question, **place),
        ModelEnded(message=asked, stop="tool_use"),
        RunStarted(message=later, **place),
        ended("c2", "two"),
        ended("c1", "one"),
    ]
    assert history(log) == (
        question,
        asked,
        ToolMessage("res_c1", "c1", "look", "one"),
        ToolMessage("res_c2", "c2", "look", "two"),
        later,
    )


def test_a_call_without_a_result_gets_one_that_says_so():
    question = UserMessage("u", (TextPart("go"),))
    asked = AssistantMessage("m", (CallPart("c1", "look", "{}"),))
    log = [RunStarted(message=question, **place), ModelEnded(message=asked, stop="tool_use")]
    assert history(log)[-1] == ToolMessage("res_c1", "c1", "look", NO_RESULT, is_error=True)


def test_a_cut_answer_that_was_given_up_keeps_its_words_and_loses_its_calls():
    question = UserMessage("u", (TextPart("go"),))
    cut = AssistantMessage("m", (TextPart("I will"), CallPart("c1", "look", "{")), aborted=True)
    failed = ModelFailed(message_id="m", kind="cancelled", text="", action="give_up", partial=cut)
    kept = history([RunStarted(message=question, **place), failed])
    assert kept == (question, AssistantMessage("m", (TextPart("I will"),), aborted=True))


def test_a_cut_answer_that_was_asked_again_is_left_out():
    question = UserMessage("u", (TextPart("go"),))
    cut = AssistantMessage("m", (TextPart("I will"),), aborted=True)
    failed = ModelFailed(message_id="m", kind="interrupted", text="", action="retry", partial=cut)
    assert history([RunStarted(message=question, **place), failed]) == (question,)
