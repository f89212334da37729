"""Standing rules: a person's "always allow this", bound to arguments, for a while.

A rule answers a question before it is asked, so it is narrow by default: one user, one agent, one
tool exactly as it was shown, the very arguments, a few days. On the attacks of AgentDojo a rule
that names the tool alone let one attack in eight through. Fields that a rule does not name must be
absent from the call; only a rule that an administrator made ``loose`` lets them be anything.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from interlock.domain.canonical import digest
from interlock.domain.messages import Json

DAY_MS = 24 * 3600 * 1000

_BARE_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(//[^/?#]*)?\Z")
_CLIMBS = re.compile(r"(^|[/\\])\.\.?([/\\?#]|\Z)|%2e|%2f|%5c|\\|[\x00-\x1f\x7f]", re.IGNORECASE)


class Where(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one argument must be: exactly ``equals``, a text that begins with ``prefix``, or any.

    Args:
        field: The name of an argument.
        equals: The value, compared in canonical form; 1 and 1.0 are the same.
        prefix: The beginning. What follows must not climb out of it (``..``, escapes, backslashes).
        any: Whatever it is.
    """

    field: str
    equals: Json | UnsetType = UNSET
    prefix: str = ""
    any: bool = False


class Rule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A standing permission. An empty ``user``, ``agent`` or ``thread_id`` means everyone's, any.

    Args:
        id: ``rule_…``.
        tenant: Whose it is.
        user: Whose calls it lets run.
        agent: Of which agent.
        thread_id: In which conversation.
        tool: The tool's name.
        fingerprint: The tool as it was shown (``domain.fingerprint``); another one is asked about.
        where: What the arguments must be.
        loose: Arguments that ``where`` does not name may be anything.
        created_by: Who made it. It counts only while they may still approve such calls.
        created_at: Ms since the epoch, as all times.
        expires_at: It always has an end.
        revoked_at: 0 while it is good.
        revoked_by: Who took it back.
        interrupt_id: The question whose answer made it; empty when it was made without one.
        reason: Why, in words.
    """

    id: str
    tenant: str
    user: str
    agent: str
    tool: str
    fingerprint: str
    created_by: str
    created_at: int
    expires_at: int
    thread_id: str = ""
    where: tuple[Where, ...] = ()
    loose: bool = False
    revoked_at: int = 0
    revoked_by: str = ""
    interrupt_id: str = ""
    reason: str = ""

    def good(self, now: int) -> bool:
        """Whether it counts at this time."""
        return not self.revoked_at and now < self.expires_at


class Wish(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a person asks for with "always allow". Left as it is, it is as narrow as can be.

    Args:
        days: How long; the setting ``rule_days`` is the most.
        where: What the arguments must be; left out, exactly those of the call at hand.
        loose: Let arguments that ``where`` does not name be anything; for administrators.
        this_thread: Only in this conversation.
        any_agent: Also when another agent makes the call; for administrators.
        everybody: For the calls of every user of the tenant; for administrators.
    """

    days: int = 7
    where: tuple[Where, ...] | None = None
    loose: bool = False
    this_thread: bool = False
    any_agent: bool = False
    everybody: bool = False

    @property
    def wide(self) -> bool:
        """Whether it reaches further than the user's own calls with known arguments."""
        return self.loose or self.any_agent or self.everybody


class Attempt(Struct, frozen=True, kw_only=True):
    """A call that a rule might let run."""

    tenant: str
    user: str
    agent: str
    thread_id: str
    tool: str
    fingerprint: str
    arguments: Mapping[str, Json]


def exactly(arguments: Mapping[str, Json]) -> tuple[Where, ...]:
    """The narrowest condition: these arguments and no others."""
    return tuple(Where(field=name, equals=arguments[name]) for name in sorted(arguments))


def covers(rule: Rule, call: Attempt, now: int) -> bool:
    """Whether a rule lets a call run."""
    same = (
        rule.tenant == call.tenant
        and rule.tool == call.tool
        and rule.fingerprint == call.fingerprint
        and rule.user in {"", call.user}
        and rule.agent in {"", call.agent}
        and rule.thread_id in {"", call.thread_id}
    )
    return same and rule.good(now) and fits(rule.where, call.arguments, loose=rule.loose)


def fits(where: Sequence[Where], arguments: Mapping[str, Json], *, loose: bool = False) -> bool:
    """Whether arguments are what the conditions say. Fields they do not name must be absent."""
    named = {one.field for one in where}
    if not loose and not named.issuperset(arguments):
        return False
    return all(_holds(one, arguments) for one in where)


def fault(where: Sequence[Where]) -> str:
    """What is wrong with conditions, in words that say what to change; empty when nothing is."""
    names = [one.field for one in where]
    if len(set(names)) != len(names):
        return "Name each argument once."
    for one in where:
        if sum((one.equals is not UNSET, bool(one.prefix), one.any)) != 1:
            return f"Say one of equals, prefix and any for {one.field}."
        if one.prefix and _CLIMBS.search(one.prefix):
            return f"The prefix for {one.field} must not hold '..', escapes or backslashes."
        if _BARE_HOST.match(one.prefix):
            return f"End the host in the prefix for {one.field} with '/', or other hosts fit, too."
    return ""


def _holds(one: Where, arguments: Mapping[str, Json]) -> bool:
    if one.any:
        return True
    if one.field not in arguments:
        return False
    value = arguments[one.field]
    if one.equals is not UNSET:
        return digest(value) == digest(one.equals)
    if not one.prefix or not isinstance(value, str) or not value.startswith(one.prefix):
        return False
    return _CLIMBS.search(value) is None
