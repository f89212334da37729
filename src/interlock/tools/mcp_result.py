"""What an MCP server returned, as JSON for the gate."""

import json

from interlock.domain.messages import Json
from interlock.errors import ToolError
from interlock.tools.mcp_session import MAX_ERROR_CHARS, types

MAX_RESULT_CHARS = 1_000_000
"""What is kept of one result; a server may send any amount."""


def result_of(result: types.CallToolResult) -> Json:
    """Turn a result into JSON: structured content when there is some, else the text.

    Images and sounds are named, not carried. A result that is too long is cut, with a note.

    Raises:
        ToolError: The server marked the result as an error; the text is for the model.
    """
    text = "\n".join(_text(block) for block in result.content)
    if result.is_error:
        raise ToolError(text[:MAX_ERROR_CHARS] or "The tool failed and gave no reason.")
    if result.structured_content is None:
        return _cut(text)
    value: Json = result.structured_content
    written = json.dumps(value, ensure_ascii=False)
    return value if len(written) <= MAX_RESULT_CHARS else _cut(written)


def _cut(text: str) -> str:
    if len(text) <= MAX_RESULT_CHARS:
        return text
    return f"{text[:MAX_RESULT_CHARS]}\n[cut: {MAX_RESULT_CHARS} of {len(text)} characters]"


def _text(block: types.ContentBlock) -> str:
    match block:
        case types.TextContent():
            return block.text
        case types.ImageContent() | types.AudioContent():
            return f"[{block.type}, {block.mime_type}, {len(block.data) * 3 // 4} bytes]"
        case types.ResourceLink():
            return f"[link: {block.uri}]"
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return resource.text
        case types.EmbeddedResource(resource=resource):
            return f"[file: {resource.uri}]"
