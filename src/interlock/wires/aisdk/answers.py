"""The answers in a posted chat: only those to questions that this server asked count."""

from typing import cast

from msgspec import Struct, json

from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json
from interlock.wires.aisdk.cards import OWN_CARD, Told
from interlock.wires.aisdk.known import Known
from interlock.wires.aisdk.request import ChatRequest, Object, text_at, tool_parts


class Given(Struct, frozen=True):
    """An answer to an open question, in the form that the question's schema wants.

    ``abandon`` closes the question without an answer; ``digest`` is what the client had shown.
    """

    interrupt_id: str
    value: Json = None
    abandon: bool = False
    digest: str = ""


class Reading(Struct, frozen=True, kw_only=True):
    """What the tool parts of a posted chat amount to.

    Args:
        given: Answers to open questions.
        told: What the client shows already.
        shown: All questions of ours that it shows, in whatever state.
        notes: Claims without effect, in words.
    """

    given: tuple[Given, ...] = ()
    told: Told = Told()
    shown: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def read_answers(request: ChatRequest, known: Known) -> Reading:
    """Collect the answers from the tool parts of all messages."""
    given: dict[str, Given] = {}
    approvals: dict[str, bool] = {}
    outputs: set[str] = set()
    shown: set[str] = set()
    notes: list[str] = []
    for part in tool_parts(request):
        approval = _member(part, "approval")
        asked = known.asked.get(text_at(approval, "id"))
        if asked is not None:
            shown.add(asked.id)
        match part.get("state"):
            case "approval-responded" if asked is not None:
                approvals[asked.id] = approval.get("approved") is True
                if asked.id in known.open:
                    given[asked.id] = _from_approval(asked, approval)
            case "approval-responded":
                notes.append(f"an approval of {text_at(part, 'toolCallId')} that nobody asked for")
            case "output-available":
                _take_output(part, known, given, outputs, notes)
            case _:
                pass
    for interrupt_id in known.open.intersection(request.answers):
        given[interrupt_id] = Given(interrupt_id, request.answers[interrupt_id])
    asked_by = {question.call_id: question.id for question in known.asked.values()}
    return Reading(
        given=tuple(given.values()),
        told=Told(approvals, frozenset(outputs)),
        shown=frozenset(shown | {asked_by[call_id] for call_id in outputs}),
        notes=tuple(notes),
    )


def _take_output(
    part: Object, known: Known, given: dict[str, Given], outputs: set[str], notes: list[str]
) -> None:
    """An output counts when it answers a question that the model put to the person."""
    call_id, output = text_at(part, "toolCallId"), part.get("output")
    question = known.input_asked_by(call_id)
    if question is not None:
        outputs.add(call_id)
        if question.id in known.open:
            given[question.id] = Given(question.id, _from_output(output))
    elif not _is_ours(call_id, output, known) and not part.get("preliminary"):
        notes.append(f"a result of {call_id} that is not the stored one")


def _is_ours(call_id: str, output: Json, known: Known) -> bool:
    """Whether a result is what the server told; cards of their own belong to questions."""
    if call_id.removeprefix(OWN_CARD) in known.asked:
        return True
    return call_id in known.outputs and known.outputs[call_id] == output


def _member(part: Object, name: str) -> Object:
    """A member that should be an object; empty when it is not."""
    value = part.get(name)
    return cast("Object", value) if isinstance(value, dict) else {}


def _from_approval(question: Interrupt, approval: Object) -> Given:
    yes = approval.get("approved") is True
    reason = text_at(approval, "reason").strip()
    digest = text_at(_member(approval, "descriptor"), "digest")
    because = {"reason": reason} if reason else {}
    match question.kind:
        case "approval" | "brake":
            return Given(question.id, {"approved": yes, **because}, digest=digest)
        case "indeterminate":
            return Given(question.id, {"outcome": "run" if yes else "skip", **because})
        case "input":
            words = reason or _plain_yes(question)
            if not yes or not words:
                return Given(question.id, abandon=True)
            return Given(question.id, {"answer": words})


def _plain_yes(question: Interrupt) -> str:
    """What a click on approve says when no words came with it; nothing where yes is no choice."""
    answer = cast("Object", question.schema.get("properties", {})).get("answer", {})
    options = cast("Object", answer).get("enum")
    if not isinstance(options, list):
        return "yes"
    listed = [str(option) for option in cast("list[Json]", options)]
    return next((option for option in listed if option.lower() == "yes"), "")


def _from_output(output: Json) -> Json:
    if isinstance(output, dict):
        return cast("Object", output)
    return {"answer": output if isinstance(output, str) else json.encode(output).decode()}
