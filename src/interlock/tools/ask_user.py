"""The tool whose call is a question to the person. Nothing runs: the answer is the result."""

from collections.abc import Mapping

from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.tools import Tool, ToolContext, ToolSpec, Verification
from interlock.errors import ToolError

SPEC = ToolSpec(
    name="ask_user",
    description="Ask the user one question when you can't go on without their answer. Offer "
    "options when there are only a few sensible answers.",
    parameters={
        "type": "object",
        "properties": {
            "question": {"type": "string", "minLength": 1, "description": "What to ask"},
            "options": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "minItems": 2,
                "maxItems": 12,
                "description": "The answers to choose from; leave it out for free words",
            },
        },
        "required": ["question"],
        "additionalProperties": False,
    },
    effect="read",
    returns="trusted",
    answered_by="person",
    source="interlock",
)
"""What the model sees of ``ask_user``. What a user says is as trusted as their messages are."""


class AskUser:
    """The tool behind ``ask_user``."""

    @property
    def spec(self) -> ToolSpec:
        """Description and traits."""
        return SPEC

    async def invoke(self, context: ToolContext, arguments: Mapping[str, Json]) -> Json:
        """Never happens: the gate turns every call into a question.

        Raises:
            ToolError: Always.
        """
        del context, arguments
        raise ToolError("Only a person can answer this.")

    async def check(self, principal: Principal, arguments: Mapping[str, Json]) -> str | None:
        """Everybody may ask: None."""
        del principal, arguments
        return None

    async def verify(self, context: ToolContext, arguments: Mapping[str, Json]) -> Verification:
        """Nothing ran, so nothing happened."""
        del context, arguments
        return Verification(happened=False)


ask_user: Tool = AskUser()
"""Give it to an agent, and the agent can ask: ``Agent("clerk", tools=[ask_user, …])``."""
