"""Known secrets, taken out of whatever is about to leave."""

import re
from collections.abc import Iterable
from typing import cast

from interlock.domain.messages import Json

MASK = "[redacted]"
SHORTEST = 8
"""Shorter values would mask ordinary words."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Redactor:
    """Replaces the values of known secrets by ``[redacted]``.

    Args:
        secrets: Values such as API keys; those under eight characters are left alone.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        found = {secret for secret in secrets if len(secret) >= SHORTEST}
        self._secrets = sorted(found, key=len, reverse=True)

    def text(self, text: str) -> str:
        """The text without secrets, and fit for a log: half characters become U+FFFD.

        A file name that is not UTF-8 brings them, by way of an error's words.
        """
        for secret in self._secrets:
            text = text.replace(secret, MASK)
        return _LONE_SURROGATE.sub("\ufffd", text)

    def json(self, value: Json) -> Json:
        """A JSON value without secrets, keys included."""
        if not self._secrets:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in cast("list[Json]", value)]
        if isinstance(value, dict):
            items = cast("dict[str, Json]", value).items()
            return {self.text(key): self.json(item) for key, item in items}
        return value
