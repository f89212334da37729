"""Interlock: a self-hosted agent server with one gate to every tool.

    from interlock import Agent, Interlock, tool

    @tool(effect="destructive", approval="always", timeout=10)
    async def delete_reports(folder: str, older_than_days: int = 90) -> int:
        \"\"\"Delete the reports in a folder. Returns how many were deleted.\"\"\"

    app = Interlock(agents=[Agent("clerk", model="openai:gpt-5", tools=[delete_reports])])

``interlock serve myprogram:app`` serves it.
"""

from interlock.domain.agents import Agent, Limits
from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    Message,
    ToolMessage,
    UserMessage,
    calls_of,
    text_of,
)
from interlock.domain.model import Model, ModelRequest
from interlock.domain.policy import CallView, Policy, Ruling, allow_all, by_effect
from interlock.domain.principals import Principal
from interlock.domain.tools import Rate, Tool, ToolContext, Verification
from interlock.errors import ConfigError, InterlockError, ToolError, ToolUnavailable
from interlock.tools.ask_user import ask_user
from interlock.tools.function import tool
from interlock.tools.raw import schema_tool
from interlock.tools.show import show_artifact, show_chart, show_plan, show_todo
from interlock.wiring.app import Interlock
from interlock.wiring.shipped import Chaos, Rates, Script, Scripted

__all__ = [
    "Agent",
    "AssistantMessage",
    "CallPart",
    "CallView",
    "Chaos",
    "ConfigError",
    "Interlock",
    "InterlockError",
    "Limits",
    "Message",
    "Model",
    "ModelRequest",
    "Policy",
    "Principal",
    "Rate",
    "Rates",
    "Ruling",
    "Script",
    "Scripted",
    "Tool",
    "ToolContext",
    "ToolError",
    "ToolMessage",
    "ToolUnavailable",
    "UserMessage",
    "Verification",
    "allow_all",
    "ask_user",
    "by_effect",
    "calls_of",
    "schema_tool",
    "show_artifact",
    "show_chart",
    "show_plan",
    "show_todo",
    "text_of",
    "tool",
]
