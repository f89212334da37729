"""What the server itself knows of a chat: the measure for everything that a client posts."""

from collections.abc import Iterable

from msgspec import Struct

from interlock.domain.events import Event, InterruptOpened, RunStarted, ToolEnded
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json, UserMessage


class Said(Struct, frozen=True):
    """A stored user message and the turn that it began."""

    turn_id: str
    message: UserMessage


class Known(Struct, frozen=True, kw_only=True):
    """A stored chat.

    Args:
        said: The user messages of the visible turns by id, oldest first.
        asked: All questions by id.
        open: The ids of those that wait.
        outputs: What calls returned, by call id, as a person sees it.
        replaced: Turns that are no longer visible, each with the one that took its place.
    """

    said: dict[str, Said] = {}
    asked: dict[str, Interrupt] = {}
    open: frozenset[str] = frozenset()
    outputs: dict[str, Json] = {}
    replaced: dict[str, str] = {}

    def turn(self, turn_id: str) -> Said | None:
        """A visible turn."""
        return next((said for said in self.said.values() if said.turn_id == turn_id), None)

    def latest(self) -> Said | None:
        """The last turn."""
        return next(reversed(self.said.values()), None)

    def input_asked_by(self, call_id: str) -> Interrupt | None:
        """The question for which a call of ``ask_user`` waits or waited."""
        questions = (q for q in self.asked.values() if q.call_id == call_id and q.kind == "input")
        return next(questions, None)


def know(events: Iterable[Event], open_ids: Iterable[str]) -> Known:
    """Read a thread.

    Args:
        events: All events of its visible runs in order; fragments may be missing.
        open_ids: Its questions that nobody answered yet.
    """
    said: dict[str, Said] = {}
    asked: dict[str, Interrupt] = {}
    outputs: dict[str, Json] = {}
    replaced: dict[str, str] = {}
    for event in events:
        match event.data:
            case RunStarted(message=UserMessage() as message) as start:
                said[message.id] = Said(start.turn_id, message)
                if start.replaces:
                    replaced[start.replaces] = start.turn_id
            case InterruptOpened(interrupt=interrupt):
                asked[interrupt.id] = interrupt
            case ToolEnded(call_id=call_id, kind="done", result=result):
                outputs[call_id] = result.person
            case _:
                pass
    return Known(
        said=said,
        asked=asked,
        open=frozenset(open_ids),
        outputs=outputs,
        replaced=replaced,
    )
