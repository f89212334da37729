"""What goes to a messages server, to the last member."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.models.conversation import REQUEST, SIGNED, file

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    FilePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import ModelRequest
from interlock.models.anthropic_request import build_messages


def test_a_whole_conversation_becomes_this_body() -> None:
    image = {"type": "base64", "media_type": "image/png", "data": "YWJj"}
    unreadable = {"unreadable_arguments": '{"city": "Ro'}
    assert build_messages(REQUEST, "acme") == {
        "model": "some-model",
        "max_tokens": 100,
        "system": "Be brief.",
        "stream": True,
        "temperature": 0.5,
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Weather in Oslo and Rome?"},
                    {"type": "image", "source": image},
                ],
            },
            {
                "role": "assistant",
                "content": [
                    SIGNED,
                    {"type": "text", "text": "Let me look."},
                    {
                        "type": "tool_use",
                        "id": "call_1",
                        "name": "get_weather",
                        "input": {"city": "Oslo"},
                    },
                    {
                        "type": "tool_use",
                        "id": "call_2",
                        "name": "get_weather",
                        "input": unreadable,
                    },
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": "rain"},
                    {
                        "type": "tool_result",
                        "tool_use_id": "call_2",
                        "content": "not JSON",
                        "is_error": True,
                    },
                    {"type": "text", "text": "And?"},
                    {"type": "text", "text": "Well?"},
                ],
            },
        ],
        "tools": [
            {
                "name": "get_weather",
                "description": "Get the weather",
                "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}},
            }
        ],
        "tool_choice": {"type": "auto"},
        "seed": 7,
    }


@pytest.mark.parametrize(
    ("model", "bound"),
    [("claude-3-haiku-20240307", 4096), ("claude-3-5-sonnet", 8192), ("claude-sonnet-5", 8192)],
)
def test_a_request_without_a_bound_gets_one_that_the_model_accepts(model: str, bound: int) -> None:
    assert build_messages(ModelRequest(model=model), "acme") == {
        "model": model,
        "max_tokens": bound,
        "messages": [],
        "stream": True,
    }


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        ("none", {"type": "none"}),
        ("required", {"type": "any"}),
        ("get_weather", {"type": "tool", "name": "get_weather"}),
    ],
)
def test_a_tool_choice_is_sent_in_the_words_of_the_api(choice: str, sent: dict[str, str]) -> None:
    assert build_messages(replace(REQUEST, tool_choice=choice), "acme")["tool_choice"] == sent


def test_results_stand_before_the_words_that_came_earlier() -> None:
    request = ModelRequest(
        model="m",
        messages=(
            AssistantMessage("m1", (CallPart("call_1", "f", "{}"),)),
            UserMessage("m2", (TextPart("Never mind."),)),
            ToolMessage("m3", "call_1", "f", ""),
        ),
    )
    assert build_messages(request, "acme")["messages"][1] == {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "call_1"},
            {"type": "text", "text": "Never mind."},
        ],
    }


def test_opaque_blocks_go_back_unchanged_to_their_maker_and_to_nobody_else() -> None:
    redacted = {"type": "redacted_thinking", "data": "x"}
    silent = {"type": "thinking", "thinking": "", "signature": "sig"}
    parts = (
        ReasoningPart("", provider="acme", opaque=redacted),
        ReasoningPart("", provider="acme", opaque=silent),
        ReasoningPart("unsigned", provider="acme"),
        TextPart("So."),
    )
    request = ModelRequest(
        model="m",
        messages=(AssistantMessage("m1", parts), UserMessage("m2", (TextPart("Go on."),))),
    )
    text = {"type": "text", "text": "So."}
    to_maker = build_messages(request, "acme")["messages"][0]["content"]
    to_other = build_messages(request, "other")["messages"][0]["content"]
    assert (to_maker, to_other) == ([redacted, silent, text], [text])


def test_empty_words_are_never_sent() -> None:
    request = ModelRequest(
        model="m",
        messages=(
            UserMessage("m1", (TextPart("Hi"), TextPart(" \n"), TextPart(""))),
            AssistantMessage("m2", (TextPart(""),)),
            UserMessage("m3", (TextPart("Hello?"),)),
            AssistantMessage("m4", (TextPart("Well,  \n"),)),
        ),
    )
    assert build_messages(request, "acme")["messages"] == [
        {
            "role": "user",
            "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "Hello?"}],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Well,"}]},
    ]


def test_each_kind_of_file_is_sent_as_the_api_wants_it() -> None:
    parts = (
        file("application/pdf", "b.pdf"),
        file("text/csv", "a.csv", b"x,y"),
        file("audio/mpeg", "c.mp3"),
        FilePart("no base64!", "text/plain"),
    )
    request = ModelRequest(model="m", messages=(UserMessage("m1", parts),))
    lost = {
        "type": "text",
        "media_type": "text/plain",
        "data": "[this file could not be decoded]",
    }
    pdf = {"type": "base64", "media_type": "application/pdf", "data": "YWJj"}
    words = {"type": "text", "media_type": "text/plain", "data": "x,y"}
    assert build_messages(request, "acme")["messages"][0]["content"] == [
        {"type": "document", "source": pdf, "title": "b.pdf"},
        {"type": "document", "source": words, "title": "a.csv"},
        {"type": "text", "text": "[c.mp3 was attached; this model can't hear it]"},
        {"type": "document", "source": lost},
    ]


def messages() -> st.SearchStrategy[Message]:
    words = st.sampled_from(["", " ", "a", "b \n"]).map(TextPart)
    call = st.sampled_from(['{"a": 1}', "", "oops"]).map(lambda text: CallPart("c", "f", text))
    thought = st.sampled_from(["acme", "other"]).map(
        lambda provider: ReasoningPart("t", provider, {"type": "thinking"})
    )
    said = st.lists(words, max_size=3).map(lambda parts: UserMessage("u", tuple(parts)))
    answered = st.lists(words | call | thought, max_size=4).map(
        lambda parts: AssistantMessage("a", tuple(parts))
    )
    result = st.sampled_from(["", "r"]).map(lambda text: ToolMessage("t", "c", "f", text))
    return said | answered | result


@given(st.lists(messages(), max_size=8))
def test_roles_take_turns_and_nothing_sent_is_empty(history: list[Message]) -> None:
    request = ModelRequest(model="m", messages=tuple(history))
    sent = build_messages(request, "acme")["messages"]
    roles = [message["role"] for message in sent]
    assert all(one != other for one, other in pairwise(roles))
    for message in sent:
        kinds = [block["type"] == "tool_result" for block in message["content"]]
        assert kinds
        assert kinds == sorted(kinds, reverse=True)
        assert all(block.get("text", "x").strip() for block in message["content"])
        assert all(isinstance(block.get("input", {}), dict) for block in message["content"])
    if sent and sent[-1]["content"][-1]["type"] == "text" and roles[-1] == "assistant":
        assert sent[-1]["content"][-1]["text"] == sent[-1]["content"][-1]["text"].rstrip()
