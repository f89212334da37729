"""Standing rules over HTTP: list, make by hand, take back."""

from msgspec import Struct

from interlock.commands.rule import NewRule, may_revoke
from interlock.domain.rights import ADMIN, APPROVER
from interlock.domain.rules import Rule, Where, Wish
from interlock.errors import Invalid, NotFound
from interlock.ports.access import Page
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class RuleIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule to be made by hand.

    Args:
        agent: Whose calls.
        tool: Of which tool; not one that destroys.
        where: What the arguments must be; those not named must be absent.
        user: For whom; empty for oneself.
        days: How long; the setting ``rule_days`` is the most.
        loose: Arguments that ``where`` does not name may be anything; needs the role admin.
        any_agent: Also when another agent makes the call; needs the role admin.
        everybody: For every user of the tenant; needs the role admin.
        reason: Why, in words.
    """

    agent: str
    tool: str
    where: tuple[Where, ...]
    user: str = ""
    days: int = 7
    loose: bool = False
    any_agent: bool = False
    everybody: bool = False
    reason: str = ""


class RuleView(Struct, frozen=True, kw_only=True):
    """A rule, and whether it counts now."""

    rule: Rule
    live: bool


class RuleList(Struct, frozen=True):
    """Rules, newest first. ``before`` asks for older ones; None when there are none."""

    rules: list[RuleView]
    before: str | None = None


async def list_rules(call: Call) -> Reply:
    """The rules of and by the caller; an approver's list holds everybody's."""
    limit, who = call.number("limit", PAGE, 1, MOST), call.principal
    page = Page(limit=limit, before=call.query("before") or "")
    now = call.parts.clock.now()
    everybody = not who.roles.isdisjoint({ADMIN, APPROVER})
    since = 0 if call.query("all") == "1" else now
    rules = await call.parts.store.read(
        lambda reader: reader.access.rules.page(who, page, everybody=everybody, now=since)
    )
    shown = [RuleView(rule=one, live=one.good(now)) for one in rules]
    return json_reply(RuleList(shown, rules[-1].id if len(rules) == limit else None))


async def show_rule(call: Call) -> Reply:
    """One rule."""
    rule_id = call.path("rule_id")
    rule = await call.parts.store.read(lambda reader: reader.access.rules.get(rule_id))
    if rule is None or not may_revoke(call.principal, rule):
        raise NotFound("There is no such rule.", "rule_not_found")
    return json_reply(RuleView(rule=rule, live=rule.good(call.parts.clock.now())))


async def add_rule(call: Call) -> Reply:
    """Make a rule by hand."""
    body = await call.read(RuleIn)
    agent = call.parts.agents.get(body.agent)
    if agent is None:
        raise NotFound("There is no such agent. GET /v1/agents lists them.", "agent_not_found")
    tool = agent.tool(body.tool)
    if tool is None:
        raise Invalid(f"The agent {agent.name} has no tool {body.tool}.", "unknown_tool")
    order = NewRule(
        principal=call.principal,
        agent=agent.name,
        spec=tool.spec,
        user=body.user or call.principal.user,
        wish=Wish(
            days=body.days,
            where=body.where,
            loose=body.loose,
            any_agent=body.any_agent,
            everybody=body.everybody,
        ),
        reason=body.reason,
        channel=call.channel,
    )
    rule = await call.parts.access.add_rule(order)
    where = (b"location", f"/v1/rules/{rule.id}".encode())
    return json_reply(RuleView(rule=rule, live=True), 201, (where,))


async def revoke_rule(call: Call) -> Reply:
    """Take a rule back."""
    await call.parts.access.revoke_rule(call.principal, call.path("rule_id"), call.channel)
    return Reply(status=204, headers=())


ROUTES = (
    Route(
        method="GET",
        path="/v1/rules",
        handler=list_rules,
        summary="Standing rules that the caller may see, newest first.",
        response=RuleList,
        query=(
            Query("all", "1 lists those that are over, too.", "integer"),
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "What the page before said."),
        ),
    ),
    Route(
        method="POST",
        path="/v1/rules",
        handler=add_rule,
        summary="Make a standing rule by hand.",
        body=RuleIn,
        response=RuleView,
        status=201,
        errors=(404, 413, 415, 422),
        needs="approve",
    ),
    Route(
        method="GET",
        path="/v1/rules/{rule_id}",
        handler=show_rule,
        summary="One standing rule.",
        response=RuleView,
        errors=(404,),
    ),
    Route(
        method="DELETE",
        path="/v1/rules/{rule_id}",
        handler=revoke_rule,
        summary="Take a standing rule back; it counts no more at once.",
        status=204,
        errors=(404,),
        needs="approve",
    ),
)
