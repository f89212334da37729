"""``see``: one more event, one more view."""

from typing import Any, assert_never

from msgspec.structs import replace

from interlock.cli.view import Card, Entry, Note, Panel, Said, Thought, View
from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.events import (
    Event,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    Noted,
    RunEnded,
    RunStarted,
    Shown,
    Spoken,
    ToolEnded,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.exhibits import Exhibit, kind_of
from interlock.domain.messages import AssistantMessage, Json, ReasoningPart, calls_of, text_of


def see(view: View, event: Event) -> View:
    """The view after one more event of the turn. An event that was seen already changes nothing."""
    if event.run_id == view.run_id and event.seq <= view.seq:
        return view
    return replace(_see(view, event), run_id=event.run_id, seq=event.seq)


def _see(view: View, event: Event) -> View:  # noqa: C901 - one match, one line a fact
    fact = event.data
    match fact:
        case RunStarted():
            return replace(view, end=None, answer="")
        case ModelStarted():
            return replace(
                view, message_id=fact.message_id, text="", reasoning="", thinking=True, answer=""
            )
        case ModelDelta():
            return _stream(view, fact)
        case ModelEnded():
            return _reply(view, fact.message)
        case ModelFailed():
            return _fault(view, fact)
        case ToolJudged():
            return _judged(view, fact)
        case ToolStarted():
            started = {"state": "running", "arguments": fact.arguments, "attempt": fact.attempt}
            return _change(view, fact.call_id, fact.name, started)
        case ModelHeld():
            return _add(view, Note(f"A quota has no room: {fact.reason}."))
        case ToolProgressed():
            return _change(view, fact.call_id, "", {"progress": fact.data})
        case Shown():
            return _show(view, fact.exhibit)
        case ToolEnded():
            return _ended(view, fact)
        case InterruptOpened():
            asked = fact.interrupt
            return _waiting(view, asked.call_id, asked.tool, asked.arguments)
        case InterruptClosed():
            return _closed(view, fact)
        case Spoken():
            said = _said(fact.message, final=True)
            return _add(replace(_settled(view), answer=text_of(fact.message)), said)
        case Noted():
            return _add(view, Note(fact.text))
        case RunEnded():
            return replace(_settled(view), end=fact, thinking=False)
        case _:
            assert_never(fact)


def _stream(view: View, fact: ModelDelta) -> View:
    if fact.message_id != view.message_id:
        return view
    if fact.kind == "text":
        return replace(view, text=view.text + fact.text)
    if fact.kind == "reasoning":
        return replace(view, reasoning=view.reasoning + fact.text)
    card = view.cards.get(fact.call_id)
    chars = len(fact.text) + (card.chars if card else 0)
    return _change(view, fact.call_id, fact.name, {"chars": chars})


def _show(view: View, exhibit: Exhibit) -> View:
    """A later one of the same name takes the place of the earlier one, while the run goes on."""
    name = f"{kind_of(exhibit)} {exhibit.id}"
    return replace(view, panels={**view.panels, name: Panel(exhibit)})


def _settled(view: View) -> View:
    """What was shown stands before the last words, and changes no more."""
    return replace(_add(view, *view.panels.values()), panels={})


def _reply(view: View, message: AssistantMessage) -> View:
    """The whole message takes the place of what streamed, and names the calls in their order."""
    calls = calls_of(message)
    final = not calls
    entries = [Thought(part.text) for part in message.parts if isinstance(part, ReasoningPart)]
    spoken: list[Entry] = [entry for entry in entries if entry.text]
    if text_of(message).strip():
        spoken.append(_said(message, final=final))
    cards = {
        call.id: Card(
            id=call.id,
            name=call.name,
            state="checking",
            chars=len(call.arguments),
            arguments=_parsed(call.arguments),
        )
        for call in calls
    }
    others = {key: card for key, card in view.cards.items() if card.state != "preparing"}
    quiet = replace(
        view,
        text="",
        reasoning="",
        thinking=False,
        cards={**others, **cards},
        answer=text_of(message) if final else "",
    )
    return _add(_settled(quiet) if final else quiet, *spoken)


def _parsed(raw: str) -> Json:
    found = parse_arguments(raw)
    return raw if isinstance(found, ParseFault) else found


def _said(message: AssistantMessage, *, final: bool) -> Said:
    return Said(text_of(message), final=final, aborted=message.aborted)


def _fault(view: View, fact: ModelFailed) -> View:
    """What had streamed stays, marked; calls whose arguments broke off never became calls."""
    kept = {key: card for key, card in view.cards.items() if card.state != "preparing"}
    quiet = replace(view, text="", reasoning="", thinking=fact.action != "give_up", cards=kept)
    entries: list[Entry] = []
    if fact.partial is not None and text_of(fact.partial).strip():
        entries.append(replace(_said(fact.partial, final=False), aborted=True))
    words = {
        "retry": f" Trying again in {fact.wait:.0f} s." if fact.wait >= 1 else " Trying again.",
        "fallback": " Trying another model.",
        "give_up": "",
    }
    entries.append(Note(fact.text + words[fact.action]))
    return _add(quiet, *entries)


def _judged(view: View, fact: ToolJudged) -> View:
    state = "waiting" if fact.verdict == "ask" else "checking"
    changes: dict[str, Any] = {"state": state}
    if fact.arguments is not None:
        changes["arguments"] = fact.arguments
    return _change(view, fact.call_id, fact.name, changes)


def _waiting(view: View, call_id: str, name: str, arguments: Json) -> View:
    if not call_id:
        return view
    return _change(view, call_id, name, {"state": "waiting", "arguments": arguments})


def _closed(view: View, fact: InterruptClosed) -> View:
    if not fact.call_id or fact.call_id not in view.cards:
        return view
    decision = fact.decision
    state = "approved" if decision.says_yes else "checking"
    return _change(view, fact.call_id, "", {"state": state, "decided_by": decision.by})


def _ended(view: View, fact: ToolEnded) -> View:
    card = view.cards.get(fact.call_id) or Card(id=fact.call_id, name=fact.name)
    ended = replace(
        card,
        state="ended",
        outcome=fact.kind,
        result=fact.result.model if fact.result.person is None else fact.result.person,
        untrusted=fact.untrusted,
        ms=fact.ms,
    )
    rest = {key: other for key, other in view.cards.items() if key != fact.call_id}
    return _add(replace(view, cards=rest), ended)


def _change(view: View, call_id: str, name: str, changes: dict[str, Any]) -> View:
    card = view.cards.get(call_id) or Card(id=call_id, name=name)
    return replace(view, cards={**view.cards, call_id: replace(card, **changes)})


def _add(view: View, *entries: Entry) -> View:
    return replace(view, log=(*view.log, *entries))
