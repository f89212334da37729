"""The messages of a thread, with what became of every call."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from interlock.commands.thread import find_thread
from interlock.domain.events import Fact, ModelEnded, ToolEnded, ToolJudged, ToolStarted
from interlock.domain.history import history
from interlock.domain.messages import Json, Message, calls_of
from interlock.domain.tools import OutcomeKind
from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route


class CallView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a tool call.

    Args:
        call_id: Which; the messages name it.
        name: The tool.
        arguments: Those that ran, or would have: parsed, and edited if a person did so.
        verdict: The gate's word, with its code.
        code: Why, stable.
        outcome: How it ended; None while it has not.
        result: What the person sees of its result.
        truncated: The model saw less than the person.
        untrusted: Third parties may have written the result.
        ms: How long it ran.
    """

    call_id: str
    name: str
    arguments: Json = None
    verdict: str = ""
    code: str = ""
    outcome: OutcomeKind | None = None
    result: Json = None
    truncated: bool = False
    untrusted: bool = False
    ms: int = 0


class MessageList(Struct, frozen=True):
    """Messages, oldest first, exactly as a model would read them; and the calls that they hold."""

    messages: list[Message]
    calls: list[CallView]


async def list_messages(call: Call) -> Reply:
    """The messages of a thread."""
    thread_id = call.path("thread_id")

    def read(reader: Reader) -> list[Fact]:
        find_thread(reader, call.principal, thread_id)
        return [event.data for event in reader.thread_facts(thread_id)]

    facts = await call.parts.store.read(read)
    return json_reply(MessageList(list(history(facts)), calls_in(facts)))


def calls_in(facts: Iterable[Fact]) -> list[CallView]:
    """The calls of a thread in the order in which they were proposed."""
    found: dict[str, CallView] = {}
    for fact in facts:
        match fact:
            case ModelEnded(message=message) if not message.aborted:
                for part in calls_of(message):
                    found.setdefault(part.id, CallView(call_id=part.id, name=part.name))
            case ToolJudged() | ToolStarted() | ToolEnded():
                known = found.get(fact.call_id) or CallView(call_id=fact.call_id, name=fact.name)
                found[fact.call_id] = _grown(known, fact)
            case _:
                pass
    return list(found.values())


def _grown(known: CallView, fact: ToolJudged | ToolStarted | ToolEnded) -> CallView:
    match fact:
        case ToolJudged():
            return replace(known, arguments=fact.arguments, verdict=fact.verdict, code=fact.code)
        case ToolStarted():
            return replace(known, arguments=fact.arguments)
        case ToolEnded(result=result):
            return replace(
                known,
                outcome=fact.kind,
                code=fact.code or known.code,
                result=result.person,
                truncated=result.truncated,
                untrusted=fact.untrusted,
                ms=fact.ms,
            )


ROUTES = (
    Route(
        method="GET",
        path="/v1/threads/{thread_id}/messages",
        handler=list_messages,
        summary="The messages of a thread, and what became of every call in them.",
        response=MessageList,
        errors=(404,),
    ),
)
