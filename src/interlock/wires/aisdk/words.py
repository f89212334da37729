"""The words and descriptions that questions, decisions and ends have on this wire."""

from typing import Literal

from interlock.domain.events import EndStatus
from interlock.domain.interrupts import Decision, Interrupt, InterruptKind
from interlock.domain.messages import Json
from interlock.domain.model import StopReason
from interlock.domain.results import as_text
from interlock.domain.tools import OutcomeKind, ToolResult
from interlock.domain.usage import Usage
from interlock.wires.aisdk.frames import Chunk

FinishReason = Literal[
    "stop", "length", "content-filter", "tool-calls", "error", "interrupted", "other"
]

_FINISH: dict[StopReason, FinishReason] = {
    "stop": "stop",
    "tool_use": "tool-calls",
    "length": "length",
    "content_filter": "content-filter",
    "refusal": "content-filter",
}

STATUS: dict[EndStatus, str] = {
    "success": "success",
    "interrupted": "waiting",
    "cancelled": "aborted",
    "failed": "failed",
}
"""What ``metadata.status`` says about a turn whose latest run ended like this."""

_UNANSWERED = {
    "expired": "Nobody answered in time.",
    "superseded": "A newer message took the place of this question.",
    "cancelled": "The question was closed without an answer.",
}

UNKNOWN_OUTCOME = "The server stopped while this ran. It is not known whether it took effect."
"""What a call shows whose outcome a person is asked about."""

UNSAID: frozenset[OutcomeKind] = frozenset(
    [
        "timed_out",
        "cancelled",
        "unavailable",
        "invalid",
        "unknown_tool",
        "expired",
        "superseded",
        "skipped",
    ]
)
"""Ends that the states of a card can't tell from a plain failure, refusal or rejection."""

NEVER_MADE = "The model broke off while it wrote this call. It was never made."
"""What a call shows whose arguments never ended."""


def finish_reason(stop: StopReason) -> FinishReason:
    """The protocol's word for why a model stopped."""
    return _FINISH.get(stop, "other")


def reason_of(question: Interrupt) -> str:
    """The question as a person reads it; where yes and no need explaining, with that."""
    if question.kind == "indeterminate":
        return (
            f"{question.question} Approve if it did not happen: it runs then. "
            "Reject to leave it as it is."
        )
    if question.kind == "input":
        return f"{question.question} Approve with your answer as the reason, or reject."
    return question.question


def descriptor_of(question: Interrupt) -> dict[str, Json]:
    """What a client may show or check beside the question. Times in ms since the epoch."""
    descriptor: dict[str, Json] = {
        "kind": question.kind,
        "expiresAt": question.expires_at,
        "untrusted": question.untrusted,
        "schema": question.schema,
    }
    if question.digest:
        descriptor["digest"] = question.digest
    if question.code:
        descriptor["code"] = question.code
    if question.approver:
        descriptor["approver"] = question.approver
    if question.four_eyes:
        descriptor["fourEyes"] = True
    return descriptor


def approves(kind: InterruptKind, decision: Decision) -> bool:
    """Whether a decision counts as a yes for the card that asked."""
    if kind == "input":
        return decision.status == "answered"
    if kind == "indeterminate":
        return decision.status == "answered" and decision.field("outcome") in {"run", "happened"}
    return decision.says_yes


def reason_for(decision: Decision) -> str:
    """Why it was decided so; empty when nobody said."""
    return decision.reason or _UNANSWERED.get(decision.status, "")


def text_of_result(result: ToolResult) -> str:
    """A result that is no output, in words for a person."""
    return result.model if result.person is None else as_text(result.person)


def edit(interrupt_id: str, card_id: str, arguments: Json, by: str) -> Chunk:
    """The arguments that a person put in the place of the model's; the card keeps the old ones."""
    return {
        "type": "data-interlock-edit",
        "id": interrupt_id,
        "data": {"toolCallId": card_id, "arguments": arguments, "by": by},
    }


def outcome(card_id: str, kind: OutcomeKind | Literal["unknown"], *, began: bool = True) -> Chunk:
    """How a call ended, where its card's own states do not say. ``unknown``: a person is asked."""
    data: dict[str, Json] = {"toolCallId": card_id, "outcome": kind}
    if kind == "cancelled" and not began:
        data["began"] = False
    return {"type": "data-interlock-outcome", "id": card_id, "data": data}


def usage_of(usage: Usage) -> dict[str, Json]:
    """Token counts under the protocol's usual names; ``known`` false when a part is missing."""
    return {
        "inputTokens": usage.input_tokens,
        "outputTokens": usage.output_tokens,
        "totalTokens": usage.total_tokens,
        "cachedInputTokens": usage.cached_tokens,
        "reasoningTokens": usage.reasoning_tokens,
        "known": usage.known,
    }
