"""The connection to Redis or Valkey, version 7 or newer, and the scripts that run inside it."""

import asyncio
import logging
from importlib import resources
from typing import Any, cast

from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from interlock.errors import ConfigError

_log = logging.getLogger(__name__)

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 4.0
"""How long Redis may take. Longer than any wait that we ask of it."""

WAIT_SECONDS = 2.0
"""The longest that we let Redis keep us waiting for work."""

PAUSE_SECONDS = 1.0
"""Between two tries while it is down."""

DOWN = (RedisError, OSError)
"""What says that Redis does not answer as it should. Whatever it is, the store has the facts."""


class Link(Struct, frozen=True):
    """How to reach Redis.

    Args:
        url: ``redis://``, ``rediss://`` or ``unix://``.
        prefix: Begins every key. Installations that share a server differ in it.
    """

    url: str
    prefix: str = "interlock"

    @property
    def base(self) -> str:
        """What our keys begin with. The braces keep them together in a Redis Cluster."""
        return f"{{{self.prefix}}}"

    def client(self) -> Any:  # noqa: ANN401 - the client's own types are partial
        """A client that fails fast instead of trying again: whoever uses it knows what to do.

        Raises:
            ConfigError: The URL is none of Redis.
        """
        try:
            make = cast("Any", Redis).from_url
            return make(
                self.url,
                decode_responses=True,
                socket_connect_timeout=CONNECT_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError as error:
            raise ConfigError(f"INTERLOCK_REDIS_URL is wrong: {error}") from error


def script(name: str) -> str:
    """The text of ``lua/NAME.lua``."""
    return (resources.files("interlock.bus") / "lua" / f"{name}.lua").read_text("utf-8")


def heed() -> None:
    """End this task if it was told to. For loops that use the client, before they go round again.

    A cancellation can get lost in the client: where two tasks share a connection, another error
    takes its place while the connection is given up. The loop would go on, and its process with it.

    Raises:
        asyncio.CancelledError: Somebody cancelled the task, and it is still here.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class Hearing:
    """Whether Redis answers, and one line in the log whenever that changes.

    Args:
        what: What uses it, for the log.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self.deaf = False

    def lost(self, error: Exception) -> bool:
        """It does not answer. True when it did a moment ago."""
        changed, self.deaf = not self.deaf, True
        if changed:
            _log.warning("%s: Redis does not answer (%s); the store is asked", self._what, error)
        return changed

    def heard(self) -> bool:
        """It answers. True when it did not a moment ago."""
        changed, self.deaf = self.deaf, False
        if changed:
            _log.warning("%s: Redis answers again", self._what)
        return changed
