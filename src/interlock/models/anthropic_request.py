"""Build the body of an Anthropic Messages request from a ``ModelRequest``. Pure."""

import base64
import binascii
import re
from typing import cast

from interlock.domain.messages import (
    AssistantMessage,
    AssistantPart,
    CallPart,
    FilePart,
    Json,
    Message,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
    UserPart,
)
from interlock.domain.model import ModelRequest
from interlock.models.attachments import kind_of_file
from interlock.models.settle import read_object

Body = dict[str, Json]

DEFAULT_MAX_TOKENS = 8192
"""The API demands a bound; this one every current model accepts."""

SMALL_MAX_TOKENS = 4096
"""The bound of the third generation."""

_THIRD_GENERATION = re.compile(r"claude-3-(?:haiku|sonnet|opus)")


def build_messages(request: ModelRequest, provider: str) -> Body:
    """Build the request body. ``request.options`` are merged last and win.

    Args:
        request: What to ask.
        provider: Our name of the provider; only blocks that it made itself are sent back.
    """
    body: Body = {
        "model": request.model,
        "max_tokens": request.max_tokens or _bound(request.model),
        "messages": _messages(request.messages, provider),
        "stream": request.stream,
    }
    if request.instructions:
        body["system"] = request.instructions
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.tools:
        body["tools"] = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.parameters,
            }
            for tool in request.tools
        ]
        body["tool_choice"] = _tool_choice(request.tool_choice)
    return body | request.options


def _bound(model: str) -> int:
    return SMALL_MAX_TOKENS if _THIRD_GENERATION.match(model) else DEFAULT_MAX_TOKENS


def _tool_choice(choice: str) -> Body:
    match choice:
        case "auto" | "none":
            return {"type": choice}
        case "required":
            return {"type": "any"}
        case name:
            return {"type": "tool", "name": name}


def _messages(messages: tuple[Message, ...], provider: str) -> list[Body]:
    """Translate and merge: the API wants the roles to take turns, results first in theirs."""
    merged: list[tuple[str, list[Body]]] = []
    for message in messages:
        role = "assistant" if isinstance(message, AssistantMessage) else "user"
        blocks = _blocks(message, provider)
        if not blocks:
            continue
        if merged and merged[-1][0] == role:
            merged[-1][1].extend(blocks)
        else:
            merged.append((role, blocks))
    for role, blocks in merged:
        if role == "user":
            blocks.sort(key=lambda block: block["type"] != "tool_result")
    if merged and merged[-1][0] == "assistant":
        _trim(merged[-1][1])
    return [{"role": role, "content": blocks} for role, blocks in merged if blocks]


def _trim(blocks: list[Body]) -> None:
    """Cut white space off a last answer that the model is to go on with; the API refuses it."""
    if blocks[-1]["type"] == "text":
        text = blocks[-1]["text"].rstrip()
        if text:
            blocks[-1] = {"type": "text", "text": text}
        else:
            blocks.pop()


def _blocks(message: Message, provider: str) -> list[Body]:
    match message:
        case UserMessage():
            blocks = [_user_block(part) for part in message.parts]
        case AssistantMessage():
            blocks = [_assistant_block(part, provider) for part in message.parts]
        case ToolMessage():
            blocks = [_result(message)]
    return [block for block in blocks if block is not None]


def _user_block(part: UserPart) -> Body | None:
    match part:
        case TextPart():
            return _text(part.text)
        case FilePart():
            return _file(part)


def _assistant_block(part: AssistantPart, provider: str) -> Body | None:
    match part:
        case TextPart():
            return _text(part.text)
        case ReasoningPart():
            own = part.provider == provider and isinstance(part.opaque, dict)
            return cast("Body", part.opaque) if own else None
        case CallPart():
            arguments = read_object(part.arguments)
            if arguments is None:
                # Input must be an object; a model's slip must not make the history unsendable.
                arguments = {"unreadable_arguments": part.arguments}
            return {"type": "tool_use", "id": part.id, "name": part.name, "input": arguments}


def _text(text: str) -> Body | None:
    return {"type": "text", "text": text} if text.strip() else None


def _result(message: ToolMessage) -> Body:
    block: Body = {"type": "tool_result", "tool_use_id": message.call_id}
    if message.text.strip():
        block["content"] = message.text
    if message.is_error:
        block["is_error"] = True
    return block


def _file(file: FilePart) -> Body:
    source: Body = {"type": "base64", "media_type": file.media_type, "data": file.data}
    kind = kind_of_file(file)
    if kind == "image":
        return {"type": "image", "source": source}
    if kind == "audio":
        name = file.name or "a sound"
        return {"type": "text", "text": f"[{name} was attached; this model can't hear it]"}
    if kind == "text":
        source = {"type": "text", "media_type": "text/plain", "data": _decoded(file)}
    block: Body = {"type": "document", "source": source}
    if file.name:
        block["title"] = file.name
    return block


def _decoded(file: FilePart) -> str:
    try:
        return base64.b64decode(file.data, validate=True).decode(errors="replace")
    except binascii.Error:
        return "[this file could not be decoded]"
