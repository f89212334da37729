"""From what a tool returned or raised to one checked result with three readers."""

import traceback
from collections.abc import Callable

from msgspec import json

from interlock.domain.arguments import MAX_DEPTH
from interlock.domain.ids import new_id
from interlock.domain.messages import Json
from interlock.domain.redact import Redactor
from interlock.domain.results import as_text
from interlock.domain.schema import Checker
from interlock.domain.tools import OutcomeKind, ToolResult, ToolSpec
from interlock.errors import ToolError, ToolUnavailable

Outcome = tuple[OutcomeKind, str, ToolResult]
"""How it ended, a stable code, and the result."""


MAX_TRACE = 8_000
"""Characters of a traceback that are kept."""


class TookTooLong(Exception):
    """The tool's own time ran out."""


def returned(spec: ToolSpec, value: Json, redactor: Redactor, promised: Checker | None) -> Outcome:
    """Check what a tool returned: JSON, of the promised type; cut for the model when long.

    A promise is about what the tool returned, secrets and all; nobody reads that.
    """
    try:
        found = json.decode(json.encode(value))
        clean = redactor.json(found)
    except (TypeError, ValueError, RecursionError):
        return _bad_result(spec, "it returned something that is not JSON")
    if promised is not None and promised.faults(found):
        return _bad_result(spec, "it returned something of another type than it promises")
    text = as_text(clean)
    if len(text) <= spec.max_result_chars:
        return "done", "", ToolResult(model=text, person=clean)
    note = f"\n[cut: {spec.max_result_chars} of {len(text)} characters; ask for less at a time]"
    cut = text[: spec.max_result_chars] + note
    return "done", "truncated", ToolResult(model=cut, person=clean, truncated=True)


def raised(
    spec: ToolSpec, error: Exception, redactor: Redactor, name_error: Callable[[str], str] = new_id
) -> Outcome:
    """Sort a failure by one question: could other arguments help?"""
    match error:
        case TookTooLong():
            return _timed_out(spec)
        case ToolUnavailable() | ConnectionError() | TimeoutError():
            said = redactor.text(str(error)) if isinstance(error, ToolUnavailable) else ""
            return _unavailable(spec, said, _trace(error, redactor))
        case ToolError():
            text = redactor.text(str(error)) or "The tool failed and gave no reason."
            return "failed", "tool_error", ToolResult(model=text, person=text)
        case _:
            return _crashed(spec, _trace(error, redactor), name_error("err"))


def _timed_out(spec: ToolSpec) -> Outcome:
    text = f"The call ran longer than {spec.timeout:g} s and was stopped. {_known(spec)}"
    return "timed_out", "timeout", ToolResult(model=text, person=text)


def _unavailable(spec: ToolSpec, said: str, debug: str) -> Outcome:
    """What the tool itself says is for the person, who may know what to do about it."""
    why = f" It says: {said}" if said else ""
    text = f"The service behind {spec.name} can't be reached. {_known(spec)}"
    return (
        "unavailable",
        "unavailable",
        ToolResult(model=f"{text} Other arguments won't help.", person=f"{text}{why}", debug=debug),
    )


def _known(spec: ToolSpec) -> str:
    """What is known of a call that began and did not come back."""
    if spec.repeatable:
        return "It may be tried again."
    return "It is not known whether it took effect; do not repeat it without asking."


def _crashed(spec: ToolSpec, debug: str, error_id: str) -> Outcome:
    text = f"{spec.name} failed with an internal error ({error_id})."
    return (
        "failed",
        "tool_crashed",
        ToolResult(
            model=f"{text} The same call will fail again; try another way or answer without it.",
            person=f"{text} The server's log has the details under this id.",
            debug=f"{error_id}\n{debug}",
        ),
    )


def _bad_result(spec: ToolSpec, fault: str) -> Outcome:
    text = f"{spec.name} ran, but {fault}. Whatever it does has been done."
    return "failed", "bad_result", ToolResult(model=text, person=text)


def _trace(error: BaseException, redactor: Redactor) -> str:
    """Searched before it is cut: half a key no longer looks like one."""
    return redactor.text("".join(traceback.format_exception(error, limit=-MAX_DEPTH)))[-MAX_TRACE:]
