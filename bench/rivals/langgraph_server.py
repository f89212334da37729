"""The agent with LangGraph: LangChain's ``create_agent``, messages streamed as they come.

``BENCH_STORE=sqlite`` keeps a checkpoint of every step with LangGraph's own ``AsyncSqliteSaver``.
"""

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bench.task import INSTRUCTIONS, MODEL, weather
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route


@tool
async def get_weather(city: str, unit: str, note: str) -> str:
    """Get the weather of a city."""
    return weather(city, unit, note)


@asynccontextmanager
async def lifespan(application: Starlette) -> AsyncGenerator[None]:
    """Open the store, and build the graph over it."""
    async with AsyncExitStack() as stack:
        saver = None
        if os.environ.get("BENCH_STORE") == "sqlite":
            file = Path(os.environ["BENCH_DATA"]) / "langgraph.db"
            saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(file)))
        application.state.graph = create_agent(
            ChatOpenAI(model=MODEL, streaming=True, stream_usage=True),
            tools=[get_weather],
            system_prompt=INSTRUCTIONS,
            checkpointer=saver,
        )
        yield


async def events(graph: Any, asked: dict[str, Any]) -> AsyncGenerator[str]:  # noqa: ANN401
    """Every message and every fragment of one, as LangGraph's ``messages`` mode gives them."""
    said = {"messages": [{"role": "user", "content": asked["messages"][-1]["content"]}]}
    config = {"configurable": {"thread_id": asked["threadId"]}}
    async for message, _ in graph.astream(said, config, stream_mode="messages"):
        yield f"data: {message.model_dump_json()}\n\n"
    yield "event: end\ndata: {}\n\n"


async def run(request: Request) -> StreamingResponse:
    """One run."""
    chunks = events(request.app.state.graph, await request.json())
    return StreamingResponse(chunks, media_type="text/event-stream")


app = Starlette(routes=[Route("/run", run, methods=["POST"])], lifespan=lifespan)
