"""Who may see, answer, allow for good, and administer."""

from collections.abc import Iterable

from interlock.domain.interrupts import Interrupt
from interlock.domain.principals import Principal
from interlock.domain.rules import Rule, Wish

ADMIN = "admin"
"""The role that sees its whole tenant, and administers it."""

APPROVER = "approver"
"""The role that sees and answers the questions of its tenant's other users."""

EDITOR = "editor"
"""The role that may change a call's arguments when it approves them; an admin may, too."""

OPERATOR = "operator"
"""The role that looks after the tenants of an installation. Only an operator can give it."""


def may_see(principal: Principal, question: Interrupt) -> bool:
    """Whether the question exists for this principal at all."""
    if principal.tenant != question.tenant:
        return False
    if principal.user == question.user:
        return True
    wanted = {ADMIN, APPROVER, question.approver} - {""}
    return not wanted.isdisjoint(principal.roles)


def may_answer(principal: Principal, question: Interrupt) -> str:
    """Empty when the principal may answer a question that it sees, else why not."""
    if "approve" not in principal.scopes:
        return "This key may not answer questions. Use one with the scope approve."
    return _objection(principal, question.user, question.approver, four_eyes=question.four_eyes)


def may_approve(principal: Principal, user: str, approver: str, *, four_eyes: bool) -> str:
    """Empty when the principal may approve a user's call of a tool beforehand, else why not."""
    if "approve" not in principal.scopes:
        return "This key may not approve. Use one with the scope approve."
    seen = {ADMIN, APPROVER, approver} - {""}
    if principal.user != user and seen.isdisjoint(principal.roles):
        return "Approving the calls of others needs the role approver."
    return _objection(principal, user, approver, four_eyes=four_eyes)


def _objection(principal: Principal, user: str, approver: str, *, four_eyes: bool) -> str:
    if four_eyes and principal.user == user:
        return "Somebody else must answer this: the tool wants a second person."
    if approver and approver not in principal.roles:
        return f"Answering this needs {_named(approver)}."
    return ""


def may_edit(principal: Principal) -> bool:
    """Whether the principal may change arguments while approving them."""
    return not {ADMIN, EDITOR}.isdisjoint(principal.roles)


def may_always(principal: Principal, wish: Wish) -> str:
    """Empty when somebody who may approve a call may also make this rule of it, else why not."""
    if wish.wide and ADMIN not in principal.roles:
        return "A rule beyond one user, one agent or known arguments needs the role admin."
    return ""


def still_stands(
    rule: Rule, maker: Iterable[str], user: str, approver: str, *, four_eyes: bool
) -> bool:
    """Whether the maker of a rule could approve such a call today; if not, the rule is silent.

    Args:
        rule: The rule.
        maker: The roles that its maker has now.
        user: Whose call it is.
        approver: The role or group that the call asks for; empty for none.
        four_eyes: Whether the user may not approve it themselves.
    """
    roles = frozenset(maker)
    if four_eyes and rule.created_by == user:
        return False
    if approver and approver not in roles:
        return False
    if rule.created_by != user and roles.isdisjoint({ADMIN, APPROVER, approver} - {""}):
        return False
    wide = not rule.user or not rule.agent or rule.loose
    return not wide or ADMIN in roles


def may_administer(principal: Principal) -> bool:
    """Whether the principal may look after the users, keys and rules of its tenant."""
    return ADMIN in principal.roles and "admin" in principal.scopes


def may_operate(principal: Principal) -> bool:
    """Whether the principal may look after the tenants of the installation."""
    return OPERATOR in principal.roles and "admin" in principal.scopes


def may_grant(principal: Principal, roles: Iterable[str]) -> str:
    """Empty when an administrator may give these roles, else why not."""
    if OPERATOR in roles and OPERATOR not in principal.roles:
        return "Only an operator can make an operator."
    return ""


def may_scope(principal: Principal, scopes: Iterable[str]) -> str:
    """Empty when the principal may make a key with these scopes, else why not."""
    more = sorted(set(scopes) - principal.scopes)
    return f"Your own key lacks the scope {more[0]}, so it can't give it." if more else ""


def _named(approver: str) -> str:
    group = approver.removeprefix("group:")
    return f"the role {approver}" if group == approver else f"a member of the group {group}"
