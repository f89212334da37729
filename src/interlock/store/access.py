"""Who may come in, and what stands without asking: four repositories over one session."""

from interlock.ports import access
from interlock.store.audit import Audit
from interlock.store.keys import Keys
from interlock.store.people import People
from interlock.store.rules import Rules
from interlock.store.session import Session


class Access:
    """``ports.access.Access`` over a session."""

    def __init__(self, session: Session) -> None:
        self.keys = Keys(session)
        self.people = People(session)
        self.rules = Rules(session)
        self.audit = Audit(session)


_fits: type[access.Access] = Access
