"""The programs that ``interlock serve`` serves here.

``app`` is the agent that every server under test serves; ``keeper`` asks a person before its tool
runs, so that each of its runs is suspended.
"""

from bench.task import INSTRUCTIONS, MODEL, NAME, weather

from interlock import Agent, Interlock, tool


@tool(effect="read")
async def get_weather(city: str, unit: str, note: str) -> str:
    """Get the weather of a city."""
    return weather(city, unit, note)


@tool(name="get_weather", effect="read", approval="always")
async def ask_weather(city: str, unit: str, note: str) -> str:
    """Get the weather of a city."""
    return weather(city, unit, note)


app = Interlock(agents=[Agent(NAME, INSTRUCTIONS, f"openai:{MODEL}", tools=[get_weather])])
keeper = Interlock(agents=[Agent(NAME, INSTRUCTIONS, f"openai:{MODEL}", tools=[ask_weather])])
