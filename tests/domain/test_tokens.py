"""How many tokens nobody counted: about, and at most."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    FilePart,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import ModelRequest, ToolOffer
from interlock.domain.tokens import (
    FILE,
    Size,
    size_of_message,
    size_of_request,
    size_of_text,
    size_of_tools,
)


@given(st.text())
def test_a_text_has_at_most_a_token_a_byte_and_about_fewer(text: str):
    size = size_of_text(text)
    assert size.most == len(text.encode("utf-8", "replace"))
    assert 0 <= size.about <= size.most
    assert (size.about > 0) == bool(text)


def test_four_letters_of_english_or_one_of_chinese_are_about_a_token():
    assert size_of_text("word" * 100).about == 100
    assert size_of_text("天气" * 50).about == 100


@given(st.lists(st.text(max_size=50), max_size=5), st.text(max_size=50))
def test_a_request_counts_all_that_is_sent(texts: list[str], instructions: str):
    tools = (ToolOffer("look_up", "Look up.", {"type": "object"}),)
    messages = tuple(
        message
        for number, text in enumerate(texts)
        for message in (
            UserMessage(f"u{number}", (TextPart(text),)),
            AssistantMessage(
                f"a{number}", (ReasoningPart(text), CallPart(f"c{number}", "look_up", text))
            ),
            ToolMessage(f"t{number}", f"c{number}", "look_up", text),
        )
    )
    request = ModelRequest(model="m", instructions=instructions, messages=messages, tools=tools)
    size = size_of_request(request, size_of_tools(tools))
    sent = len(instructions.encode()) + 4 * sum(len(text.encode()) for text in texts)
    assert size.most >= sent + len(msgspec.json.encode(tools))
    assert size.about <= size.most


def test_a_file_has_a_size_of_its_own():
    message = UserMessage("u1", (FilePart("QUJD" * 100_000, "image/png"),))
    request = ModelRequest(model="m", messages=(message,))
    assert FILE <= size_of_request(request, Size()).most < 2 * FILE
    assert size_of_message(message) == Size()
