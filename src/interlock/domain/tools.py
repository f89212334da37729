"""What a tool is: a spec with traits, and one callable that only the gate invokes."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.principals import Principal

Effect = Literal["read", "write", "destructive"]
Approval = Literal["auto", "always", "never"]
Trust = Literal["trusted", "untrusted"]

OutcomeKind = Literal[
    "done",  # it ran and returned
    "failed",  # it ran and failed
    "timed_out",  # it ran longer than it may; whether it took effect is not known
    "cancelled",  # the run was stopped before or while it ran
    "invalid",  # the arguments do not fit the schema; it never ran
    "unknown_tool",  # no such tool; nothing ran
    "refused",  # policy, permission or a limit said no; it never ran
    "rejected",  # a person said no; it never ran
    "expired",  # nobody answered in time; it never ran
    "superseded",  # the conversation went on without an answer; it never ran
    "skipped",  # a person settled an indeterminate call without running it again
    "unavailable",  # the service behind it is down; other arguments would not help
]
"""How a call ended. Each kind is a distinct tool result that the model reads."""

NEVER_RAN: frozenset[str] = frozenset(
    {"invalid", "unknown_tool", "refused", "rejected", "expired", "superseded"}
)


class Rate(Struct, frozen=True):
    """At most ``calls`` in any window of ``seconds``, per tool and user."""

    calls: int
    seconds: float


class ToolSpec(Struct, frozen=True, kw_only=True):
    """A tool's description and traits. Plain data: it can be stored, hashed and shown.

    Args:
        name: What the model calls; letters, digits, ``_`` and ``-``, at most 64.
        description: What the model reads.
        parameters: JSON Schema (Draft 2020-12) of the arguments, an object.
        effect: ``read`` changes nothing; ``write`` changes something; ``destructive`` loses
            something or can't be taken back.
        idempotent: A repeated call with the same idempotency key has one effect.
        permission: A role that the principal needs; empty for none.
        approver: A role that whoever approves needs; empty for none.
        four_eyes: Whoever approves must be another user than the one who asked.
        approval: ``always`` asks a person, ``never`` does not, ``auto`` lets the policy decide by
            effect and by what the thread has read.
        timeout: Seconds that one execution may take.
        rate: Calls per window and user; None for no limit.
        concurrency: Executions at the same time in one process; 0 for no limit.
        returns: Whether what it returns may be steered by third parties.
        result_schema: JSON Schema of the result; None accepts any JSON.
        max_result_chars: What the model gets of a long result; the person gets the whole.
        consequence: What will happen, in words, for the approval card; ``{field}`` is replaced by
            the argument.
        verifiable: The tool can say whether a call with a given key took effect.
        answered_by: ``person``: running the tool means asking the person; nothing is invoked.
        business: A success is a business action: what the agent is paid for. The report counts it.
        source: Where it comes from: ``function``, ``schema`` or ``mcp:<server>``.
    """

    name: str
    description: str
    parameters: dict[str, Json]
    effect: Effect = "write"
    idempotent: bool = False
    permission: str = ""
    approver: str = ""
    four_eyes: bool = False
    approval: Approval = "auto"
    timeout: float = 60.0
    rate: Rate | None = None
    concurrency: int = 0
    returns: Trust = "untrusted"
    result_schema: dict[str, Json] | None = None
    max_result_chars: int = 20_000
    consequence: str = ""
    verifiable: bool = False
    answered_by: Literal["code", "person"] = "code"
    business: bool = False
    source: str = "function"

    @property
    def repeatable(self) -> bool:
        """Whether a call that may have happened may simply be made again (same key)."""
        return self.effect == "read" or self.idempotent


class ToolResult(Struct, frozen=True, omit_defaults=True):
    """One result, three readers.

    ``model`` is text for the model; ``person`` is JSON for a person, whole; ``debug`` is for the
    log alone and never leaves it.
    """

    model: str
    person: Json = None
    debug: str = ""
    truncated: bool = False


class ToolContext(Protocol):
    """What a running tool may know and do, beside its arguments."""

    @property
    def principal(self) -> Principal:
        """For whom it runs."""
        ...

    @property
    def thread_id(self) -> str:
        """The conversation."""
        ...

    @property
    def run_id(self) -> str:
        """The run."""
        ...

    @property
    def call_id(self) -> str:
        """The call."""
        ...

    @property
    def idempotency_key(self) -> str:
        """The same for every attempt of this call and for no other: send it to your service."""
        ...

    @property
    def attempt(self) -> int:
        """1 for the first execution of this call."""
        ...

    @property
    def cancelled(self) -> bool:
        """True once the run was stopped or the timeout passed; functions in threads look at it."""
        ...

    def progress(self, data: Json) -> None:
        """Show progress to whoever watches the run."""
        ...

    def todo(
        self, items: Sequence[str | Mapping[str, Json]], *, title: str = "", name: str = "todo"
    ) -> None:
        """Show a todo list, in place of an earlier one of the turn that has the same name.

        Args:
            items: Texts, or ``{"text": …, "state": "open", "active", "done" or "failed"}``.
            title: Above it.
            name: Tells it from other lists.

        Raises:
            ToolError: It does not fit or is too large.
        """
        ...

    def plan(
        self, steps: Sequence[str | Mapping[str, Json]], *, title: str = "", name: str = "plan"
    ) -> None:
        """Show a plan; the same with its steps."""
        ...

    def artifact(
        self, name: str, title: str, source: str, *, form: Literal["html", "svg"] = "html"
    ) -> None:
        """Show a page or a picture. It runs apart from everything, without a network.

        Raises:
            ToolError: It does not fit or is too large.
        """
        ...

    def chart(self, name: str, data: Mapping[str, Json]) -> None:
        """Show a chart.

        Args:
            name: Tells it from other charts.
            data: ``{"type": "line" or "bar", "labels": […], "series": [{"name": …, "values": […]}],
                "title": …, "unit": …}``; names, title and unit may be missing.

        Raises:
            ToolError: It does not fit or is too large.
        """
        ...


class Verification(Struct, frozen=True):
    """A tool's own word on a call whose outcome nobody recorded.

    ``happened`` None means that the tool can't say either; a person is asked.
    """

    happened: bool | None
    result: Json = None


class ToolSource(Protocol):
    """Something that brings tools once it is opened: an MCP server, for example."""

    async def open(self) -> "Sequence[Tool]":
        """Connect, and say which tools there are.

        Raises:
            ConfigError: It can't be reached; the text says what to check.
        """
        ...

    async def close(self) -> None:
        """Let go of it."""
        ...


class Tool(Protocol):
    """A spec and its callable. Only ``gate.execute`` may invoke it."""

    @property
    def spec(self) -> ToolSpec:
        """Description and traits."""
        ...

    async def invoke(self, context: ToolContext, arguments: Mapping[str, Json]) -> Json:
        """Run once with valid arguments.

        Raises:
            ToolError: It failed, and the model may read why.
            ToolUnavailable: What it needs is down; other arguments would not help.
        """
        ...

    async def check(self, principal: Principal, arguments: Mapping[str, Json]) -> str | None:
        """The tool's own business check before anybody is asked: None, or why it may not run."""
        ...

    async def verify(self, context: ToolContext, arguments: Mapping[str, Json]) -> Verification:
        """Say whether the call with ``context.idempotency_key`` took effect."""
        ...
