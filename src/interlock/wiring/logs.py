"""Where log lines go, and what is taken out of them on the way: a traceback may quote a key."""

import logging
from collections.abc import Iterable
from typing import TextIO

from interlock.domain.redact import Redactor


class DiscreetFormatter(logging.Formatter):
    """Formats a record with its traceback, without known secrets.

    Args:
        redactor: Knows the secrets.
    """

    def __init__(self, redactor: Redactor) -> None:
        super().__init__(logging.BASIC_FORMAT)
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        """The line, or lines, of a record."""
        return self._redactor.text(super().format(record))


def log_to(stream: TextIO, level: str, secrets: Iterable[str]) -> None:
    """Send the log of the whole process to a stream, unless the program has set its own log up.

    Args:
        stream: Where lines go.
        level: ``debug``, ``info``, ``warning`` or ``error``.
        secrets: Values that must not appear in them.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(DiscreetFormatter(Redactor(secrets)))
    logging.basicConfig(level=level.upper(), handlers=[handler])
