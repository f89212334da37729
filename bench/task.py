"""What every server under test does: the same agent, the same question, the same tool."""

NAME = "weather"
INSTRUCTIONS = "You are a helpful weather agent. Use the tool, then answer."
QUESTION = "What is the weather in Paris?"
MODEL = "fake"

TOOL = "get_weather"
TOOL_DESCRIPTION = "Get the weather of a city."
ARGUMENTS = {
    "city": "Paris, Ile-de-France, France",
    "unit": "celsius",
    "note": "with humidity, wind and the outlook for tomorrow, please",
}
RESULT = b"21 degrees celsius, light wind"
"""What the tool says; the model answers nobody who does not bring it."""


def weather(city: str, unit: str, note: str) -> str:
    """The body of the tool."""
    return f"{city}: 21 degrees {unit}, light wind ({len(note)})"
