"""Rows that the store keeps beside the log: threads and runs. Each is a projection of events."""

from typing import Literal

from msgspec import Struct

from interlock.domain.events import RunStatus
from interlock.domain.usage import NO_USAGE, Usage


class Thread(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A conversation, owned by one user of one tenant.

    ``untrusted`` is sticky: once the thread has read content that nobody vouches for, it stays.
    ``deleted_at`` takes it out of its owner's sight; the log stays. Times in ms since the epoch.
    """

    id: str
    tenant: str
    user: str
    agent: str
    created_at: int
    updated_at: int
    title: str = ""
    untrusted: bool = False
    deleted_at: int = 0


class Rating(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person's word on an answer: ``value`` 1 is good, -1 is bad, 0 takes it back."""

    thread_id: str
    message_id: str
    user: str
    value: int
    rated_at: int
    comment: str = ""


class Run(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The execution of one request.

    ``hidden``: an edit or a regeneration replaced its turn; the log keeps it, the history does
    not. ``fence`` grows with each claim; a write with an old fence is refused. ``cancel_by`` is
    set when somebody asked to stop it. ``worker`` drives it until ``lease_until`` (ms since the
    epoch by the database's clock; 0: without a lease); ``attempts`` counts the claims since the
    run was last let go of in good order. Of one tenant's runs a higher ``priority`` goes first.
    ``key`` is the API key that it was begun with, if one was.
    """

    id: str
    tenant: str
    user: str
    thread_id: str
    turn_id: str
    agent: str
    status: RunStatus
    created_at: int
    resumes: str = ""
    channel: str = "api"
    ended_at: int = 0
    last_seq: int = 0
    fence: int = 0
    hidden: bool = False
    cancel_by: str = ""
    cancel_reason: str = ""
    code: str = ""
    text: str = ""
    brake: str = ""
    usage: Usage = NO_USAGE
    worker: str = ""
    lease_until: int = 0
    attempts: int = 0
    priority: int = 0
    key: str = ""


class Held(Struct, frozen=True):
    """A run that a worker still holds, and who asked to stop it, if anybody did."""

    run_id: str
    cancel_by: str = ""
    cancel_reason: str = ""


class Replay(Struct, frozen=True):
    """What an idempotent request got the first time: the same request gets it again.

    ``body_digest`` is the SHA-256 of the request; the same key with another body is refused.
    """

    body_digest: str
    status: Literal["run", "answer"]
    subject: str
