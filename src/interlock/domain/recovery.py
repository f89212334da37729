"""What can still help after a call ended. Clients offer this and nothing else.

A table beside the lifecycles, for the same reason: one place to ask.
"""

from typing import Literal

from interlock.domain.tools import OutcomeKind

Recovery = Literal[
    "retry",  # the same call again
    "edit",  # the same tool with other arguments
    "ask",  # put the question anew
    "check",  # find out whether it took effect, before anything else
]

RECOVERY: dict[OutcomeKind, tuple[Recovery, ...]] = {
    "done": (),
    "failed": ("edit", "retry"),
    "timed_out": ("check",),
    "cancelled": ("check",),
    "invalid": ("edit",),
    "unknown_tool": (),
    "refused": (),
    "rejected": (),
    "expired": ("ask",),
    "superseded": (),
    "skipped": ("check",),
    "unavailable": ("check",),
}
"""By outcome, the most helpful first. ``check`` stands where an effect may have happened; for a
tool that changes nothing it means ``retry``. A policy's refusal and a person's no are answers:
nothing is offered that would wear them down. Whoever superseded a question chose to go on.

It holds for the newest turn once that has ended. While it runs, the agent reads the failure itself;
while it waits, each of these is a new message, and would supersede the open questions; and what
came after an older turn has gone on from there."""
