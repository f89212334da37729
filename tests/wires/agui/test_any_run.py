"""Whatever a model streams and wherever it breaks off, the frames are legal and the end is true."""

from hypothesis import given
from hypothesis import strategies as some
from tests.wires.agui.facts import end, model, reply, result, show, start
from tests.wires.agui.reader import Shown

from interlock.domain.decide import partial_message
from interlock.domain.events import Fact, ModelDelta, ModelFailed
from interlock.domain.messages import AssistantPart, CallPart, ReasoningPart, TextPart
from interlock.domain.state import InFlight
from interlock.wires.agui.snapshot import wire_messages

# The history leaves out parts that are only space; that is tested where it is done.
WORDS = some.text(min_size=1, max_size=3).filter(lambda text: text.strip())
FRAGMENTS = some.lists(
    some.one_of(
        some.tuples(some.just("text"), WORDS),
        some.tuples(some.just("reasoning"), WORDS),
        some.tuples(some.sampled_from("012"), WORDS),
    ),
    max_size=8,
)
TURNS = some.lists(
    some.tuples(FRAGMENTS, some.sampled_from(["ends", "breaks", "does not stream"])), max_size=4
)


def deltas(message_id: str, fragments: list[tuple[str, str]]) -> list[Fact]:
    return [
        ModelDelta(message_id=message_id, kind="text", text=text)
        if kind == "text"
        else ModelDelta(message_id=message_id, kind="reasoning", text=text)
        if kind == "reasoning"
        else ModelDelta(
            message_id=message_id,
            kind="arguments",
            text=text,
            call_id=f"{message_id}_{kind}",
            name="look",
        )
        for kind, text in fragments
    ]


def parts(message_id: str, fragments: list[tuple[str, str]]) -> list[AssistantPart]:
    """The finished message: neighbours of one kind joined, each call once, at its beginning."""
    found: list[AssistantPart] = []
    calls: dict[str, int] = {}
    for kind, text in fragments:
        last = found[-1] if found else None
        if kind == "text":
            if isinstance(last, TextPart):
                found[-1] = TextPart(last.text + text)
            else:
                found.append(TextPart(text))
        elif kind == "reasoning":
            found.append(ReasoningPart(text))
        elif kind in calls:
            call = found[calls[kind]]
            assert isinstance(call, CallPart)
            found[calls[kind]] = CallPart(call.id, call.name, call.arguments + text)
        else:
            calls[kind] = len(found)
            found.append(CallPart(f"{message_id}_{kind}", "look", text))
    return found


def run(turns: list[tuple[list[tuple[str, str]], str]]) -> list[Fact]:
    facts: list[Fact] = [start()]
    for number, (fragments, how) in enumerate(turns):
        message_id = f"m{number}"
        facts.append(model(message_id))
        if how != "does not stream":
            facts += deltas(message_id, fragments)
        if how == "breaks":
            said = "".join(text for kind, text in fragments if kind == "text")
            flight = InFlight(message_id=message_id, text=said)
            facts.append(
                ModelFailed(
                    message_id=message_id,
                    kind="broken_stream",
                    text="It broke off.",
                    action="retry",
                    partial=partial_message(flight),
                )
            )
            continue
        whole = parts(message_id, fragments)
        facts.append(reply(*whole, message_id=message_id))
        facts += [result(part.id) for part in whole if isinstance(part, CallPart)]
    return [*facts, end()]


@given(turns=TURNS)
def test_a_client_ends_with_the_stored_messages_whatever_streamed(turns):
    facts = run(turns)
    client = Shown({"id": "u1", "role": "user", "content": "hello"}).apply(show(*facts))
    true = wire_messages(facts)
    kept = {message["id"] for message in true}
    spoken = [m for m in client.messages if m["id"] in kept]
    assert [stripped(m) for m in spoken] == [stripped(m) for m in true]
    only_words = [m for m in client.messages if m["id"] not in kept]
    assert not any("toolCalls" in m for m in only_words)


def stripped(message):
    """Empty text of a message that only calls is as good as none."""
    content = message.get("content", "")
    return message | {"content": content if content.strip() else ""}
