"""Results of calls that did not simply return: the words that the model and the person read.

The model learns who stopped the call, why, and what else is possible. The person reads a neutral
line. Neither sees a stack trace, a path, a statement or a secret.
"""

from msgspec import json
from msgspec.structs import replace

from interlock.domain.messages import Json
from interlock.domain.state import CallState, Settlement
from interlock.domain.tools import OutcomeKind, ToolResult

_SETTLED: dict[str, tuple[str, str]] = {
    "rejected": (
        "A person rejected this call, so it did not run.{why} Do not make the same call again. "
        "Say what you would have done, or propose something else.",
        "Rejected; it did not run.{why}",
    ),
    "expired": (
        "Nobody answered in time, so this call did not run.{why} Tell the user that it is still "
        "undone; make the call again only if they ask for it.",
        "The question expired unanswered; it did not run.{why}",
    ),
    "superseded": (
        "The user went on without answering, so this call did not run.{why} Do not assume that it "
        "happened.",
        "Superseded by a newer message; it did not run.{why}",
    ),
    "skipped": (
        "It is not known whether this call took effect, and a person decided not to run it again."
        "{why} Do not repeat it; tell the user that the outcome is unknown.",
        "Outcome unknown; not run again.{why}",
    ),
}


def settled(settlement: Settlement) -> ToolResult:
    """The result of a call whose outcome is known without running it."""
    if settlement.kind == "done":
        return ToolResult(model=as_text(settlement.value), person=settlement.value)
    model, person = _SETTLED[settlement.kind]
    why = f" Reason given: {settlement.reason}." if settlement.reason else ""
    return ToolResult(model=model.format(why=why), person=person.format(why=why))


def already_rejected() -> ToolResult:
    """The result of a call that repeats, in the same turn, one that a person rejected."""
    return ToolResult(
        model="A person already rejected exactly this call. It did not run, and nobody was asked "
        "again. Propose something else, or answer without it.",
        person="Rejected before; it did not run and nobody was asked again.",
    )


def braked(reason: str) -> ToolResult:
    """The result of a call that a brake held back for good."""
    return ToolResult(
        model=f"This call did not run: the turn was stopped because {reason}.",
        person=f"Not run: {reason}.",
    )


def after_edit(result: ToolResult, call: CallState) -> ToolResult:
    """A model believes the arguments that it wrote; after an edit it learns which ones ran."""
    if not call.edited:
        return result
    ran = as_text(call.arguments)
    note = f"A person changed the arguments before approving this call. It ran with {ran}"
    return replace(result, model=f"{note} and returned:\n{result.model}")


def cancelled(call: CallState) -> tuple[OutcomeKind, ToolResult]:
    """The result of a call that was open when its run was stopped."""
    if call.status != "running":
        return "cancelled", ToolResult(
            model="The run was stopped before this call ran. It had no effect.",
            person="Stopped before it ran.",
        )
    if call.repeatable:
        return "cancelled", ToolResult(
            model="The run was stopped while this call ran. It may be made again.",
            person="Stopped while it ran.",
        )
    return "cancelled", ToolResult(
        model="The run was stopped while this call ran. It is not known whether it took effect; "
        "do not repeat it without asking.",
        person="Stopped while it ran; whether it took effect is not known.",
    )


def as_text(value: Json) -> str:
    """A result as the model reads it: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.encode(value).decode()
