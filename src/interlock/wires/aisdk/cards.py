"""Tool parts: from a call's first fragment to its one end, with the questions in between."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.events import InterruptClosed, ToolEnded, ToolJudged
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import CallPart, Json
from interlock.wires.aisdk.frames import Chunk
from interlock.wires.aisdk.steps import Steps
from interlock.wires.aisdk.words import (
    NEVER_MADE,
    UNKNOWN_OUTCOME,
    UNSAID,
    approves,
    descriptor_of,
    edit,
    outcome,
    reason_for,
    reason_of,
    text_of_result,
)

CardState = Literal[
    "proposed", "streaming", "ready", "asked", "granted", "denied", "partial", "over"
]

OWN_CARD = "ask_"
"""Before an interrupt's id: the id of a card that belongs to a question and not to a call."""

_DENIALS = frozenset({"refused", "rejected", "expired", "superseded", "skipped"})
_NEVER_VALID = frozenset({"invalid", "unknown_tool"})


class Told(Struct, frozen=True):
    """What the client already shows and must not be told again.

    Args:
        approvals: Interrupt ids, each with the client's yes or no.
        outputs: Calls whose output the client itself gave.
    """

    approvals: dict[str, bool] = {}
    outputs: frozenset[str] = frozenset()


class Card(Struct, frozen=True):
    """One tool part. ``raw`` is the argument text as the model wrote it."""

    name: str
    state: CardState
    raw: str = ""


class Cards:
    """Writes the tool parts of one message.

    Args:
        emit: Takes chunks.
        steps: Where new parts belong.
    """

    def __init__(self, emit: Callable[[Chunk], None], steps: Steps) -> None:
        self._emit = emit
        self._steps = steps
        self._cards: dict[str, Card] = {}
        self._asked: dict[str, tuple[Interrupt, str]] = {}
        self._shown_as: dict[str, str] = {}
        self._began: set[str] = set()
        self.told = Told()

    def fragment(self, call_id: str, name: str, text: str) -> None:
        """A piece of a call's arguments."""
        if call_id not in self._cards:
            self._steps.close()
            self._steps.begin()
            self._cards[call_id] = Card(name, "streaming")
            self._emit({"type": "tool-input-start", "toolCallId": call_id, "toolName": name})
        if text:
            card = self._cards[call_id]
            self._cards[call_id] = replace(card, raw=card.raw + text)
            self._emit({"type": "tool-input-delta", "toolCallId": call_id, "inputTextDelta": text})

    def propose(self, call: CallPart) -> None:
        """A call is whole. What it says counts from the verdict on."""
        card = self._cards.get(call.id) or Card(call.name, "proposed")
        self._cards[call.id] = replace(card, raw=call.arguments)

    def judge(self, fact: ToolJudged) -> None:
        """The gate's verdict: valid arguments are shown, invalid ones with their faults."""
        card = self._cards.get(fact.call_id) or Card(fact.name, "proposed")
        if card.state not in {"proposed", "streaming"}:
            return
        if fact.verdict not in {"invalid", "unknown_tool"}:
            self._show(fact.call_id, card, fact.arguments)
        elif fact.result is not None:
            wrong = card.raw if fact.arguments is None else fact.arguments
            self._refuse_input(fact.call_id, card, wrong, text_of_result(fact.result))

    def start(self, call_id: str) -> None:
        """A call is about to run: it may take effect."""
        self._began.add(call_id)

    def progress(self, call_id: str, data: Json) -> None:
        """What a running tool shows; its end replaces it."""
        card_id, card = self._find(call_id)
        if card is not None and card.state in {"ready", "granted", "partial"}:
            self._set(card_id, card, "partial")
            self._emit(
                {
                    "type": "tool-output-available",
                    "toolCallId": card_id,
                    "output": data,
                    "preliminary": True,
                }
            )

    def ask(self, question: Interrupt) -> None:
        """A question, on the card of its call or on one of its own."""
        card_id = self._card_for(question)
        self._asked[question.id] = (question, card_id)
        self._set(card_id, self._cards[card_id], "asked")
        self._request(question.id, card_id, reason_of(question), descriptor_of(question))

    def decide(self, fact: InterruptClosed) -> None:
        """What became of a question. The client that decided knows it already."""
        question, card_id = self._asked.get(fact.interrupt_id, (None, ""))
        if question is None or self._cards[card_id].state != "asked":
            return
        yes = approves(question.kind, fact.decision)
        told = self.told.approvals.get(question.id)
        if question.kind == "input" and told and fact.decision.status == "cancelled":
            yes = True  # a yes without the words that were asked for ends as an error, not as a no
        if card_id not in self.told.outputs and told is not yes:
            self._respond(question.id, reason_for(fact.decision), approved=yes)
        self._set(card_id, self._cards[card_id], "granted" if yes else "denied")
        edited = fact.decision.field("editedArgs")
        if yes and edited is not None:
            self._emit(edit(question.id, card_id, edited, fact.decision.by))
        if question.kind == "brake":
            self._close(card_id, {"goOn": True} if yes else None)

    def end(self, fact: ToolEnded) -> None:
        """The one result of a call."""
        card_id, card = self._find(fact.call_id)
        if card is not None and fact.kind in UNSAID:
            self._emit(outcome(card_id, fact.kind, began=fact.call_id in self._began))
        if card is None or card.state == "over":
            return
        text = text_of_result(fact.result)
        if card.state in {"proposed", "streaming"}:
            card = self._show_late(card_id, card, fact, text)
        if card.state == "asked":
            card = self._withdraw(card_id, card, text)
        if card.state == "ready" and fact.kind in _DENIALS:
            card = self._deny_at_once(card_id, card, text)
        if fact.kind == "done" and card.state != "denied":
            self._close(card_id, fact.result.person)
        elif card.state != "over":
            self._close(card_id, None, text or "It failed without saying why.")

    def cut(self, text: str = NEVER_MADE) -> None:
        """A model's answer broke off: calls whose arguments never ended were never made."""
        for card_id, card in list(self._cards.items()):
            if card.state == "streaming":
                self._refuse_input(card_id, card, card.raw, text)

    def abandon(self, text: str) -> None:
        """The turn is over: nothing may look as if it went on."""
        self.cut(text)
        for card_id, card in list(self._cards.items()):
            if card.state == "asked":
                self._withdraw(card_id, card, text)
            if self._cards[card_id].state not in {"over", "proposed"}:
                self._close(card_id, None, text)

    def held(self) -> bool:
        """Whether a valid call waits although nobody is asked about it."""
        return any(card.state == "ready" for card in self._cards.values())

    def knows(self, subject: str) -> bool:
        """Whether a call or a question belongs to this message."""
        return subject in self._cards or subject in self._asked

    def _find(self, call_id: str) -> tuple[str, Card | None]:
        card_id = self._shown_as.get(call_id, call_id)
        return card_id, self._cards.get(card_id)

    def _set(self, card_id: str, card: Card, state: CardState) -> Card:
        self._cards[card_id] = changed = replace(card, state=state)
        return changed

    def _show(self, card_id: str, card: Card, arguments: Json, *, dynamic: bool = False) -> None:
        self._steps.close()
        self._steps.begin()
        self._set(card_id, card, "ready")
        chunk: Chunk = {
            "type": "tool-input-available",
            "toolCallId": card_id,
            "toolName": card.name,
            "input": arguments,
        }
        self._emit({**chunk, "dynamic": True} if dynamic else chunk)

    def _refuse_input(self, card_id: str, card: Card, wrong: Json, text: str) -> None:
        self._steps.close()
        self._steps.begin()
        self._set(card_id, card, "over")
        self._emit(
            {
                "type": "tool-input-error",
                "toolCallId": card_id,
                "toolName": card.name,
                "input": wrong,
                "errorText": text,
            }
        )

    def _show_late(self, card_id: str, card: Card, fact: ToolEnded, text: str) -> Card:
        """A call that ended before anybody judged it."""
        arguments = parse_arguments(card.raw)
        if isinstance(arguments, ParseFault) or fact.kind in _NEVER_VALID:
            wrong = card.raw if isinstance(arguments, ParseFault) else arguments
            self._refuse_input(card_id, card, wrong, text)
        else:
            self._show(card_id, card, arguments)
        return self._cards[card_id]

    def _card_for(self, question: Interrupt) -> str:
        if question.kind == "brake":
            if self.held():  # a client waits for all cards of a step; these go on with the turn
                self._steps.finish()
            return self._own_card(question, "go_on", {"reason": question.question})
        card_id, card = self._find(question.call_id)
        if card is None or card.state in {"proposed", "streaming"}:
            self._show(card_id, card or Card(question.tool, "proposed"), question.arguments)
        elif card.state != "ready":  # approved once, then lost: its card can't ask a second time
            self._emit(outcome(card_id, "unknown"))
            self._close(card_id, None, UNKNOWN_OUTCOME)
            asked = {"callId": question.call_id, "tool": question.tool}
            card_id = self._own_card(
                question, "settle_call", {**asked, "arguments": question.arguments}
            )
            self._shown_as[question.call_id] = card_id
        return card_id

    def _own_card(self, question: Interrupt, name: str, shown: dict[str, Json]) -> str:
        card_id = f"{OWN_CARD}{question.id}"
        self._show(card_id, Card(name, "proposed"), shown, dynamic=True)
        return card_id

    def _request(
        self, approval_id: str, card_id: str, reason: str, descriptor: dict[str, Json] | None
    ) -> None:
        chunk: Chunk = {
            "type": "tool-approval-request",
            "approvalId": approval_id,
            "toolCallId": card_id,
            "reason": reason,
        }
        automatic = {"isAutomatic": True}
        asked = {"approvalDescriptor": descriptor}
        self._emit({**chunk, **(automatic if descriptor is None else asked)})

    def _respond(self, approval_id: str, reason: str, *, approved: bool) -> None:
        chunk: Chunk = {
            "type": "tool-approval-response",
            "approvalId": approval_id,
            "approved": approved,
        }
        self._emit({**chunk, "reason": reason} if reason else chunk)

    def _withdraw(self, card_id: str, card: Card, text: str) -> Card:
        """A question that nobody will answer any more counts as a no."""
        open_one = next(key for key, (_, asked) in self._asked.items() if asked == card_id)
        self._respond(open_one, text, approved=False)
        return self._set(card_id, card, "denied")

    def _deny_at_once(self, card_id: str, card: Card, text: str) -> Card:
        """A call that was refused without asking anybody."""
        self._request(f"auto_{card_id}", card_id, text, None)
        self._respond(f"auto_{card_id}", text, approved=False)
        return self._set(card_id, card, "denied")

    def _close(self, card_id: str, output: Json, error: str = "") -> None:
        """Write the end that the card's state allows: a denial, an error or an output."""
        card = self._cards[card_id]
        self._set(card_id, card, "over")
        if card.state == "denied":
            self._emit({"type": "tool-output-denied", "toolCallId": card_id})
        elif card_id in self.told.outputs:
            return
        elif error:
            self._emit({"type": "tool-output-error", "toolCallId": card_id, "errorText": error})
        else:
            self._emit({"type": "tool-output-available", "toolCallId": card_id, "output": output})
