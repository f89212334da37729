"""What an agent can do, as ``AgentCapabilities`` of AG-UI 1.0. What is left out is undeclared."""

from interlock.domain.agents import Agent
from interlock.wires.agui.frames import PROTOCOL_VERSION, WireEvent


def capabilities(agent: Agent) -> WireEvent:
    """The capabilities of one agent."""
    identity: WireEvent = {"name": agent.name, "provider": "interlock"}
    if agent.description:
        identity["description"] = agent.description
    return {
        "identity": identity,
        "transport": {"streaming": True, "websocket": False, "httpBinary": False},
        "tools": {
            "supported": bool(agent.tools),
            "items": [
                {
                    "name": tool.spec.name,
                    "description": tool.spec.description,
                    "parameters": tool.spec.parameters,
                }
                for tool in agent.tools
            ],
            "parallelCalls": True,
            "clientProvided": False,
        },
        "state": {"snapshots": False, "deltas": False, "memory": True, "persistentState": True},
        "reasoning": {"supported": True, "streaming": True},
        "humanInTheLoop": {
            "supported": True,
            "approvals": True,
            "interventions": True,
            "feedback": False,
            "interrupts": True,
            "approveWithEdits": True,
        },
        "execution": {"maxExecutionTime": int(agent.limits.seconds * 1000)},
        "custom": {"interlock": {"protocolVersion": PROTOCOL_VERSION}},
    }
