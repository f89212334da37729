"""Who may see and who may answer a question."""

from interlock.domain.interrupts import Interrupt
from interlock.domain.principals import Principal

ADMIN = "admin"
"""The role that sees its whole tenant."""

APPROVER = "approver"
"""The role that sees and answers the questions of its tenant's other users."""

EDITOR = "editor"
"""The role that may change a call's arguments when it approves them; an admin may, too."""


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
    if question.four_eyes and principal.user == question.user:
        return "Somebody else must answer this: the tool wants a second person."
    if question.approver and question.approver not in principal.roles:
        return f"Answering this needs the role {question.approver}."
    return ""


def may_edit(principal: Principal) -> bool:
    """Whether the principal may change arguments while approving them."""
    return not {ADMIN, EDITOR}.isdisjoint(principal.roles)
