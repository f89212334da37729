"""The agent with the OpenAI Agents SDK: ``Runner.run_streamed`` sent as server-sent events.

``BENCH_STORE=sqlite`` keeps the conversation in the SDK's own ``SQLiteSession``.
"""

import json
import os
from collections.abc import AsyncGenerator
from pathlib import Path

from agents import (
    Agent,
    ModelSettings,
    OpenAIChatCompletionsModel,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from bench.task import INSTRUCTIONS, MODEL, NAME, weather
from openai import AsyncOpenAI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route


@function_tool
async def get_weather(city: str, unit: str, note: str) -> str:
    """Get the weather of a city."""
    return weather(city, unit, note)


set_tracing_disabled(disabled=True)
agent = Agent(
    name=NAME,
    instructions=INSTRUCTIONS,
    tools=[get_weather],
    model=OpenAIChatCompletionsModel(MODEL, openai_client=AsyncOpenAI()),
    model_settings=ModelSettings(include_usage=True),
)


def session(thread: str) -> SQLiteSession | None:
    """Where a conversation is kept."""
    if os.environ.get("BENCH_STORE") != "sqlite":
        return None
    return SQLiteSession(thread, Path(os.environ["BENCH_DATA"]) / "openai-agents.db")


async def events(asked: dict[str, object], words: str) -> AsyncGenerator[str]:
    """What the SDK streams: the model's events as they are, and the items that come of them."""
    result = Runner.run_streamed(agent, words, session=session(str(asked["threadId"])))
    async for event in result.stream_events():
        if event.type == "raw_response_event":
            yield f"data: {event.data.model_dump_json(exclude_none=True)}\n\n"
        elif event.type == "run_item_stream_event":
            item = json.dumps({"name": event.name, "item": event.item.to_input_item()})
            yield f"event: item\ndata: {item}\n\n"
    yield "event: end\ndata: {}\n\n"


async def run(request: Request) -> StreamingResponse:
    """One run."""
    asked = await request.json()
    words = asked["messages"][-1]["content"]
    return StreamingResponse(events(asked, words), media_type="text/event-stream")


app = Starlette(routes=[Route("/run", run, methods=["POST"])])
