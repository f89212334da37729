"""Token counts of Anthropic Messages; ``usage_rules`` says what they mean."""

from msgspec import Struct

from interlock.domain.model import Share
from interlock.domain.usage import NO_USAGE, Usage, add
from interlock.models.usage_rules import parts_beside

Count = int | float | None


class OutputDetails(Struct, gc=False):
    """Parts of the output."""

    thinking_tokens: Count = None


class CacheCreation(Struct, gc=False):
    """For how long the cache keeps what it took."""

    ephemeral_5m_input_tokens: Count = None
    ephemeral_1h_input_tokens: Count = None


class ServerTools(Struct, gc=False):
    """What the provider's own tools did."""

    web_search_requests: Count = None


class Iteration(Struct, gc=False):
    """A step of the call; ``model`` is empty where it is the one that answered."""

    model: str = ""
    input_tokens: Count = None
    output_tokens: Count = None
    cache_read_input_tokens: Count = None
    cache_creation_input_tokens: Count = None
    cache_creation: CacheCreation | None = None


class UsageBody(Struct, gc=False):
    """The ``usage`` object; ``input_tokens`` leaves out what the cache read or wrote."""

    input_tokens: Count = None
    output_tokens: Count = None
    cache_read_input_tokens: Count = None
    cache_creation_input_tokens: Count = None
    cache_creation: CacheCreation | None = None
    output_tokens_details: OutputDetails | None = None
    server_tool_use: ServerTools | None = None
    service_tier: str | None = None
    iterations: list[Iteration] | None = None


class TokenCounts:
    """The counts of one answer. Later ones replace earlier ones, member by member; none are added.

    ``tier`` is the tier of service.
    """

    __slots__ = (
        "_cached",
        "_hour",
        "_input",
        "_known",
        "_output",
        "_searches",
        "_steps",
        "_thinking",
        "_written",
        "tier",
    )

    def __init__(self) -> None:
        self._input = 0
        self._output = 0
        self._cached = 0
        self._written = 0
        self._hour = 0
        self._thinking = 0
        self._searches = 0
        self._known = False
        self.tier = ""
        self._steps: list[Iteration] = []

    def update(self, body: UsageBody | None) -> None:
        """Take in what an event reports."""
        if body is None:
            return
        self._known = True
        self._input = _later(body.input_tokens, self._input)
        self._output = _later(body.output_tokens, self._output)
        self._cached = _later(body.cache_read_input_tokens, self._cached)
        self._written = _later(body.cache_creation_input_tokens, self._written)
        self._update_rare(body)

    def usage(self) -> Usage:
        """What is known up to now."""
        return parts_beside(
            self._input,
            self._output,
            cached=self._cached,
            written=self._written,
            hour=self._hour,
            thinking=self._thinking,
            searches=self._searches,
            known=self._known,
        )

    @property
    def shares(self) -> tuple[Share, ...]:
        """The steps of a call, each at its own model, where they say more than the counts above.

        The counts are those of the answer alone: what an advisor, a declined model or the
        compaction of the history took is billed as well, and stands in the steps only. A step that
        wrote nothing is not billed.
        """
        shares = tuple(Share(one.model, _of(one)) for one in self._steps if one.output_tokens)
        total = NO_USAGE
        for share in shares:
            total = add(total, share.usage)
        own = self.usage()
        same = (total.input_tokens, total.output_tokens) == (own.input_tokens, own.output_tokens)
        if same and not any(share.model for share in shares):
            return ()
        searches = Usage(web_searches=self._searches)
        return (*shares, Share("", searches)) if shares and self._searches else shares

    def _update_rare(self, body: UsageBody) -> None:
        if body.cache_creation is not None:
            self._hour = _later(body.cache_creation.ephemeral_1h_input_tokens, self._hour)
        if body.output_tokens_details is not None:
            self._thinking = _later(body.output_tokens_details.thinking_tokens, self._thinking)
        if body.server_tool_use is not None:
            self._searches = _later(body.server_tool_use.web_search_requests, self._searches)
        if body.service_tier:
            self.tier = body.service_tier
        if body.iterations:
            self._steps = body.iterations


def _of(one: Iteration) -> Usage:
    creation = one.cache_creation or CacheCreation()
    return parts_beside(
        int(one.input_tokens or 0),
        int(one.output_tokens or 0),
        cached=int(one.cache_read_input_tokens or 0),
        written=int(one.cache_creation_input_tokens or 0),
        hour=int(creation.ephemeral_1h_input_tokens or 0),
    )


def _later(new: float | None, old: int) -> int:
    return old if new is None else int(new)
