"""Tell a story through the public interface: say something, answer, stop, crash, go on.

async with Story([agent], tmp_path) as story:
    told = await story.say("delete the old reports")
    assert told.status == "interrupted"
    told = await story.answer(told.questions[0], {"approved": True})
    assert told.text == "Done."
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from interlock.commands.answer import Answer, Answers
from interlock.commands.begin import Begin
from interlock.domain.agents import Agent, OnNewMessage
from interlock.domain.events import Event, Fact, RunEnded, RunStatus, ToolEnded
from interlock.domain.history import history
from interlock.domain.ids import new_id
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import (
    AssistantMessage,
    Json,
    Message,
    TextPart,
    UserMessage,
    text_of,
)
from interlock.domain.principals import Principal
from interlock.ports import Clock
from interlock.settings import Settings
from interlock.wiring.app import Interlock
from interlock.wiring.roles import LOCAL_ROLES
from interlock.wiring.runtime import Runtime, runtime

ANN = Principal("local", "ann", LOCAL_ROLES, "test")
"""Who speaks in a story when nobody else is named."""


class Told(Struct, frozen=True, kw_only=True):
    """How a run went, up to its end."""

    run_id: str
    thread_id: str
    events: tuple[Event, ...]
    questions: tuple[Interrupt, ...]
    messages: tuple[Message, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened, without numbers and times."""
        return tuple(event.data for event in self.events)

    @property
    def end(self) -> RunEnded:
        """The last fact."""
        last = self.events[-1].data
        if not isinstance(last, RunEnded):
            raise TypeError(f"the run has not ended: {last}")
        return last

    @property
    def status(self) -> RunStatus:
        """How it ended."""
        return self.end.status

    @property
    def text(self) -> str:
        """The words of the thread's last assistant message."""
        said = [m for m in self.messages if isinstance(m, AssistantMessage)]
        return text_of(said[-1]) if said else ""

    @property
    def results(self) -> list[tuple[str, str]]:
        """The calls that ended in this run: tool and kind, in the order in which they ended."""
        return [(f.name, f.kind) for f in self.facts if isinstance(f, ToolEnded)]


class Story:
    """A running Interlock on a database of its own.

    Args:
        agents: The program; the first one is spoken to when none is named.
        folder: Where the database lives. A second story over the same folder goes on with it.
        clock: A ``ManualClock`` to move time; the system's by default.
        database_url: ``postgresql://…`` to tell the story there; then the folder holds nothing, and
            a second story over the same URL goes on with it.
        redis_url: ``redis://…``, beside PostgreSQL.
        prices: A file of own prices; see docs/money.md.
    """

    def __init__(
        self,
        agents: Sequence[Agent],
        folder: Path,
        clock: Clock | None = None,
        *,
        database_url: str = "",
        redis_url: str = "",
        prices: str = "",
    ) -> None:
        self._app = Interlock(agents)
        self._settings = Settings(
            data_dir=str(folder),
            database_url=database_url,
            redis_url=redis_url,
            prices=prices,
            token="the-token-of-a-story",  # noqa: S106 - nobody can call a story
            drain_seconds=0.1,
        )
        self._clock = clock
        self._stack = AsyncExitStack()
        self._runtime: Runtime | None = None

    async def __aenter__(self) -> Self:
        started = runtime(self._app, self._settings, self._clock, environment={})
        self._runtime = await self._stack.enter_async_context(started)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    @property
    def runtime(self) -> Runtime:
        """The parts, for what a story has no word for."""
        if self._runtime is None:
            raise RuntimeError("enter the story first: async with Story(...) as story")
        return self._runtime

    async def begin(
        self,
        text: str,
        thread_id: str = "",
        *,
        agent: str = "",
        who: Principal = ANN,
        on_open: OnNewMessage = "refuse",
    ) -> str:
        """Send a message and return the run's id without waiting."""
        order = Begin(
            principal=who,
            agent=agent or self._app.agents[0].name,
            message=UserMessage(new_id("msg"), (TextPart(text),)),
            thread_id=thread_id,
            on_open=on_open or "refuse",
        )
        return (await self.runtime.desk.begin(order)).run.id

    async def say(
        self, text: str, thread_id: str = "", *, on_open: OnNewMessage = "refuse"
    ) -> Told:
        """Send a message and wait for the end of its run."""
        return await self.wait(await self.begin(text, thread_id, on_open=on_open))

    async def answer(
        self, question: Interrupt, value: Json, who: Principal = ANN, digest: str = ""
    ) -> Told:
        """Answer a question. Waits for the run that goes on, if this was the last open one."""
        one = Answer(interrupt_id=question.id, value=value, digest=digest)
        taken = await self.runtime.desk.answer(Answers(principal=who, answers=[one]))
        return await self.wait(taken.run.id if taken.run is not None else question.run_id)

    async def stop(self, run_id: str, reason: str = "", who: Principal = ANN) -> Told:
        """Stop a run and wait for its end."""
        await self.runtime.desk.cancel(who, run_id, reason)
        return await self.wait(run_id)

    async def wait(self, run_id: str) -> Told:
        """Wait for the end of a run."""
        parts = self.runtime
        events = [event async for some in parts.feed.follow(run_id) for event in some]
        run = await parts.store.read(lambda reader: reader.run(run_id))
        if run is None:
            raise LookupError(run_id)
        thread = await parts.store.read(lambda reader: reader.thread_facts(run.thread_id))
        open_ = await parts.store.read(lambda reader: reader.open_questions(run.thread_id))
        return Told(
            run_id=run_id,
            thread_id=run.thread_id,
            events=tuple(events),
            questions=tuple(question.interrupt for question in open_),
            messages=history(event.data for event in thread),
        )
