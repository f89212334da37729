"""Secrets, taken out of whatever is about to leave: those that are known, then what looks like one.

One redactor is used at every exit: results, errors, progress and exhibits of tools, arguments of
calls, the words of providers, notices, and log lines.
"""

import re
from collections.abc import Iterable, Sequence
from json import dumps
from string import ascii_lowercase, ascii_uppercase
from typing import cast
from urllib.parse import quote

from interlock.domain.messages import Json
from interlock.domain.named_secrets import is_secret_field, is_secret_value, named_values
from interlock.domain.shapes import EVERYWHERE, IN_LOGS, RUN, SHORTEST, Shape, Span

MASK = "[redacted]"
SHORTEST_KNOWN = 8
"""Shorter values would mask ordinary words."""

_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Redactor:
    """Replaces secrets by ``[redacted]``.

    Args:
        secrets: Known values such as API keys; those under eight characters are left alone.
        shapes: Forms that are taken for secrets wherever they are.
    """

    def __init__(self, secrets: Iterable[str] = (), shapes: Sequence[Shape] = EVERYWHERE) -> None:
        found = {form for secret in secrets for form in _forms(secret)}
        self._secrets = sorted(found, key=len, reverse=True)
        self._shapes = tuple(shapes)

    def for_logs(self) -> "Redactor":
        """One that is stricter where a number too many does no harm."""
        return Redactor(self._secrets, IN_LOGS)

    def also(self, secrets: Iterable[str]) -> "Redactor":
        """One that knows more values."""
        more = [secret for secret in secrets if len(secret) >= SHORTEST_KNOWN]
        return Redactor([*self._secrets, *more], self._shapes) if more else self

    def text(self, text: str) -> str:
        """The text without secrets, and fit for a log: half characters become U+FFFD.

        A file name that is not UTF-8 brings them, by way of an error's words.
        """
        spans = self.spans(text)
        if spans:
            text = _masked(text, spans)
        return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)

    def spans(self, text: str) -> list[Span]:
        """Where secrets are, in order and apart from one another."""
        if len(text) < SHORTEST_KNOWN:
            return []
        found = [span for secret in self._secrets for span in _places(text, secret)]
        if len(text) >= SHORTEST and self._shapes:
            folded = _fold(text)
            found += self._shaped(text, folded)
            if "=" in text or ":" in text:
                found += named_values(text, folded)
        return _apart(found) if found else []

    def _shaped(self, text: str, folded: str) -> list[Span]:
        """What looks like a secret. Mostly nothing does, and then this is all that it costs."""
        found: list[Span] = []
        dense = RUN.search(text) is not None
        for shape in self._shapes:
            if shape.dense and not dense:
                continue
            where = folded if shape.folded else text
            for needle in shape.needles:
                if needle in where:
                    found += shape.find(text)
                    break
        return found

    def json(self, value: Json) -> Json:
        """A JSON value without secrets, keys included."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in cast("list[Json]", value)]
        if isinstance(value, dict):
            items = cast("dict[str, Json]", value).items()
            return {self.text(key): self._member(key, item) for key, item in items}
        return value

    def _member(self, name: str, value: Json) -> Json:
        if self._shapes and is_secret(name, value):
            return MASK
        return self.json(value)


def is_secret(name: str, value: Json) -> bool:
    """Whether a member of an object is a secret by its name."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    return is_secret_field(name) and is_secret_value(name, str(value))


def _fold(text: str) -> str:
    """Lower case, of the same length: a few letters have a lower case of two characters."""
    folded = text.lower()
    return folded if len(folded) == len(text) else text.translate(_ASCII_LOWER)


def _forms(secret: str) -> set[str]:
    """A value as it is, in an address, and in JSON."""
    if len(secret) < SHORTEST_KNOWN:
        return set()
    return {secret, quote(secret, safe=""), dumps(secret)[1:-1]}


def _places(text: str, secret: str) -> list[Span]:
    found: list[Span] = []
    start = text.find(secret)
    while start >= 0:
        found.append((start, start + len(secret)))
        start = text.find(secret, start + len(secret))
    return found


def _apart(spans: list[Span]) -> list[Span]:
    """Sorted, and those that touch as one."""
    spans.sort()
    merged = [spans[0]]
    for start, end in spans[1:]:
        if start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _masked(text: str, spans: list[Span]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], MASK]
        at = end
    return "".join([*parts, text[at:]])
