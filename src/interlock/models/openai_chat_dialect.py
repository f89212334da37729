"""How a server's chat completions differ from OpenAI's own: switches with a common default."""

from typing import Literal

from msgspec import Struct

ReasoningBack = Literal["", "reasoning_content", "reasoning", "reasoning_details"]


class ChatDialect(Struct, frozen=True, kw_only=True):
    """Switches of one provider.

    Args:
        max_tokens_field: The member that bounds the answer.
        stream_usage: Whether token counts of a stream must be asked for, and may be.
        required_word: What ``tool_choice`` says for "call some tool".
        short_ids: Whether call ids must be nine letters and digits (Mistral).
        reasoning_back: The member in which the provider wants its own reasoning back.
        marks_end: Whether the server sends ``[DONE]`` or token counts at the end of a stream.
        key_header: The header that holds the key; ``authorization`` adds the word Bearer.
    """

    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    stream_usage: bool = True
    required_word: Literal["required", "any"] = "required"
    short_ids: bool = False
    reasoning_back: ReasoningBack = ""
    marks_end: bool = True
    key_header: Literal["authorization", "api-key"] = "authorization"


PLAIN = ChatDialect()
"""What a server speaks that says only "OpenAI-compatible"."""
