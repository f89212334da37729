"""The demo's agents."""

import os
from collections.abc import Mapping

from interlock import Agent, ConfigError, Interlock, ModelRequest, Script, Scripted
from interlock.demo.office import Office
from interlock.demo.plan import plan
from interlock.demo.tell import tell
from interlock.demo.tools import demo_tools
from interlock.demo.turn import read_turn

PACE = "INTERLOCK_DEMO_PACE"
"""The variable that stretches (2) or removes (0) the demo's pauses."""

SECONDS_A_WORD = 0.05
"""How fast the scripted model speaks: about as fast as a large model does."""

REAL_MODELS = {"OPENAI_API_KEY": "openai:gpt-5", "ANTHROPIC_API_KEY": "anthropic:claude-sonnet-5"}
"""Which model joins as ``assistant`` when a key is there."""

INSTRUCTIONS = (
    "You help in a small office. Use the tools; say briefly what you did. When a person rejects a "
    "call, accept it and do not try the same again."
)


def answer(request: ModelRequest) -> Script:
    """One turn of the scripted model."""
    turn = read_turn(request.messages)
    return tell(turn) if turn.done else plan(turn.words)


def build(environment: Mapping[str, str] = os.environ) -> Interlock:
    """The demo program: ``demo`` needs no key, ``assistant`` joins when there is one.

    Raises:
        ConfigError: The pace is no number.
    """
    pace = _pace(environment.get(PACE, "1"))
    tools = demo_tools(Office(), pace)
    demo = Agent(
        "demo",
        INSTRUCTIONS,
        Scripted(answer, pace=SECONDS_A_WORD * pace),
        tools=tools,
        description="Scripted, no key needed. Say anything to see what it can do.",
    )
    real = [model for key, model in REAL_MODELS.items() if environment.get(key)]
    if not real:
        return Interlock(agents=[demo])
    assistant = Agent(
        "assistant",
        INSTRUCTIONS,
        real[0],
        fallback=real[1:],
        tools=tools,
        description=f"The same tools with {real[0]}.",
    )
    return Interlock(agents=[demo, assistant])


def _pace(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError as error:
        raise ConfigError(f"{PACE} must be a number such as 1 or 0.5, not {text!r}") from error
