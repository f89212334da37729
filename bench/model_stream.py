"""What reading a model's stream costs: CPU microseconds per chunk, over a real socket.

    python bench/model_stream.py [--api chat|anthropic] [--chunks 2000] [--rounds 15]

A child process writes the whole stream at once (burst, the limit of throughput); this process
reads it with the product's own adapter on uvloop. Half the chunks are text, half are fragments of
a tool call's arguments. Shown is the median round, with the fastest and the slowest.
"""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import time
from multiprocessing.connection import Connection

import uvloop

from interlock.domain.model import Model, ModelRequest, Reply
from interlock.models.anthropic import AnthropicModel
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http
from interlock.models.openai_chat import ChatModel

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def chat_stream(chunks: int) -> bytes:
    """A chat completions stream: text, then one call, then the end."""
    frame = {
        "id": "chatcmpl-BxNfPyVq3l7QwZ0kU2s9TtYv8mRa1",
        "object": "chat.completion.chunk",
        "created": 1764500000,
        "model": "gpt-5-2026-01-01",
        "system_fingerprint": "fp_0123456789",
    }
    deltas: list[dict[str, object]] = [{"content": " word"}] * (chunks // 2)
    function: dict[str, object] = {"name": "write", "arguments": '{"text": "'}
    call = {"index": 0, "id": "call_1", "type": "function", "function": function}
    deltas.append({"tool_calls": [call]})
    fragment = {"index": 0, "function": {"arguments": " word"}}
    deltas.extend([{"tool_calls": [fragment]}] * (chunks - chunks // 2 - 1))
    deltas.append({"tool_calls": [{"index": 0, "function": {"arguments": '"}'}}]})
    events = [
        json.dumps(frame | {"choices": [{"index": 0, "delta": d, "finish_reason": None}]})
        for d in deltas
    ]
    events.append(
        json.dumps(frame | {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    )
    usage = {"prompt_tokens": 10, "completion_tokens": chunks, "total_tokens": chunks + 10}
    events.append(json.dumps(frame | {"choices": [], "usage": usage}))
    return "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]).encode()


def anthropic_stream(chunks: int) -> bytes:
    """A messages stream: text, then one call, then the end."""
    text = {"type": "text_delta", "text": " word"}
    part = {"type": "input_json_delta", "partial_json": " word"}
    start = {"id": "msg_1", "model": "claude-sonnet-5", "content": [], "usage": {"input_tokens": 9}}
    tool = {"type": "tool_use", "id": "toolu_1", "name": "write", "input": {}}

    def delta(index: int, body: dict[str, str]) -> dict[str, object]:
        return {"type": "content_block_delta", "index": index, "delta": body}

    events: list[dict[str, object]] = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *([delta(0, text)] * (chunks // 2)),
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": tool},
        delta(1, part | {"partial_json": '{"text": "'}),
        *([delta(1, part)] * (chunks - chunks // 2)),
        delta(1, part | {"partial_json": '"}'}),
        {"type": "content_block_stop", "index": 1},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use"},
            "usage": {"output_tokens": chunks},
        },
        {"type": "message_stop"},
    ]
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events).encode()


def play(body: bytes, pipe: Connection) -> None:
    """Serve the body to everyone who sends a request; report the port."""
    chunked = b"".join(
        b"%x\r\n%s\r\n" % (len(piece), piece)
        for piece in (body[at : at + 16384] for at in range(0, len(body), 16384))
    )

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                return
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
            writer.write(HEAD + chunked + b"0\r\n\r\n")
            await writer.drain()

    async def serve() -> None:
        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


async def measure(model: Model, rounds: int) -> list[float]:
    """Read the stream again and again; CPU seconds of each round."""
    request = ModelRequest(model="bench")
    costs: list[float] = []
    for number in range(rounds + 2):
        began = time.process_time()
        last = None
        async for parts in model.stream(request, "msg_1"):
            last = parts[-1]
        cost = time.process_time() - began
        if not isinstance(last, Reply) or last.stop != "tool_use":
            raise SystemExit(f"the stream was not read whole: {last}")
        if number >= 2:
            costs.append(cost)
    return costs


async def run(api: str, port: int, rounds: int) -> list[float]:
    """Measure one adapter."""
    http = Http()
    endpoint = Endpoint(provider="bench", base_url=f"http://127.0.0.1:{port}/v1")
    model = AnthropicModel(http, endpoint) if api == "anthropic" else ChatModel(http, endpoint)
    try:
        return await measure(model, rounds)
    finally:
        await http.close()


def main() -> None:
    """Measure, and print one line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--api", choices=["chat", "anthropic"], default="chat")
    options.add_argument("--chunks", type=int, default=2000)
    options.add_argument("--rounds", type=int, default=15)
    given = options.parse_args()
    body = (anthropic_stream if given.api == "anthropic" else chat_stream)(given.chunks)
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.Process(target=play, args=(body, theirs), daemon=True)
    child.start()
    costs = uvloop.run(run(given.api, ours.recv(), given.rounds))
    child.terminate()
    per_chunk = sorted(cost / given.chunks * 1e6 for cost in costs)
    middle = statistics.median(per_chunk)
    print(f"{given.api}: {middle:.2f} µs per chunk ({per_chunk[0]:.2f} to {per_chunk[-1]:.2f})")


if __name__ == "__main__":
    main()
