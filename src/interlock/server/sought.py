"""Which runs somebody looks for: by status and agent, or behind a figure of the dashboard."""

from interlock.domain.cursor import Cursor
from interlock.domain.figures import KINDS, Mark
from interlock.ports.figures import Sought
from interlock.server.call import Call
from interlock.server.problems import Unacceptable
from interlock.server.route import Query

_LONGEST = 10**15
_ENDED = Mark("run", "", "ended")

SEEKING = (
    Query("status", "Only runs in this status, for example failed."),
    Query("agent", "Only runs of this agent."),
    Query("tool", "Only runs in which a model chose this tool."),
    Query("outcome", "With tool: only with a call of it that ended so, for example refused."),
    Query("behind", "Only runs behind this figure: KIND:NAME:WHAT, for example tool::refused."),
    Query("version", "Only runs of this version of the agent. For runs that are over."),
    Query("since", "Only runs that ended from then on, ms since the epoch.", "integer"),
    Query("until", "Only runs that ended before, ms since the epoch.", "integer"),
    Query("least", "With behind: only with so large a count there, or so many ms.", "integer"),
)


def sought_runs(call: Call, limit: int, before: Cursor | None) -> Sought | None:
    """What a request looks for; None when it names nothing.

    Raises:
        Unacceptable: 400, it is no figure, or an outcome without a tool.
    """
    if all(call.query(one.name) is None for one in SEEKING):
        return None
    mark = _mark(call)
    ended = ("version", "since", "until")
    if mark is None and any(call.query(name) is not None for name in ended):
        mark = _ENDED
    return Sought(
        mark=mark,
        since=call.number("since", 0),
        until=call.number("until", _LONGEST),
        least=call.number("least", -_LONGEST),
        status=call.query("status") or "",
        agent=call.query("agent") or "",
        version=call.query("version") or "",
        limit=limit,
        before=before,
    )


def _mark(call: Call) -> Mark | None:
    behind, tool, outcome = (call.query(name) for name in ("behind", "tool", "outcome"))
    if behind is None:
        if tool is None and outcome is not None:
            raise Unacceptable(400, "bad_query", "Send outcome together with tool.")
        return None if tool is None else Mark("tool", tool, outcome or "chosen")
    kind, _, rest = behind.partition(":")
    name, colon, what = rest.rpartition(":")
    if kind not in KINDS or not colon or not what:
        text = f"behind is KIND:NAME:WHAT; kinds are {', '.join(KINDS)}."
        raise Unacceptable(400, "bad_query", text)
    return Mark(kind, name, what)
