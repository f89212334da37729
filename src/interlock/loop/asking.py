"""Questions to people: what is asked, in which words, and what an answer may look like."""

import re
from collections.abc import Callable
from typing import Any, cast

from msgspec import Struct

from interlock.domain.agents import Agent
from interlock.domain.brakes import Trip
from interlock.domain.fingerprint import fingerprint
from interlock.domain.ids import new_id
from interlock.domain.interrupts import Interrupt, InterruptKind
from interlock.domain.messages import Json
from interlock.domain.records import Run
from interlock.domain.state import CallState
from interlock.domain.tools import Tool, ToolSpec

_PLACE = re.compile(r"\{(\w+)\}")


class Asking(Struct, frozen=True, kw_only=True):
    """What all questions of one run share. ``now`` in ms since the epoch."""

    run: Run
    agent: Agent
    untrusted: bool
    now: int
    make_id: Callable[[str], str] = new_id

    def about_call(self, call: CallState) -> Interrupt:
        """May this call run? Or, for a tool that people answer: what do you say?"""
        tool = self.agent.tool(call.name)
        if tool is not None and tool.spec.answered_by == "person":
            return self._input(call)
        return self._open(
            "approval",
            consequence(tool, call),
            _approval_schema(tool, standing=call.standing),
            call,
        )

    def about_lost_call(self, call: CallState) -> Interrupt:
        """The process died while this call ran: did it happen?"""
        begun = f"The server stopped while {call.name} was running"
        why = (
            f" for the {call.attempts}th time" if call.repeatable else ", and it must not run twice"
        )
        question = f"{begun}{why}. Did it happen?"
        return self._open("indeterminate", question, INDETERMINATE_SCHEMA, call)

    def about_brake(self, trip: Trip) -> Interrupt:
        """A limit was reached: go on?"""
        question = f"Stopped because {trip.reason}. Go on?"
        return self._open("brake", question, YES_NO_SCHEMA, None, trip.code)

    def _input(self, call: CallState) -> Interrupt:
        arguments = cast("dict[str, Any]", call.arguments or {})
        question = str(arguments.get("question", "The agent asks for your answer."))
        return self._open("input", question, _input_schema(arguments), call)

    def _open(
        self,
        kind: InterruptKind,
        question: str,
        schema: dict[str, Json],
        call: CallState | None,
        code: str = "",
    ) -> Interrupt:
        run = self.run
        tool = None if call is None else self.agent.tool(call.name)
        return Interrupt(
            id=self.make_id("int"),
            kind=kind,
            tenant=run.tenant,
            user=run.user,
            thread_id=run.thread_id,
            run_id=run.id,
            turn_id=run.turn_id,
            agent=run.agent,
            question=question,
            schema=schema,
            opened_at=self.now,
            expires_at=self.now + int(self.agent.expires_after * 1000),
            call_id="" if call is None else call.id,
            tool="" if call is None else call.name,
            arguments=None if call is None else call.arguments,
            digest="" if call is None else call.digest,
            fingerprint="" if tool is None else fingerprint(tool.spec),
            code=code or ("" if call is None else call.code),
            untrusted=self.untrusted,
            approver=_approver(tool, call),
            four_eyes=tool is not None and tool.spec.four_eyes,
            standing=kind == "approval" and call is not None and call.standing,
        )


def consequence(tool: Tool | None, call: CallState) -> str:
    """What will happen, in words: the tool's own sentence with the arguments put in, in one pass.

    An argument that was left out shows its default; what an argument says is never a place itself.
    """
    if tool is None or not tool.spec.consequence:
        return f"Run {call.name}?"
    properties = cast("dict[str, dict[str, Any]]", tool.spec.parameters.get("properties", {}))
    known = {name: part["default"] for name, part in properties.items() if "default" in part}
    known |= cast("dict[str, Any]", call.arguments or {})
    return _PLACE.sub(lambda found: str(known.get(found[1], "(not given)")), tool.spec.consequence)


YES_NO_SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean", "description": "true to go on, false to stop here"},
        "reason": {"type": "string", "description": "Why, in your own words"},
    },
    "required": ["approved"],
    "additionalProperties": False,
}
"""The answer to a question that is simply yes or no."""

INDETERMINATE_SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "outcome": {
            "enum": ["happened", "run", "skip"],
            "description": "happened: it took effect, here is the result; run: it did not, run it; "
            "skip: leave it",
        },
        "result": {"description": "What it returned, when it happened"},
        "reason": {"type": "string", "description": "How you know"},
    },
    "required": ["outcome"],
    "additionalProperties": False,
}
"""The answer to: did it happen?"""


def _approver(tool: Tool | None, call: CallState | None) -> str:
    """The role or group that must answer: the policy's word goes before the tool's."""
    of_policy = "" if call is None else call.approver
    return of_policy or ("" if tool is None else tool.spec.approver)


ALWAYS_SCHEMA: dict[str, Json] = {
    "type": "object",
    "description": "Allow the same from now on, for some days. Left empty: these very arguments.",
    "properties": {
        "days": {"type": "integer", "minimum": 1, "description": "How long, in days"},
        "where": {
            "type": "array",
            "maxItems": 32,
            "description": "What the arguments must be; those not named must be absent",
            "items": {
                "type": "object",
                "properties": {
                    "field": {"type": "string", "minLength": 1, "maxLength": 128},
                    "equals": {"description": "Exactly this value"},
                    "prefix": {"type": "string", "description": "A text that begins so"},
                    "any": {"type": "boolean", "description": "Whatever it is"},
                },
                "required": ["field"],
                "additionalProperties": False,
            },
        },
        "loose": {"type": "boolean", "description": "Others may be anything; needs admin"},
        "this_thread": {"type": "boolean", "description": "Only in this conversation"},
        "any_agent": {"type": "boolean", "description": "Of any agent; needs admin"},
        "everybody": {"type": "boolean", "description": "For every user; needs admin"},
    },
    "additionalProperties": False,
}
"""The wish for a standing rule inside a yes (``domain.rules.Wish``)."""


def _approval_schema(tool: Tool | None, *, standing: bool) -> dict[str, Json]:
    """Yes or no, and the tool's own schema for edited arguments, so that any door can check."""
    properties: dict[str, Json] = dict(cast("dict[str, Any]", YES_NO_SCHEMA["properties"]))
    if tool is not None:
        properties["editedArgs"] = _embeddable(tool.spec)
    if standing:
        properties["always"] = ALWAYS_SCHEMA
    return {**YES_NO_SCHEMA, "properties": properties}


def _embeddable(spec: ToolSpec) -> dict[str, Json]:
    """A schema inside another: an ``$id`` makes its own local references mean itself."""
    if "$defs" not in spec.parameters and "$ref" not in str(spec.parameters):
        return spec.parameters
    return {"$id": f"urn:interlock:tool:{spec.name}", **spec.parameters}


def _input_schema(arguments: dict[str, Any]) -> dict[str, Json]:
    options = arguments.get("options")
    answer: dict[str, Json] = {"type": "string", "description": "Your answer"}
    if isinstance(options, list) and options:
        answer["enum"] = [str(option) for option in cast("list[Any]", options)]
    return {
        "type": "object",
        "properties": {"answer": answer},
        "required": ["answer"],
        "additionalProperties": False,
    }
