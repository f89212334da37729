"""One question and one answer over a Unix socket: a line of JSON each way."""

import asyncio
import socket
from typing import Any, cast

from msgspec import json


async def ask(socket_path: str, **question: object) -> dict[str, Any]:
    """Send a question and wait for its answer.

    It is sent before anything is waited for: a tool that asks does so in the same moment in which
    the gate has looked whether the run is still its worker's.

    Raises:
        ConnectionError: Nobody listens, or whoever did went away.
    """
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(socket_path)
        line.sendall(json.encode(question) + b"\n")
        line.setblocking(False)  # noqa: FBT003 - the library's own
    except BaseException:
        line.close()
        raise
    reader, writer = await asyncio.open_unix_connection(sock=line)
    try:
        answer = await reader.read()
    finally:
        writer.close()
    if not answer:
        raise ConnectionResetError("no answer")
    return cast("dict[str, Any]", json.decode(answer))
