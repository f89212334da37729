"""What only a server with accounts can do."""

from interlock.domain.principals import Principal
from interlock.domain.rights import may_administer
from interlock.errors import Conflict, Forbidden
from interlock.server.parts import ServerParts


def refuse_without_accounts(parts: ServerParts) -> None:
    """Turn away what makes no sense where there is one user with one token.

    Raises:
        Conflict: The server runs in local mode.
    """
    if not parts.identities:
        text = "This server has one user and one token. Set auth to server to have accounts."
        raise Conflict(text, "local_mode")


def refuse_unless_admin(principal: Principal) -> None:
    """Turn away everybody who does not look after the tenant.

    Raises:
        Forbidden: No administrator, or a key without the scope.
    """
    if not may_administer(principal):
        raise Forbidden("This needs the role admin.", "not_admin")
