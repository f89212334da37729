"""One conversation with everything in it, for the request snapshots of both wire APIs."""

import base64

from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    FilePart,
    ReasoningPart,
    TextPart,
    ToolMessage,
    UserMessage,
)
from interlock.domain.model import ModelRequest, ToolOffer

SIGNED = {"type": "thinking", "thinking": "Two places.", "signature": "sig"}

WEATHER = ToolOffer(
    name="get_weather",
    description="Get the weather",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}},
)


def file(media_type: str, name: str = "", data: bytes = b"abc") -> FilePart:
    return FilePart(base64.b64encode(data).decode(), media_type, name)


REQUEST = ModelRequest(
    model="some-model",
    instructions="Be brief.",
    tools=(WEATHER,),
    max_tokens=100,
    temperature=0.5,
    options={"seed": 7},
    messages=(
        UserMessage("m1", (TextPart("Weather in Oslo and Rome?"), file("image/png"))),
        AssistantMessage(
            "m2",
            (
                ReasoningPart("Two places.", provider="acme", opaque=SIGNED),
                TextPart("Let me look."),
                CallPart("call_1", "get_weather", '{"city": "Oslo"}', provider="acme"),
                CallPart("call_2", "get_weather", '{"city": "Ro', provider="other"),
            ),
        ),
        ToolMessage("m3", "call_1", "get_weather", "rain"),
        ToolMessage("m4", "call_2", "get_weather", "not JSON", is_error=True),
        UserMessage("m5", (TextPart("And?"),)),
        AssistantMessage("m6", (ReasoningPart("Hm.", provider="other", opaque={"x": 1}),)),
        UserMessage("m7", (TextPart("Well?"),)),
    ),
)
