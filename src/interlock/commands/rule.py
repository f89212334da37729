"""Standing rules: made by a yes that says "always", or by hand; taken back by those they serve."""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.audit import act
from interlock.domain.fingerprint import fingerprint
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import Json
from interlock.domain.principals import Principal
from interlock.domain.rights import ADMIN, APPROVER, may_always, may_approve
from interlock.domain.rules import DAY_MS, Rule, Where, Wish, exactly, fault, fits
from interlock.domain.tools import ToolSpec
from interlock.errors import Forbidden, Invalid, NotFound
from interlock.ports import Tx

MOST_CONDITIONS = 32


class NewRule(Struct, frozen=True, kw_only=True):
    """A rule that is made without a question.

    Args:
        principal: Who makes it.
        agent: Whose calls; the wish's ``any_agent`` makes it all agents'.
        spec: The tool as it is now.
        user: For whom; the wish's ``everybody`` makes it all users'.
        wish: How far and how long. Its ``where`` must be given.
        reason: Why, in words.
        channel: Through which door.
    """

    principal: Principal
    agent: str
    spec: ToolSpec
    user: str
    wish: Wish
    reason: str = ""
    channel: str = "api"


def wish_in(value: Json, asked: Interrupt, principal: Principal, most_days: int) -> Wish | None:
    """The wish for a rule in an answer that fits its question; None when there is none.

    Raises:
        Invalid: It comes with a no, with edited arguments, or makes no rule for this call.
        Forbidden: It reaches further than the principal's rights.
    """
    answer = cast("dict[str, Json]", value) if isinstance(value, dict) else {}
    if "always" not in answer:
        return None
    if answer.get("approved") is not True or "editedArgs" in answer:
        text = "Only a plain yes can be for always. Leave out always, or say yes without an edit."
        raise Invalid(text, "bad_rule")
    try:
        wish = msgspec.convert(answer["always"], Wish)
    except msgspec.ValidationError as error:
        raise Invalid(f"The rule is not well formed: {error}.", "bad_rule") from error
    arguments = cast("dict[str, Json]", asked.arguments or {})
    _check(wish, principal, most_days)
    where = exactly(arguments) if wish.where is None else wish.where
    if not fits(where, arguments, loose=wish.loose):
        raise Invalid("The rule would not cover the call that is asked about.", "bad_rule")
    return replace(wish, where=where)


def make_rule(
    tx: Tx, asked: Interrupt, wish: Wish, who: tuple[Principal, str, str], place: tuple[str, int]
) -> Rule:
    """Store the rule of an answer, in the answer's transaction.

    Args:
        tx: The transaction.
        asked: The question that was answered with a yes.
        wish: What ``wish_in`` found.
        who: Who answered, through which channel, and why.
        place: The id of the rule, and the time.
    """
    principal, channel, reason = who
    rule_id, now = place
    rule = Rule(
        id=rule_id,
        tenant=asked.tenant,
        user="" if wish.everybody else asked.user,
        agent="" if wish.any_agent else asked.agent,
        thread_id=asked.thread_id if wish.this_thread else "",
        tool=asked.tool,
        fingerprint=asked.fingerprint,
        where=wish.where or (),
        loose=wish.loose,
        created_by=principal.user,
        created_at=now,
        expires_at=now + wish.days * DAY_MS,
        interrupt_id=asked.id,
        reason=reason,
    )
    return _store(tx, rule, principal, channel)


def add_rule(tx: Tx, order: NewRule, place: tuple[str, int], most_days: int) -> Rule:
    """Store a rule that is made by hand. ``place`` is its id and the time.

    Raises:
        Forbidden: The principal may not approve such calls, or it reaches too far.
        Invalid: The tool is always asked about, or the rule is not well formed.
    """
    spec, wish, who = order.spec, order.wish, order.principal
    rule_id, now = place
    if spec.effect == "destructive" or spec.answered_by == "person":
        text = f"The tool {spec.name} is asked about each time. No rule can answer for a person."
        raise Invalid(text, "no_rule_for_tool")
    if wish.where is None or wish.this_thread:
        raise Invalid("Say what the arguments must be, and leave out this_thread.", "bad_rule")
    objection = may_approve(who, order.user, spec.approver, four_eyes=spec.four_eyes)
    if objection:
        raise Forbidden(objection, "may_not_answer")
    _check(wish, who, most_days)
    rule = Rule(
        id=rule_id,
        tenant=who.tenant,
        user="" if wish.everybody else order.user,
        agent="" if wish.any_agent else order.agent,
        tool=spec.name,
        fingerprint=fingerprint(spec),
        where=wish.where,
        loose=wish.loose,
        created_by=who.user,
        created_at=now,
        expires_at=now + wish.days * DAY_MS,
        reason=order.reason,
    )
    return _store(tx, rule, who, order.channel)


def revoke_rule(tx: Tx, who: Principal, rule_id: str, now: int, channel: str = "api") -> None:
    """Take a rule back. Doing so again is fine.

    Raises:
        NotFound: There is none, or it is none of the principal's business.
    """
    rule = tx.access.rules.get(rule_id)
    if rule is None or not may_revoke(who, rule):
        raise NotFound("There is no such rule.", "rule_not_found")
    if tx.access.rules.revoke(rule_id, who.user, now):
        done = act(who, "rule.revoke", rule_id, now, {"tool": rule.tool, "user": rule.user})
        tx.access.audit.record(replace(done, channel=channel))


def may_revoke(who: Principal, rule: Rule) -> bool:
    """Whether a rule is the principal's to see and to take back."""
    if rule.tenant != who.tenant:
        return False
    return who.user in {rule.user, rule.created_by} or not who.roles.isdisjoint({ADMIN, APPROVER})


def _check(wish: Wish, who: Principal, most_days: int) -> None:
    if not 1 <= wish.days <= most_days:
        text = f"A rule lasts 1 to {most_days} days." if most_days else "This server has no rules."
        raise Invalid(text, "bad_rule")
    where = wish.where or ()
    problem = fault(where)
    if problem or len(where) > MOST_CONDITIONS:
        raise Invalid(problem or f"A rule has at most {MOST_CONDITIONS} conditions.", "bad_rule")
    objection = may_always(who, wish)
    if objection:
        raise Forbidden(objection, "may_not_always")


def _store(tx: Tx, rule: Rule, who: Principal, channel: str) -> Rule:
    tx.access.rules.add(rule)
    details: dict[str, Json] = {
        "tool": rule.tool,
        "user": rule.user,
        "agent": rule.agent,
        "thread_id": rule.thread_id,
        "where": _plain(rule.where),
        "loose": rule.loose,
        "expires_at": rule.expires_at,
        "interrupt_id": rule.interrupt_id,
    }
    done = act(who, "rule.create", rule.id, rule.created_at, details)
    tx.access.audit.record(replace(done, channel=channel))
    return rule


def _plain(where: Sequence[Where]) -> list[Mapping[str, Json]]:
    return [cast("dict[str, Json]", msgspec.to_builtins(one)) for one in where]
