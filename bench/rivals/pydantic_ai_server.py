"""The agent with Pydantic AI and its own AG-UI adapter. It keeps nothing: it ships no store."""

from bench.task import INSTRUCTIONS, MODEL, weather
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

agent = Agent(OpenAIChatModel(MODEL), instructions=INSTRUCTIONS)


@agent.tool_plain
async def get_weather(city: str, unit: str, note: str) -> str:
    """Get the weather of a city."""
    return weather(city, unit, note)


async def run(request: Request) -> Response:
    """One run."""
    return await AGUIAdapter.dispatch_request(request, agent=agent)


app = Starlette(routes=[Route("/run", run, methods=["POST"])])
