"""Interrupts: one mechanism for every question to a person.

A question is a stored row. It is answered by compare-and-swap from ``open``; the table below is
the only place that says what may follow what.
"""

from typing import Literal, cast

from msgspec import Struct

from interlock.domain.messages import Json

InterruptKind = Literal["approval", "input", "brake", "indeterminate"]
InterruptStatus = Literal["open", "answered", "expired", "superseded", "cancelled"]

NEXT: dict[str, frozenset[str]] = {
    "open": frozenset({"answered", "expired", "superseded", "cancelled"}),
    "answered": frozenset(),
    "expired": frozenset(),
    "superseded": frozenset(),
    "cancelled": frozenset(),
}
"""The lifecycle of a question. Everything but ``open`` is final."""

DEFAULT_EXPIRY_MS = 7 * 24 * 3600 * 1000
"""How long a question stays open when nobody says otherwise: seven days."""


class Interrupt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question to a person, exactly as it is asked.

    ``digest`` binds an approval to the SHA-256 of the canonical, validated arguments, and
    ``fingerprint`` to the tool as it was shown (``domain.fingerprint``). ``schema`` is the JSON
    Schema of the answer. Times in ms since the epoch. ``untrusted`` says that the thread had read
    content that nobody vouches for when the question was asked. ``approver`` is a role or a group
    that the answer needs; ``four_eyes`` keeps the run's own user from answering; ``standing`` lets
    a yes carry ``always``, which makes a rule (``domain.rules``).
    """

    id: str
    kind: InterruptKind
    tenant: str
    user: str
    thread_id: str
    run_id: str
    turn_id: str
    agent: str
    question: str
    schema: dict[str, Json]
    opened_at: int
    expires_at: int
    call_id: str = ""
    tool: str = ""
    arguments: Json = None
    digest: str = ""
    fingerprint: str = ""
    code: str = ""
    untrusted: bool = False
    approver: str = ""
    four_eyes: bool = False
    standing: bool = False


class Decision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a question, who said so, when, why and through which door.

    ``answer`` obeys the interrupt's schema when ``status`` is ``answered``. ``channel`` is ``api``,
    ``agui``, ``aisdk``, ``cli``, ``web`` or ``system``.
    """

    status: InterruptStatus
    by: str
    at: int
    channel: str
    answer: Json = None
    reason: str = ""

    @property
    def says_yes(self) -> bool:
        """Whether somebody answered with a clear ``approved: true``."""
        return self.status == "answered" and self.field("approved") is True

    def field(self, name: str) -> Json:
        """A member of the answer, or None."""
        if not isinstance(self.answer, dict):
            return None
        return cast("dict[str, Json]", self.answer).get(name)


class Question(Struct, frozen=True, kw_only=True):
    """A stored interrupt with its decision, if there is one."""

    interrupt: Interrupt
    decision: Decision | None = None

    @property
    def status(self) -> InterruptStatus:
        """Where the question stands."""
        return "open" if self.decision is None else self.decision.status
