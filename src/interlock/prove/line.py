"""One question and one answer over a Unix socket: a line of JSON each way."""

import asyncio
from typing import Any, cast

from msgspec import json


async def ask(socket_path: str, **question: object) -> dict[str, Any]:
    """Send a question and wait for its answer.

    Raises:
        ConnectionError: Nobody listens, or whoever did went away.
    """
    reader, writer = await asyncio.open_unix_connection(socket_path)
    try:
        writer.write(json.encode(question) + b"\n")
        answer = await reader.read()
    finally:
        writer.close()
    if not answer:
        raise ConnectionResetError("no answer")
    return cast("dict[str, Any]", json.decode(answer))
