"""What the dashboard says: how much is wrong, where it is slow, and what it cost."""

from decimal import Decimal

from msgspec import Struct

from interlock.domain.histogram import Spread

NONE = Spread()


class Totals(Struct, frozen=True, kw_only=True):
    """All of it, as counts.

    Args:
        runs: Runs that ended, interrupted ones included.
        success: Of those, with an answer.
        failed: Of those, for good.
        cancelled: Of those, stopped by somebody.
        interrupted: Of those, because they wait for a person.
        took: From the begin of a run to its end.
        model_calls: Attempts to call a model.
        model_failed: Of those, failed ones.
        fallback: Of those, made because the agent's own model had failed.
        held: Calls that a quota did not let through.
        tool_calls: Calls that a model proposed.
        refused: Of those, refused by policy, permission or a limit.
        rejected: Of those, rejected by a person.
        expired: Of those, that nobody answered in time.
        invalid: Of those, with arguments that do not fit.
        tool_failed: Of those, that failed, timed out or met a service that was down.
        indeterminate: Calls of which nobody knew whether they happened.
        asked: Questions to people.
        waited: From a question to its decision.
        cost: USD of the calls with a price.
        unpriced: Calls without one.
    """

    runs: int = 0
    success: int = 0
    failed: int = 0
    cancelled: int = 0
    interrupted: int = 0
    took: Spread = NONE
    model_calls: int = 0
    model_failed: int = 0
    fallback: int = 0
    held: int = 0
    tool_calls: int = 0
    refused: int = 0
    rejected: int = 0
    expired: int = 0
    invalid: int = 0
    tool_failed: int = 0
    indeterminate: int = 0
    asked: int = 0
    waited: Spread = NONE
    cost: Decimal = Decimal(0)
    unpriced: int = 0


class AgentLine(Struct, frozen=True, kw_only=True):
    """Runs of one version of an agent. ``version`` is empty where the log does not name it."""

    agent: str
    version: str
    runs: int = 0
    success: int = 0
    failed: int = 0
    cancelled: int = 0
    interrupted: int = 0
    took: Spread = NONE
    model_calls: int = 0
    cost: Decimal = Decimal(0)


class ModelLine(Struct, frozen=True, kw_only=True):
    """Attempts to call one model, as it was billed, with its provider before it."""

    model: str
    calls: int = 0
    ok: int = 0
    failed: int = 0
    cancelled: int = 0
    fallback: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    took: Spread = NONE
    first_token: Spread = NONE


class ToolLine(Struct, frozen=True, kw_only=True):
    """One tool, from the offer to what became of it.

    Args:
        tool: Its name, as the model said it.
        offered: Model calls that could have chosen it.
        chosen: Calls that a model proposed.
        invalid: Of those, with arguments that do not fit, or of a tool that is not there.
        refused: Of those, refused by policy, permission or a limit.
        asked: Of those, about which a person was asked.
        approved: Of those, with a yes.
        edited: Of those, with other arguments than the model's.
        rejected: Of those, with a no.
        expired: Of those, that nobody answered in time.
        done: Calls that ran and returned.
        failed: Calls that ran and failed, timed out, or met a service that was down.
        indeterminate: Calls of which nobody knew whether they happened.
        took: How long it ran.
    """

    tool: str
    offered: int = 0
    chosen: int = 0
    invalid: int = 0
    refused: int = 0
    asked: int = 0
    approved: int = 0
    edited: int = 0
    rejected: int = 0
    expired: int = 0
    done: int = 0
    failed: int = 0
    indeterminate: int = 0
    took: Spread = NONE


class RoleLine(Struct, frozen=True, kw_only=True):
    """What one role of agents spent; an agent that works alone has no role."""

    role: str
    calls: int = 0
    cost: Decimal = Decimal(0)
    unpriced: int = 0


class RouteLine(Struct, frozen=True, kw_only=True):
    """Who answered the calls of an agent for which one model was the first choice.

    Each call is in one place: the first choice answered it, somebody else did, or nobody.

    Args:
        agent: Whose calls.
        route: What was chosen: ``model``, by the agent's list of models.
        choice: The first choice, for a model with its provider before it, as it was asked for.
        calls: All of them; one call may take several attempts.
        first: Answered by the first choice.
        elsewhere: Answered by another one, by the fault for which the first choice was left.
        unanswered: Answered by nobody, by the last fault.
    """

    agent: str
    route: str
    choice: str
    calls: int = 0
    first: int = 0
    elsewhere: dict[str, int] = {}
    unanswered: dict[str, int] = {}


class WaitLine(Struct, frozen=True, kw_only=True):
    """Questions of one kind, and how long people took."""

    kind: str
    asked: int = 0
    answered: int = 0
    expired: int = 0
    superseded: int = 0
    cancelled: int = 0
    waited: Spread = NONE


class Point(Struct, frozen=True, kw_only=True):
    """A step of time that begins at ``at``, ms since the epoch."""

    at: int
    success: int = 0
    failed: int = 0
    cancelled: int = 0
    interrupted: int = 0
    p95: int | None = None
    cost: Decimal = Decimal(0)
    calls: int = 0


class Version(Struct, frozen=True, order=True):
    """An agent and one of its versions, of which there are runs."""

    agent: str
    version: str


class Dashboard(Struct, frozen=True, kw_only=True):
    """The figures of a stretch of time.

    Args:
        since: From then on, ms since the epoch, a whole minute.
        until: To before.
        step: How long a point is, ms; days may be an hour longer or shorter.
        steps: Where each of them begins, ms since the epoch.
        zone: The time zone in which steps of a day and more begin.
        error: How far a percentile may be off, as a part of it.
        waiting: Runs that are over and not counted yet.
        versions: Which agents there are to choose from.
        totals: All of it.
        brakes: How often each brake stopped a run or asked.
        points: In order, without those in which nothing happened.
        agents: By agent and version, most runs first.
        models: Dearest first.
        tools: Most chosen first.
        roles: Dearest first.
        waits: By kind of question.
        routes: By agent and first choice, most calls first.
    """

    since: int
    until: int
    step: int
    steps: list[int]
    zone: str
    error: float
    waiting: int
    versions: list[Version]
    totals: Totals
    brakes: dict[str, int]
    points: list[Point]
    agents: list[AgentLine]
    models: list[ModelLine]
    tools: list[ToolLine]
    roles: list[RoleLine]
    waits: list[WaitLine]
    routes: list[RouteLine]
