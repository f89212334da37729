"""A model that costs almost nothing: an OpenAI-compatible server whose every byte is built before.

    python -m bench.fake_model PORT

A request without a tool's result is answered with one call of ``get_weather``, its arguments in 21
fragments; a request with the result that the tool really gives is answered with 200 chunks of
text. Any other request gets 400, so that a server can't skip a step. Each chunk of text carries a
marker (see ``bench.markers``), by which the client knows that it got the answer whole.

``POST /pace`` with a number sets how many chunks each stream gets per second; 0, the default,
sends an answer at once.
"""

import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import uvloop
from bench.markers import BLANK, CHUNKS, marker, stamp
from bench.task import ARGUMENTS, RESULT, TOOL

FRAGMENTS = 21
HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    b"Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"
)
END = b"0\r\n\r\n"
_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
_TOOL_ROLE = re.compile(rb'"role":\s?"tool"')
_USAGE = re.compile(rb'"include_usage":\s?true')


def sse(payload: bytes) -> bytes:
    """One server-sent event in an HTTP chunk of its own, as providers send it."""
    event = b"data: " + payload + b"\n\n"
    return b"%x\r\n%b\r\n" % (len(event), event)


def chunk(delta: dict[str, object] | None, finish: str | None = None) -> bytes:
    """One chunk of a chat completion; without a delta the one that brings the usage."""
    body: dict[str, object] = {
        "id": "chatcmpl-D0hQz8sYw4mKx2vT6bLr1NpJcEaGf",
        "object": "chat.completion.chunk",
        "created": 1_790_000_000,
        "model": "fake",
        "system_fingerprint": "fp_0a1b2c3d4e",
    }
    if delta is None:
        usage = {"prompt_tokens": 120, "completion_tokens": 200, "total_tokens": 320}
        body |= {"choices": [], "usage": usage}
    else:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        body |= {"choices": [choice], "usage": None}
    return sse(json.dumps(body, separators=(",", ":")).encode())


def call_chunks() -> list[bytes]:
    """One tool call: a fragment that names it, then its arguments in 20 pieces."""
    arguments = json.dumps(ARGUMENTS)
    pieces = FRAGMENTS - 1
    cuts = [len(arguments) * n // pieces for n in range(pieces + 1)]
    first = {"name": TOOL, "arguments": ""}
    call = {"index": 0, "id": "call_0123456789abcdef", "type": "function", "function": first}
    deltas: list[dict[str, object]] = [
        {"role": "assistant", "content": None},
        {"tool_calls": [call]},
    ]
    for begin, end in pairwise(cuts):
        piece = {"index": 0, "function": {"arguments": arguments[begin:end]}}
        deltas.append({"tool_calls": [piece]})
    return [*(chunk(delta) for delta in deltas), chunk({}, "tool_calls")]


def text_chunks() -> list[bytes]:
    """The last answer."""
    words = [chunk({"content": marker(number)}) for number in range(CHUNKS)]
    return [chunk({"role": "assistant", "content": ""}), *words, chunk({}, "stop")]


@dataclass(frozen=True)
class Answer:
    """One answer: its chunks for a paced stream, and all of them in one piece."""

    chunks: Sequence[bytes]
    whole: bytes


def answer(chunks: Sequence[bytes], *, usage: bool) -> Answer:
    """Complete an answer: the usage if it was asked for, and the end."""
    full = [*chunks, *([chunk(None)] if usage else []), sse(b"[DONE]")]
    return Answer(full, HEAD + b"".join(full) + END)


class Answers:
    """What there is to say, and how fast. One for all connections."""

    def __init__(self) -> None:
        self.rate = 0.0
        self._made = {
            (after_tool, usage): answer(chunks, usage=usage)
            for after_tool, chunks in ((False, call_chunks()), (True, text_chunks()))
            for usage in (False, True)
        }

    def choose(self, body: bytes) -> Answer | None:
        """The answer to a request; None if the conversation is not what it should be."""
        after_tool = _TOOL_ROLE.search(body) is not None
        if after_tool and RESULT not in body:
            return None
        return self._made[after_tool, _USAGE.search(body) is not None]


class Connection(asyncio.Protocol):
    """One connection of a client; requests come one after the other."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._loop = asyncio.get_running_loop()
        self._inbox = b""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep where to write."""
        self._out = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Stop a paced answer."""
        if self._timer is not None:
            self._timer.cancel()

    def data_received(self, data: bytes) -> None:
        """Answer once the request is complete."""
        self._inbox += data
        head, blank, rest = self._inbox.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        if not blank or len(rest) < size:
            return
        self._inbox = rest[size:]
        self._reply(head, rest[:size])

    def _reply(self, head: bytes, body: bytes) -> None:
        if head.startswith(b"POST /pace"):
            self._answers.rate = float(body)
            self._out.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            return
        chosen = self._answers.choose(body)
        if chosen is None:
            self._out.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        elif not self._answers.rate:
            self._out.write(chosen.whole)
        else:
            self._out.write(HEAD)
            self._step(chosen.chunks, 0, self._loop.time())

    def _step(self, chunks: Sequence[bytes], number: int, began: float) -> None:
        """Write one chunk with the time of now, and come back for the next."""
        now = chunks[number].replace(BLANK, stamp(time.monotonic_ns()))
        if number + 1 == len(chunks):
            self._timer = None
            self._out.write(now + END)
            return
        self._out.write(now)
        due = began + (number + 1) / self._answers.rate
        self._timer = self._loop.call_at(due, self._step, chunks, number + 1, began)


async def serve(port: int) -> None:
    """Serve until the process is ended."""
    answers = Answers()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(answers), "127.0.0.1", port, backlog=2_048)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
