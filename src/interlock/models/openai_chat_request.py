"""Build the body of a chat completions request from a ``ModelRequest``. Pure."""

import hashlib
from typing import cast

import msgspec

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    FilePart,
    Json,
    Message,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
    UserPart,
    text_of,
)
from interlock.domain.model import ModelRequest
from interlock.models.attachments import data_url, kind_of_file, words_of_file
from interlock.models.openai_chat_dialect import ChatDialect
from interlock.models.settle import read_object

Body = dict[str, Json]

_AUDIO_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/x-wav": "wav"}


def build_chat(request: ModelRequest, provider: str, dialect: ChatDialect) -> Body:
    """Build the request body. ``request.options`` are merged last and win.

    Args:
        request: What to ask.
        provider: Our name of the provider; only its own reasoning is sent back.
        dialect: How it differs from OpenAI.
    """
    body: Body = {"model": request.model, "messages": _messages(request, provider, dialect)}
    body["stream"] = request.stream
    if request.stream and dialect.stream_usage:
        body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in request.tools
        ]
        choice = _tool_choice(request.tool_choice, dialect)
        if choice is not None:
            body["tool_choice"] = choice
    if request.max_tokens is not None:
        body[dialect.max_tokens_field] = request.max_tokens
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return body | request.options


def _tool_choice(choice: str, dialect: ChatDialect) -> Json:
    match choice:
        case "auto":
            return None
        case "none":
            return "none"
        case "required":
            return dialect.required_word
        case name:
            return {"type": "function", "function": {"name": name}}


def _messages(request: ModelRequest, provider: str, dialect: ChatDialect) -> list[Body]:
    messages: list[Body] = []
    if request.instructions:
        messages.append({"role": "system", "content": request.instructions})
    for message in request.messages:
        body = _message(message, provider, dialect)
        if body is not None:
            messages.append(body)
    return messages


def _message(message: Message, provider: str, dialect: ChatDialect) -> Body | None:
    match message:
        case UserMessage():
            return {"role": "user", "content": _user_content(message.parts)}
        case AssistantMessage():
            return _assistant(message, provider, dialect)
        case ToolMessage():
            call_id = _call_id(message.call_id, dialect)
            return {"role": "tool", "tool_call_id": call_id, "content": message.text}


def _user_content(parts: tuple[UserPart, ...]) -> str | list[Body]:
    if all(isinstance(part, TextPart) for part in parts):
        return "".join(part.text for part in parts if isinstance(part, TextPart))
    return [
        {"type": "text", "text": part.text} if isinstance(part, TextPart) else _file(part)
        for part in parts
    ]


def _file(file: FilePart) -> Body:
    match kind_of_file(file):
        case "image":
            return {"type": "image_url", "image_url": {"url": data_url(file)}}
        case "audio":
            media_type = file.media_type.partition(";")[0]
            form = _AUDIO_FORMATS.get(media_type, media_type.partition("/")[2])
            return {"type": "input_audio", "input_audio": {"data": file.data, "format": form}}
        case "text":
            return {"type": "text", "text": words_of_file(file)}
        case "document":
            name = file.name or "file"
            return {"type": "file", "file": {"filename": name, "file_data": data_url(file)}}


def _assistant(message: AssistantMessage, provider: str, dialect: ChatDialect) -> Body | None:
    text = text_of(message)
    calls = [part for part in message.parts if isinstance(part, CallPart)]
    if not text and not calls:
        return None
    body: Body = {"role": "assistant", "content": text or None}
    body.update(_reasoning(message, provider, dialect))
    if calls:
        body["tool_calls"] = [_call(call, provider, dialect) for call in calls]
    return body


def _reasoning(message: AssistantMessage, provider: str, dialect: ChatDialect) -> Body:
    field = dialect.reasoning_back
    own = [p for p in message.parts if isinstance(p, ReasoningPart) and p.provider == provider]
    if not field or not own:
        return {}
    if field == "reasoning_details":
        kept = [cast("Body", part.opaque) for part in own if isinstance(part.opaque, dict)]
        return kept[-1] if kept else {}
    return {field: "".join(part.text for part in own)}


def _call(call: CallPart, provider: str, dialect: ChatDialect) -> Body:
    arguments = call.arguments
    if read_object(arguments) is None:
        # Some servers parse the history; a model's slip must not make it unsendable for ever.
        arguments = msgspec.json.encode({"unreadable_arguments": arguments}).decode()
    body: Body = {
        "id": _call_id(call.id, dialect),
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }
    if call.provider == provider and isinstance(call.opaque, dict):
        body.update(cast("Body", call.opaque))
    return body


def _call_id(call_id: str, dialect: ChatDialect) -> str:
    if not dialect.short_ids:
        return call_id
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]
