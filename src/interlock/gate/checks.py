"""The checks before anything runs, in their order: known, valid, permitted, within limits, policy.

Each check that can't give a clear yes is a no.
"""

import logging
from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.agents import Agent
from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.canonical import digest
from interlock.domain.events import ToolJudged
from interlock.domain.fingerprint import fingerprint
from interlock.domain.messages import Json
from interlock.domain.policy import CallView, Ruling
from interlock.domain.principals import Principal
from interlock.domain.redact import Redactor
from interlock.domain.rules import Attempt
from interlock.domain.schema import Checker, explain
from interlock.domain.state import CallState
from interlock.domain.tools import Tool, ToolResult, ToolSpec
from interlock.gate.limits import Limiter
from interlock.gate.patience import within
from interlock.gate.rulebook import Rulebook
from interlock.gate.vault import NO_LONGER_KNOWN, Vault
from interlock.ports import Lease

_log = logging.getLogger(__name__)


class Place(Struct, frozen=True, kw_only=True):
    """Where a call comes from, for whom, by which right it is made, and in which trace."""

    agent: Agent
    principal: Principal
    thread_id: str
    run_id: str
    untrusted: bool = False
    lease: Lease | None = None
    trace_id: str = ""
    tracestate: str = ""


class Checks:
    """Judges proposed calls. Keeps one compiled schema per tool.

    Args:
        limiter: Knows the rates.
        redactor: Takes known secrets out of the reasons that checks and policies give.
        rules: Knows what people allowed for good; None when nobody can.
        vault: Knows the secrets that handles in arguments stand for.
    """

    def __init__(
        self,
        limiter: Limiter,
        redactor: Redactor,
        rules: Rulebook | None = None,
        vault: Vault | None = None,
    ) -> None:
        self._limiter = limiter
        self._redactor = redactor
        self._vault = vault or Vault(redactor)
        self._rules = rules
        self._checkers: dict[int, tuple[Tool, Checker, Checker | None]] = {}

    async def judge(self, call: CallState, place: Place) -> ToolJudged:
        """The verdict on a call: its raw arguments, or those that a person edited."""
        tool = place.agent.tool(call.name)
        if tool is None:
            return _unknown(call, place.agent)
        arguments = _arguments(call)
        checker = self._compiled(tool)[1]
        if isinstance(arguments, ParseFault):
            return _invalid(call, "unreadable", explain(arguments, call.name, checker.example))
        opened = await self._vault.recall(arguments, (place.principal.tenant, place.thread_id))
        if opened.gone:
            return _invalid(call, "secret_gone", NO_LONGER_KNOWN, arguments)
        redactor = self._redactor.also(opened.secrets)
        faults = checker.faults(opened.arguments)
        if faults:
            text = redactor.text(explain(faults, call.name, checker.example))
            return _invalid(call, "schema", text, arguments)
        ruling = await self._rule(tool, cast("dict[str, Json]", opened.arguments), place)
        ruling = replace(ruling, reason=redactor.text(ruling.reason))
        judged = _ruled(call, arguments, digest(arguments), ruling)
        return await self._standing(judged, tool, arguments, place, ruling)

    def admit(self, call: CallState, place: Place) -> ToolJudged | None:
        """Book an execution that is about to begin; the refusal when the rate is used up.

        A verdict books nothing, so calls that were judged side by side meet here. A call that ran
        before is only booked: a refusal would say that it never did.
        """
        tool, who = place.agent.tool(call.name), place.principal
        if tool is None:
            return _unknown(call, place.agent)
        ruling = None if call.attempts else self._limited(tool.spec, who)
        if ruling is not None:
            return _ruled(call, call.arguments, call.digest, ruling)
        self._limiter.count(tool.spec, who.tenant, who.user)
        return None

    def promise(self, tool: Tool) -> Checker | None:
        """The compiled schema of what a tool returns, if it promises anything."""
        return self._compiled(tool)[2]

    def _compiled(self, tool: Tool) -> tuple[Tool, Checker, Checker | None]:
        """Compile once. The tool is kept beside, so that its identity stays its own."""
        kept = self._checkers.get(id(tool))
        if kept is None:
            schema = tool.spec.result_schema
            promise = None if schema is None else Checker(schema)
            kept = self._checkers[id(tool)] = (tool, Checker(tool.spec.parameters), promise)
        return kept

    def _limited(self, spec: ToolSpec, who: Principal) -> Ruling | None:
        wait = self._limiter.wait(spec, who.tenant, who.user)
        if not wait:
            return None
        return Ruling("refuse", "rate_limited", f"it may be called again in {wait:.0f} s")

    async def _rule(self, tool: Tool, arguments: Mapping[str, Json], place: Place) -> Ruling:
        spec, who = tool.spec, place.principal
        if spec.permission and spec.permission not in who.roles:
            return Ruling("refuse", "permission", f"it needs the permission {spec.permission}")
        objection = await _business_check(tool, arguments, who)
        if objection is not None:
            return Ruling("refuse", "check", objection)
        ruling = self._limited(spec, who)
        if ruling is not None:
            return ruling
        if spec.answered_by == "person":
            return Ruling("ask", "input", "")
        return _policy(tool, arguments, place)

    async def _standing(
        self,
        judged: ToolJudged,
        tool: Tool,
        arguments: Mapping[str, Json],
        place: Place,
        ruling: Ruling,
    ) -> ToolJudged:
        """Turn an ask into a yes when a person's rule says so."""
        spec, who = tool.spec, place.principal
        if ruling.verdict != "ask" or self._rules is None:
            return judged
        if not _may_stand(spec, ruling, untrusted=place.untrusted):
            return judged
        attempt = Attempt(
            tenant=who.tenant,
            user=who.user,
            agent=place.agent.name,
            thread_id=place.thread_id,
            tool=spec.name,
            fingerprint=fingerprint(spec),
            arguments=arguments,
        )
        approver = ruling.approver or spec.approver
        rule = await self._rules.find(attempt, approver, four_eyes=spec.four_eyes)
        if not rule:
            return replace(judged, standing=True)
        return replace(judged, verdict="allow", code="rule", reason="", rule=rule)


def _may_stand(spec: ToolSpec, ruling: Ruling, *, untrusted: bool) -> bool:
    """Whether a rule may answer: never for what destroys, nor for what the model read to do."""
    if spec.effect == "destructive" or spec.answered_by == "person":
        return False
    return ruling.standing == "always" or (ruling.standing == "clean" and not untrusted)


def _arguments(call: CallState) -> dict[str, Json] | ParseFault:
    if call.arguments is not None:
        return cast("dict[str, Any]", call.arguments)
    if call.cut and not call.raw.strip():
        return ParseFault("the answer was cut off before the arguments came")
    return parse_arguments(call.raw)


def _policy(tool: Tool, arguments: Mapping[str, Json], place: Place) -> Ruling:
    """Ask the policy. None, a raising one and one that answers nonsense all refuse."""
    policy = place.agent.policy
    if policy is None:
        return Ruling("refuse", "no_policy", "this agent has no policy, so nothing may run")
    view = CallView(
        tool=tool.spec,
        arguments=arguments,
        principal=place.principal,
        agent=place.agent.name,
        thread_id=place.thread_id,
        untrusted=place.untrusted,
    )
    try:
        ruling = cast("object", policy(view))
    except Exception:  # noqa: BLE001 - a broken policy is a no, whatever broke
        _log.warning("policy of agent %s raised", place.agent.name, exc_info=True)
        return Ruling("refuse", "policy_failed", "the policy could not decide")
    if not isinstance(ruling, Ruling) or not _is_clear(ruling):
        return Ruling("refuse", "policy_failed", "the policy gave no clear answer")
    return ruling


async def _business_check(
    tool: Tool, arguments: Mapping[str, Json], principal: Principal
) -> str | None:
    try:
        work = tool.check(principal, arguments)
        objection = cast("object", await within(tool.spec.timeout, work))
    except Exception:  # noqa: BLE001 - a raising check is a no, whatever broke
        _log.warning("check of tool %s raised", tool.spec.name, exc_info=True)
        return "its own check could not decide"
    return None if objection is None else str(objection)


def _is_clear(ruling: Ruling) -> bool:
    words = (ruling.code, ruling.reason, ruling.approver)
    plain = all(isinstance(cast("object", word), str) for word in words)
    standing = ruling.standing in {"clean", "always", "never"}
    return ruling.verdict in {"allow", "ask", "refuse"} and plain and standing


def _ruled(call: CallState, arguments: Json, seal: str, ruling: Ruling) -> ToolJudged:
    return ToolJudged(
        call_id=call.id,
        name=call.name,
        verdict=ruling.verdict,
        code=ruling.code,
        arguments=arguments,
        digest=seal,
        reason=ruling.reason,
        approver=ruling.approver if ruling.verdict == "ask" else "",
        result=_refusal(ruling) if ruling.verdict == "refuse" else None,
    )


def _refusal(ruling: Ruling) -> ToolResult:
    if ruling.code == "rate_limited":
        return ToolResult(
            model=f"This call came too soon: {ruling.reason}. It did not run. Go on without it, or "
            "tell the user when to try again.",
            person=f"Too soon: {ruling.reason}.",
        )
    reason = f" because {ruling.reason}" if ruling.reason else ""
    return ToolResult(
        model=f"The policy refused this call{reason}. It did not run, and asking again in the same "
        "way will not help. Answer without it, or say what the user would have to change.",
        person=f"Refused by policy{reason}.",
    )


def _invalid(call: CallState, code: str, text: str, arguments: Json = None) -> ToolJudged:
    return ToolJudged(
        call_id=call.id,
        name=call.name,
        verdict="invalid",
        code=code,
        arguments=arguments,
        result=ToolResult(model=text, person="The model's arguments did not fit; it was told so."),
    )


def _unknown(call: CallState, agent: Agent) -> ToolJudged:
    names = ", ".join(tool.spec.name for tool in agent.tools) or "none: answer without tools"
    return ToolJudged(
        call_id=call.id,
        name=call.name,
        verdict="unknown_tool",
        code="unknown_tool",
        result=ToolResult(
            model=f"There is no tool of this name. Choose one of: {names}.",
            person="The model asked for a tool that does not exist; it was told which do.",
        ),
    )
