"""One model turn: choose the model, call it, pass on what streams, record how it ended."""

import random
from collections.abc import Callable
from contextlib import aclosing

from msgspec.structs import replace

from interlock import failpoints
from interlock.domain.agents import Agent
from interlock.domain.backoff import remedy
from interlock.domain.decide import partial_message
from interlock.domain.events import ModelEnded, ModelFailed, ModelHeld, ModelStarted, Noted
from interlock.domain.fingerprint import version_of
from interlock.domain.history import history
from interlock.domain.ids import new_id
from interlock.domain.messages import CallPart, TextPart
from interlock.domain.model import Counted, Fault, Model, ModelRequest, Reply, ToolOffer
from interlock.domain.quotas import WARN_PERCENT, Granted, Quota
from interlock.domain.records import Run
from interlock.domain.state import TurnState
from interlock.domain.tokens import Size, size_of_request, size_of_tools
from interlock.errors import ConfigError
from interlock.gate.vault import Vault
from interlock.ledger.budget import Hold, Wish
from interlock.ledger.clerk import Answer
from interlock.ledger.till import Till
from interlock.loop.batch import Batch
from interlock.loop.journal import Journal
from interlock.ports import Agents, Clock


class ModelTurn:
    """Calls the model of an agent for the next message of a run.

    Args:
        agents: Knows the adapter behind a model's name.
        clock: For the wait before a retry.
        vault: Keeps the secrets that are in the arguments of calls.
        till: Asks quotas for room, and makes bills.
        draw: Draws from [0, 1), for jitter.
        make_id: Makes message ids.
    """

    def __init__(
        self,
        agents: Agents,
        clock: Clock,
        vault: Vault,
        till: Till,
        draw: Callable[[], float] = random.random,
        make_id: Callable[[str], str] = new_id,
    ) -> None:
        self._agents = agents
        self._clock = clock
        self._vault = vault
        self._redactor = vault.redactor
        self.till = till
        self._tools: dict[str, Size] = {}
        self._versions: dict[str, str] = {}
        self._draw = draw
        self._make_id = make_id

    async def take(self, agent: Agent, journal: Journal) -> None:
        """Make one attempt. The journal holds its start, its fragments and its end afterwards.

        The start is durable before the model is called: what a provider bills is in the log. A
        quota without room holds the call; the journal says so then.
        """
        state = journal.state
        if state.faults and state.faults[-1].wait:
            await self._clock.sleep(state.faults[-1].wait)
        message_id = self._make_id("msg")
        try:
            model, name = self._agents.model(_candidate(agent, state))
        except ConfigError as error:
            journal.add(_started(state, message_id, ("", str(_candidate(agent, state)))))
            self._fail(agent, journal, message_id, Fault(kind="auth", text=str(error)))
            return
        request = _request(agent, name, journal)
        size = size_of_request(request, self._offered(agent, request))
        held = await self._reserve(agent, journal, model, (request, size))
        if isinstance(held, Hold):
            journal.add(ModelHeld(code=held.code, reason=held.reason))
            return
        journal.add(
            *(_nearly_full(quota) for quota in held.warn),
            self._told(
                agent,
                journal,
                _started(
                    state,
                    message_id,
                    (model.provider, name),
                    estimate=size.about,
                    reserved=held.reserved,
                ),
            ),
        )
        await journal.sync()
        failpoints.hit("loop.model_started")
        journal.lease.check()
        await self._stream(agent, journal, model, request, message_id)

    def _told(self, agent: Agent, journal: Journal, fact: ModelStarted) -> ModelStarted:
        """The first call that a driver makes says which agent it is, and which tools it has."""
        if journal.told:
            return fact
        journal.told = True
        version = self._versions.get(agent.name)
        if version is None:
            version = self._versions[agent.name] = version_of(agent)
        return replace(fact, version=version, offered=tuple(tool.spec.name for tool in agent.tools))

    def _offered(self, agent: Agent, request: ModelRequest) -> Size:
        """The size of an agent's tools, measured once: they stay while the program runs."""
        if agent.name not in self._tools:
            self._tools[agent.name] = size_of_tools(request.tools)
        return self._tools[agent.name]

    async def _reserve(
        self, agent: Agent, journal: Journal, model: Model, asked: tuple[ModelRequest, Size]
    ) -> Granted | Hold:
        request, size = asked
        state = journal.state
        return await self.till.budget.ask(
            Wish(
                run=journal.lease.run,
                call_index=state.model_calls + 1,
                attempt=len(state.faults) + 1,
                provider=model.provider,
                model=request.model,
                tier=str(agent.options.get("service_tier", "")),
                sent=size.most,
                answer=agent.max_tokens,
            ),
            journal.sync,
        )

    async def _stream(
        self,
        agent: Agent,
        journal: Journal,
        model: Model,
        request: ModelRequest,
        message_id: str,
    ) -> None:
        batch = Batch(message_id, journal.add, journal.now, self._redactor)
        end: Reply | Fault | None = None
        try:
            async with aclosing(model.stream(request, message_id)) as parts:
                async for some in parts:
                    for part in some:
                        if isinstance(part, Reply | Fault):
                            end = part
                        elif isinstance(part, Counted):
                            journal.heard = Answer(counted=part.usage)
                        else:
                            batch.push(part)
        finally:
            batch.flush()
        failpoints.hit("loop.model_answered")
        if isinstance(end, Reply):
            journal.heard = Answer(
                model=end.model, tier=end.tier, reported=end.reported, shares=end.shares
            )
            end = _silence(end, model) or end
        if isinstance(end, Reply):
            end = await self._sealed(end, journal.lease.run)
            journal.add(_ended(end, model.provider, batch.thought()))
        else:
            self._fail(agent, journal, message_id, end or _no_end(model))

    async def _sealed(self, reply: Reply, run: Run) -> Reply:
        """The answer as it is recorded: with handles in the places of secrets.

        Those are durable then, so that whoever goes on with the run can make the call.
        """
        place = (run.tenant, run.thread_id)
        parts = tuple(
            replace(part, arguments=self._vault.seal(part.arguments, place))
            if isinstance(part, CallPart)
            else part
            for part in reply.message.parts
        )
        for part in parts:
            if isinstance(part, CallPart):
                await self._vault.keep(part.arguments, place)
        return replace(reply, message=replace(reply.message, parts=parts))

    def _fail(self, agent: Agent, journal: Journal, message_id: str, fault: Fault) -> None:
        state = journal.state
        cure = remedy(fault, state.faults, agent.attempts, len(agent.fallback), self._draw)
        flight = state.in_flight
        journal.add(
            ModelFailed(
                message_id=message_id,
                kind=fault.kind,
                text=self._redactor.text(fault.text),
                action=cure.action,
                detail=self._redactor.text(fault.detail),
                status=fault.status,
                wait=cure.wait,
                usage=fault.usage,
                partial=None if flight is None else partial_message(flight),
            )
        )


def _candidate(agent: Agent, state: TurnState) -> str | Model:
    """The model whose turn it is: each fallback moves one on."""
    used = sum(failed.action == "fallback" for failed in state.faults)
    return [agent.model, *agent.fallback][used]


def _started(
    state: TurnState,
    message_id: str,
    asked: tuple[str, str],
    *,
    estimate: int = 0,
    reserved: bool = False,
) -> ModelStarted:
    provider, model = asked
    return ModelStarted(
        message_id=message_id,
        call_index=state.model_calls + 1,
        attempt=len(state.faults) + 1,
        provider=provider,
        model=model,
        input_estimate=estimate,
        reserved=reserved,
    )


def _nearly_full(quota: Quota) -> Noted:
    text = f"The quota of {quota.words} is {WARN_PERCENT} % used."
    return Noted(code="quota_warning", text=text, data={"quota": quota.id})


def _ended(reply: Reply, provider: str, thought: tuple[int, ...]) -> ModelEnded:
    return ModelEnded(
        message=reply.message,
        stop=reply.stop,
        usage=reply.usage,
        provider=provider,
        model=reply.model,
        response_id=reply.response_id,
        thought=thought,
    )


def _silence(reply: Reply, model: Model) -> Fault | None:
    """An answer without a word and without a call answers nothing; None if it has either."""
    for part in reply.message.parts:
        if isinstance(part, CallPart) or (isinstance(part, TextPart) and part.text.strip()):
            return None
    who, kind = f"The model {model.provider}", "bad_answer"
    match reply.stop:
        case "length":
            kind, text = "bad_request", f"{who} used up its tokens before it said a word."
            text += " Raise the agent's max_tokens."
        case "content_filter" | "refusal":
            kind, text = "content_filter", f"{who} declined to answer. Change the message."
        case _:
            text = f"{who} gave an empty answer. Try again."
    return Fault(kind=kind, text=text, usage=reply.usage)


def _no_end(model: Model) -> Fault:
    text = f"The model {model.provider} stopped answering without an end. Try again."
    return Fault(kind="broken_stream", text=text)


def _request(agent: Agent, name: str, journal: Journal) -> ModelRequest:
    offers = tuple(
        ToolOffer(tool.spec.name, tool.spec.description, tool.spec.parameters)
        for tool in agent.tools
    )
    return ModelRequest(
        model=name,
        instructions=agent.instructions,
        messages=history(journal.facts),
        tools=offers,
        max_tokens=agent.max_tokens,
        temperature=agent.temperature,
        options=dict(agent.options),
    )
