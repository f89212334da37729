"""What goes to a chat completions server, to the last member."""

import pytest
from msgspec.structs import replace
from tests.models.conversation import REQUEST, file

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import ModelRequest
from interlock.models.openai_chat_dialect import PLAIN, ChatDialect
from interlock.models.openai_chat_request import build_chat


def test_a_whole_conversation_becomes_this_body() -> None:
    assert build_chat(REQUEST, "acme", PLAIN) == {
        "model": "some-model",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Weather in Oslo and Rome?"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,YWJj"}},
                ],
            },
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [
                    {
                        "id": "call_1",
                        "type": "function",
                        "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
                    },
                    {
                        "id": "call_2",
                        "type": "function",
                        "function": {
                            "name": "get_weather",
                            "arguments": '{"unreadable_arguments":"{\\"city\\": \\"Ro"}',
                        },
                    },
                ],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "rain"},
            {"role": "tool", "tool_call_id": "call_2", "content": "not JSON"},
            {"role": "user", "content": "And?"},
            {"role": "user", "content": "Well?"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Get the weather",
                    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
                },
            }
        ],
        "max_tokens": 100,
        "temperature": 0.5,
        "seed": 7,
    }


def test_the_least_request_says_nothing_that_was_not_asked() -> None:
    assert build_chat(ModelRequest(model="m", stream=False), "acme", PLAIN) == {
        "model": "m",
        "messages": [],
        "stream": False,
    }


@pytest.mark.parametrize(
    ("choice", "dialect", "sent"),
    [
        ("none", PLAIN, "none"),
        ("required", PLAIN, "required"),
        ("required", ChatDialect(required_word="any"), "any"),
        ("get_weather", PLAIN, {"type": "function", "function": {"name": "get_weather"}}),
    ],
)
def test_a_tool_choice_is_sent_in_the_words_of_the_server(
    choice: str, dialect: ChatDialect, sent: object
) -> None:
    body = build_chat(replace(REQUEST, tool_choice=choice), "acme", dialect)
    assert body["tool_choice"] == sent


def test_without_tools_there_is_no_tool_choice() -> None:
    body = build_chat(ModelRequest(model="m", tool_choice="required"), "acme", PLAIN)
    assert {"tools", "tool_choice"}.isdisjoint(body)


def test_a_dialect_renames_the_bound_and_drops_the_usage_wish() -> None:
    dialect = ChatDialect(max_tokens_field="max_completion_tokens", stream_usage=False)
    body = build_chat(REQUEST, "acme", dialect)
    assert body["max_completion_tokens"] == 100
    assert {"max_tokens", "stream_options"}.isdisjoint(body)


def test_short_ids_are_nine_characters_and_still_match() -> None:
    body = build_chat(REQUEST, "acme", ChatDialect(short_ids=True))
    proposed = [
        call["id"] for message in body["messages"] for call in message.get("tool_calls", [])
    ]
    answered = [m["tool_call_id"] for m in body["messages"] if m["role"] == "tool"]
    assert proposed == answered
    assert [(len(one), one.isalnum()) for one in proposed] == [(9, True), (9, True)]


def test_options_win_over_everything_else() -> None:
    request = replace(REQUEST, options={"model": "other", "parallel_tool_calls": False})
    body = build_chat(request, "acme", PLAIN)
    assert (body["model"], body["parallel_tool_calls"]) == ("other", False)


def test_each_kind_of_file_is_sent_as_the_api_wants_it() -> None:
    parts = (
        file("audio/mpeg"),
        file("audio/ogg"),
        file("text/csv", "a.csv", b"x,y"),
        file("application/json", data=b"\xff{}"),
        file("application/pdf", "b.pdf"),
    )
    request = ModelRequest(model="m", messages=(UserMessage("m1", parts),))
    assert build_chat(request, "acme", PLAIN)["messages"][0]["content"] == [
        {"type": "input_audio", "input_audio": {"data": "YWJj", "format": "mp3"}},
        {"type": "input_audio", "input_audio": {"data": "YWJj", "format": "ogg"}},
        {"type": "text", "text": "[file a.csv]\nx,y"},
        {"type": "text", "text": "[file without a name]\n\ufffd{}"},
        {
            "type": "file",
            "file": {"filename": "b.pdf", "file_data": "data:application/pdf;base64,YWJj"},
        },
    ]


DETAILS = {"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]}
THOUGHTFUL = ModelRequest(
    model="m",
    messages=(
        AssistantMessage(
            "m1",
            (
                ReasoningPart("mine", provider="acme", opaque=DETAILS),
                ReasoningPart("foreign", provider="other", opaque={"no": 1}),
                TextPart("So."),
                CallPart("call_1", "f", "{}", provider="acme", opaque={"extra_content": {"g": 1}}),
                CallPart("call_2", "f", "{}", provider="other", opaque={"extra_content": {"g": 2}}),
            ),
        ),
        ToolMessage("m2", "call_1", "f", ""),
        ToolMessage("m3", "call_2", "f", ""),
    ),
)


@pytest.mark.parametrize(
    ("dialect", "sent"),
    [
        (PLAIN, {}),
        (ChatDialect(reasoning_back="reasoning_content"), {"reasoning_content": "mine"}),
        (ChatDialect(reasoning_back="reasoning"), {"reasoning": "mine"}),
        (ChatDialect(reasoning_back="reasoning_details"), DETAILS),
    ],
)
def test_reasoning_goes_back_only_to_the_provider_that_made_it(
    dialect: ChatDialect, sent: dict[str, object]
) -> None:
    body = build_chat(THOUGHTFUL, "acme", dialect)["messages"][0]
    names = ("reasoning_content", "reasoning", "reasoning_details")
    assert {k: v for k, v in body.items() if k in names} == sent


def test_what_a_provider_attached_to_a_call_goes_back_with_it_and_to_nobody_else() -> None:
    calls = build_chat(THOUGHTFUL, "acme", PLAIN)["messages"][0]["tool_calls"]
    assert [call.get("extra_content") for call in calls] == [{"g": 1}, None]
