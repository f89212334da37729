"""The requests that the commands make, and the shapes of their answers."""

from msgspec import Struct

from interlock.cli.client import Client
from interlock.domain.events import Event
from interlock.domain.ids import new_id
from interlock.domain.interrupts import Decision, Interrupt, InterruptStatus
from interlock.domain.messages import Json
from interlock.domain.records import Run, Thread


class Asked(Struct, frozen=True, kw_only=True):
    """A question, where it stands, and its decision if there is one."""

    interrupt: Interrupt
    status: InterruptStatus = "open"
    decision: Decision | None = None


class RunView(Struct, frozen=True):
    """A run, the open questions of its turn, and its last words."""

    run: Run
    open: list[Asked]
    text: str = ""


class Answered(Struct, frozen=True, kw_only=True):
    """What an answer did. ``run_id`` is the run that goes on; empty while questions are open."""

    question: Asked
    run_id: str = ""
    remaining: tuple[str, ...] = ()
    repeated: bool = False


class Agents(Struct, frozen=True):
    """The agents of the server, as loose JSON."""

    agents: list[dict[str, Json]]


class Runs(Struct, frozen=True):
    """Runs, newest first."""

    runs: list[Run]


class Threads(Struct, frozen=True):
    """Threads, last updated first."""

    threads: list[Thread]


class Inbox(Struct, frozen=True):
    """Questions, newest first."""

    interrupts: list[Asked]


class Page(Struct, frozen=True):
    """Events in order; ``over``: no more will come."""

    events: list[Event]
    last_seq: int
    over: bool


class Message(Struct, frozen=True):
    """What is sent. The id of its run is ours, so that it can be stopped at any moment."""

    agent: str
    message: str
    thread_id: str
    run_id: str


async def begin(client: Client, body: Message) -> Run:
    """Send a message. The key makes sending it again after a lost connection harmless."""
    return await client.post("/v1/runs", body, Run, {"Idempotency-Key": new_id("key")})


async def run_view(client: Client, run_id: str) -> RunView:
    """A run with its open questions."""
    return await client.get(f"/v1/runs/{run_id}", RunView)


async def cancel(client: Client, run_id: str, reason: str) -> Run:
    """Ask for a stop."""
    return await client.post(f"/v1/runs/{run_id}/cancel", {"reason": reason}, Run)


async def events_of(client: Client, run_id: str, after: int = 0) -> list[Event]:
    """The events of a run with ``seq > after`` that are there now."""
    events: list[Event] = []
    while True:
        query = {"after": str(after + len(events))}
        page = await client.get(f"/v1/runs/{run_id}/events", Page, query)
        events += page.events
        if not page.events:
            return events


async def question(client: Client, interrupt_id: str) -> Asked:
    """One question."""
    return await client.get(f"/v1/interrupts/{interrupt_id}", Asked)


async def answer(client: Client, asked: Interrupt, value: Json) -> Answered:
    """Answer a question as it was shown: its digest goes with the answer."""
    body: dict[str, Json] = {"answer": value}
    if asked.digest:
        body["digest"] = asked.digest
    return await client.post(f"/v1/interrupts/{asked.id}/answer", body, Answered)


async def newest_run(client: Client, thread_id: str) -> Run | None:
    """The last run of a thread."""
    found = await client.get("/v1/runs", Runs, {"thread_id": thread_id, "limit": "1"})
    return next(iter(found.runs), None)


async def agents(client: Client) -> Agents:
    """The agents of the server."""
    return await client.get("/v1/agents", Agents)
