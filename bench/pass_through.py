"""The floor: what a server in Python costs that does nothing but pass on the model's bytes.

    python -m bench.pass_through PORT

It makes the two requests of a run with bodies that are built before, through aiohttp's client, and
writes whatever a read brings to its own client, through aiohttp's server. No parsing, no tool, no
log. ``OPENAI_BASE_URL`` says where the model is.
"""

import asyncio
import json
import os
import sys

import uvloop
from aiohttp import ClientSession, DummyCookieJar, TCPConnector, web
from bench.task import ARGUMENTS, INSTRUCTIONS, MODEL, QUESTION, RESULT, TOOL, TOOL_DESCRIPTION

HEADERS = {"Content-Type": "application/json"}


def request_bodies() -> tuple[bytes, bytes]:
    """What an agent sends first, and what it sends after the tool."""
    text = {"type": "string"}
    parameters = {
        "type": "object",
        "properties": {"city": text, "unit": text, "note": text},
        "required": ["city", "unit", "note"],
        "additionalProperties": False,
    }
    function = {"name": TOOL, "description": TOOL_DESCRIPTION, "parameters": parameters}
    asked = {"name": TOOL, "arguments": json.dumps(ARGUMENTS)}
    call = {"id": "call_1", "type": "function", "function": asked}
    first: list[dict[str, object]] = [
        {"role": "system", "content": INSTRUCTIONS},
        {"role": "user", "content": QUESTION},
    ]
    second = [
        *first,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": f"Paris: {RESULT.decode()}"},
    ]
    frame = {"model": MODEL, "stream": True, "stream_options": {"include_usage": True}}
    frame["tools"] = [{"type": "function", "function": function}]
    before, after = (json.dumps({**frame, "messages": list_}) for list_ in (first, second))
    return before.encode(), after.encode()


class PassThrough:
    """The one handler.

    Args:
        model: The address of the model's API.
    """

    def __init__(self, model: str) -> None:
        self._url = f"{model}/chat/completions"
        self._bodies = request_bodies()
        self._client: ClientSession | None = None

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        """Answer one run."""
        await request.read()
        if self._client is None:
            pool = TCPConnector(limit=0)
            self._client = ClientSession(connector=pool, cookie_jar=DummyCookieJar())
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for body in self._bodies:
            async with self._client.post(self._url, data=body, headers=HEADERS) as answer:
                async for data in answer.content.iter_any():
                    await response.write(data)
        await response.write_eof()
        return response


async def serve(port: int) -> None:
    """Serve until the process is ended."""
    application = web.Application()
    application.router.add_post("/run", PassThrough(os.environ["OPENAI_BASE_URL"]))
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=2_048).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
