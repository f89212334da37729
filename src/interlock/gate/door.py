"""The door: judge a call, run it once, or find out what became of it."""

import logging
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, cast

from interlock import marks
from interlock.domain.events import Shown, ToolEnded, ToolJudged, ToolProgressed
from interlock.domain.messages import Json
from interlock.domain.redact import Redactor
from interlock.domain.results import after_edit, as_text
from interlock.domain.state import CallState
from interlock.domain.tools import Tool, ToolResult, Verification
from interlock.errors import LeaseLost
from interlock.gate.checks import Checks, Place
from interlock.gate.context import CallContext, Screen
from interlock.gate.execute import execute
from interlock.gate.limits import Limiter
from interlock.gate.outcome import Outcome, raised, returned
from interlock.gate.patience import within as patiently
from interlock.gate.progress import Progress
from interlock.gate.rulebook import Rulebook
from interlock.gate.vault import NO_LONGER_KNOWN, Opened, Vault
from interlock.ports import Clock
from interlock.traces.here import Here, Nest, within
from interlock.traces.ids import tool_span

_log = logging.getLogger(__name__)

Show = Callable[[ToolProgressed | Shown], None]
"""Takes what a running call shows."""

UNAVAILABLE_TRIES = 3
"""How often a repeatable tool is tried while what it needs is down."""


class Door:
    """The only way to a tool: ``checks`` says whether, ``execute`` does it, ``outcome`` sorts it.

    Args:
        clock: For limits, durations and the wait between tries.
        redactor: Takes known secrets out of results.
        rules: Knows what people allowed for good; None when nobody can.
        nest: Makes the call's span the current one while its tool runs.
        vault: Knows the secrets that handles stand for; by default one for this process alone.
    """

    def __init__(
        self,
        clock: Clock,
        redactor: Redactor,
        rules: Rulebook | None = None,
        nest: Nest = within,
        vault: Vault | None = None,
    ) -> None:
        self._clock = clock
        self._redactor = redactor
        self._nest = nest
        self._limiter = Limiter(clock)
        self.vault = vault or Vault(redactor)
        self._checks = Checks(self._limiter, redactor, rules, self.vault)

    async def judge(self, call: CallState, place: Place) -> ToolJudged:
        """The verdict on a call, now. Nothing runs."""
        return await self._checks.judge(call, place)

    def admit(self, call: CallState, place: Place) -> ToolJudged | None:
        """Book an execution that is about to begin; a refusal when the rate is used up by now."""
        return self._checks.admit(call, place)

    async def run(self, call: CallState, place: Place, attempt: int, show: Show) -> ToolEnded:
        """Run an allowed call once and give its one result.

        Raises:
            asyncio.CancelledError: The run was stopped; the tool was told so.
            LeaseLost: Another worker may have the run; nothing was invoked.
        """
        tool = _known(call, place)
        began = self._clock.now()
        opened = await self._opened(call, place)
        redactor = self._redactor.also(opened.secrets)
        progress = Progress(show, redactor, call)
        context = _context(call, place, attempt, progress)
        try:
            async with self._limiter.slot(tool.spec):
                with self._nest(_here(call, place, attempt)), marks.within(call=call.id):
                    outcome = await self._outcome(tool, context, opened, redactor)
        finally:
            progress.close()
        ms = max(0, self._clock.now() - began)
        return _ended(call, tool, outcome, ms)

    async def verify(self, call: CallState, place: Place) -> Verification:
        """Ask the tool whether a call that has a start and no end took effect."""
        tool = place.agent.tool(call.name)
        if tool is None or not tool.spec.verifiable:
            return Verification(None)
        context = _context(call, place, call.attempts, None)
        opened = await self._opened(call, place)
        if opened.gone:
            return Verification(None)
        try:
            work = tool.verify(context, _object(opened.arguments))
            return await patiently(tool.spec.timeout, work)
        except Exception:  # noqa: BLE001 - a verifier that fails can't say; a person is asked
            _log.warning("verifier of tool %s failed", call.name, exc_info=True)
            return Verification(None)

    async def happened(self, call: CallState, place: Place, found: Verification) -> ToolEnded:
        """The result of a call that its tool says took effect."""
        opened = await self._opened(call, place)
        value = self._redactor.also(opened.secrets).json(found.result)
        return _ended(call, _known(call, place), _found(value), 0)

    async def _opened(self, call: CallState, place: Place) -> Opened:
        return await self.vault.recall(call.arguments, (place.principal.tenant, place.thread_id))

    async def _outcome(
        self, tool: Tool, context: CallContext, opened: Opened, redactor: Redactor
    ) -> Outcome:
        """Execute; while the service is down, try a repeatable call again."""
        if opened.gone:  # since it was judged; no tool takes a handle for the secret
            text = ToolResult(model=NO_LONGER_KNOWN, person=NO_LONGER_KNOWN)
            return "failed", "secret_gone", text
        outcome = await self._once(tool, context, opened, redactor)
        tries = UNAVAILABLE_TRIES if tool.spec.repeatable else 1
        for failed in range(1, tries):
            if outcome[0] != "unavailable":
                break
            await self._clock.sleep(0.2 * 2**failed)
            outcome = await self._once(tool, context, opened, redactor)
        return outcome

    async def _once(
        self, tool: Tool, context: CallContext, opened: Opened, redactor: Redactor
    ) -> Outcome:
        whole = deepcopy(_object(opened.arguments))  # for each try
        try:
            value = await execute(tool, context, whole)
        except LeaseLost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a tool raises becomes a result
            outcome = raised(tool.spec, error, redactor)
            if outcome[2].debug:
                _log.warning("tool %s failed: %s", tool.spec.name, outcome[2].debug)
            return outcome
        promised = self._checks.promise(tool)
        return returned(tool.spec, value, redactor, promised)


def _known(call: CallState, place: Place) -> Tool:
    tool = place.agent.tool(call.name)
    if tool is None:
        raise LookupError(call.name)
    return tool


def _found(value: Json) -> Outcome:
    return "done", "verified", ToolResult(model=as_text(value), person=value)


def _object(arguments: Json) -> Mapping[str, Json]:
    return cast("dict[str, Any]", arguments or {})


def _context(call: CallState, place: Place, attempt: int, screen: Screen | None) -> CallContext:
    where = (place.thread_id, place.run_id, call.id)
    return CallContext(place.principal, where, attempt, screen, place.lease)


def _here(call: CallState, place: Place, attempt: int) -> Here:
    """The span of an execution, as whoever reads the log will find it."""
    span = tool_span(place.run_id, call.id, attempt)
    return Here(place.trace_id, span, place.tracestate)


def _ended(call: CallState, tool: Tool, outcome: Outcome, ms: int) -> ToolEnded:
    """A result of anything but a trusted read may carry what third parties wrote."""
    kind, code, result = outcome
    untrusted = kind in {"done", "failed"} and tool.spec.returns == "untrusted"
    return ToolEnded(
        call_id=call.id,
        name=call.name,
        kind=kind,
        code=code,
        result=after_edit(result, call),
        ms=ms,
        untrusted=untrusted,
        business=kind == "done" and tool.spec.business,
    )
