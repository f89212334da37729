"""Secrets in the arguments of calls: exact for the tool, and never written down.

A model's answer is searched before it is recorded. What looks like a secret stays in memory and,
sealed, in the chest; a handle takes its place: in the log, on cards, in digests, and in what the
model reads of its own call. The gate puts the secret back for the schema, the policy and the tool.
A handle is good in its own conversation, in every process that has the key.
"""

import hashlib
import hmac
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from interlock.domain.arguments import ParseFault, parse_arguments
from interlock.domain.messages import Json
from interlock.domain.named_secrets import may_name_secrets
from interlock.domain.redact import Redactor, is_secret
from interlock.gate.chest import Chest, Place

MOST = 10_000
"""Secrets that are kept in memory; the one that was not used for longest goes first."""

_HANDLE = re.compile(r"\[secret [0-9a-f]{16}\]")
_MARK = "[secret "


NO_LONGER_KNOWN = (
    "These arguments stand for a secret that can't be read any more. "
    "The call did not run. Ask the user for the secret, and make the call again with it."
)
"""What a model reads of a call whose secrets are gone."""


class Opened(Struct, frozen=True):
    """Arguments as the tool gets them.

    Args:
        arguments: With the secrets in their places.
        secrets: Those, as text, so that a result can be searched for them.
        gone: A handle stands for nothing that is known here.
    """

    arguments: Json
    secrets: tuple[str, ...] = ()
    gone: bool = False


class Vault:
    """Keeps secrets for handles.

    Args:
        redactor: Knows what a secret looks like.
        key: Without it nobody can guess a secret from its handle; by default this process's own.
        chest: Keeps secrets beyond the process; None when they are kept in memory only.
    """

    def __init__(self, redactor: Redactor, key: bytes = b"", chest: Chest | None = None) -> None:
        self.redactor = redactor
        self._key = key or secrets.token_bytes(32)
        self._chest = chest
        self._kept: OrderedDict[tuple[Place, str], Json] = OrderedDict()

    def seal(self, raw: str, place: Place) -> str:
        """The arguments of a call as a model wrote them, with handles for secrets.

        Those that can't be read never run; in them secrets are just masked.
        """
        if not self._suspicious(raw):
            return raw
        arguments = parse_arguments(raw)
        if isinstance(arguments, ParseFault):
            return self.redactor.text(raw)
        found: dict[str, str] = {}
        sealed = self._sealed("", arguments, place, found)
        return _written(raw, sealed, found) if found else raw

    async def keep(self, sealed: str, place: Place) -> None:
        """Make the secrets behind the handles of a sealed text durable, before it is.

        Raises:
            StoreFailed: The database can't be written now.
        """
        handles = {handle: (place, handle) for handle in _HANDLE.findall(sealed)}
        known = {handle: self._kept[key] for handle, key in handles.items() if key in self._kept}
        if known and self._chest is not None:
            await self._chest.put(place, known)

    def open(self, arguments: Json, place: Place) -> Opened:
        """Arguments of the log as the tool gets them, with what is in memory."""
        return self._open(arguments, place, [])

    async def recall(self, arguments: Json, place: Place) -> Opened:
        """Arguments of the log as the tool gets them, whichever process sealed them.

        Raises:
            StoreFailed: The database can't be read now.
        """
        missing: list[str] = []
        opened = self._open(arguments, place, missing)
        if not missing or self._chest is None:
            return opened
        for handle, value in (await self._chest.get(place, missing)).items():
            self._remember(place, handle, value)
        return self.open(arguments, place)

    def _open(self, arguments: Json, place: Place, missing: list[str]) -> Opened:
        used: list[str] = []
        exact = self._exact(arguments, place, used, missing)
        return Opened(exact, tuple(used), bool(missing))

    def _suspicious(self, raw: str) -> bool:
        return "\\u" in raw or may_name_secrets(raw) or bool(self.redactor.spans(raw))

    def _sealed(self, name: str, value: Json, place: Place, found: dict[str, str]) -> Json:
        if is_secret(name, value):
            return self._keep(value, place, found)
        match value:
            case str():
                return self._in_text(value, place, found)
            case list():
                items = cast("list[Json]", value)
                return [self._sealed("", item, place, found) for item in items]
            case dict():
                members = cast("dict[str, Json]", value).items()
                return {key: self._sealed(key, item, place, found) for key, item in members}
            case _:
                return value

    def _in_text(self, text: str, place: Place, found: dict[str, str]) -> str:
        parts: list[str] = []
        at = 0
        for start, end in self.redactor.spans(text):
            parts += [text[at:start], self._keep(text[start:end], place, found)]
            at = end
        return "".join([*parts, text[at:]])

    def _keep(self, value: Json, place: Place, found: dict[str, str]) -> str:
        written = json.dumps(value, ensure_ascii=False)
        message = "\0".join([*place, written]).encode("utf-8", "surrogatepass")
        handle = f"{_MARK}{hmac.digest(self._key, message, hashlib.sha256).hex()[:16]}]"
        self._remember(place, handle, value)
        found[written] = handle
        return handle

    def _remember(self, place: Place, handle: str, value: Json) -> None:
        self._kept[place, handle] = value
        self._kept.move_to_end((place, handle))
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def _exact(self, value: Json, place: Place, used: list[str], missing: list[str]) -> Json:
        match value:
            case str():
                return self._filled(value, place, used, missing) if _MARK in value else value
            case list():
                items = cast("list[Json]", value)
                return [self._exact(item, place, used, missing) for item in items]
            case Mapping():
                members = cast("Mapping[str, Json]", value).items()
                return {key: self._exact(item, place, used, missing) for key, item in members}
            case _:
                return value

    def _filled(self, text: str, place: Place, used: list[str], missing: list[str]) -> Json:
        def kept(handle: str) -> Json:
            value = self._kept.get((place, handle))
            if value is None:
                missing.append(handle)
                return handle
            self._kept.move_to_end((place, handle))
            used.append(str(value))
            return value

        if _HANDLE.fullmatch(text):
            return kept(text)  # a number stays a number
        return _HANDLE.sub(lambda found: str(kept(found[0])), text)


def _written(raw: str, sealed: Json, found: Mapping[str, str]) -> str:
    """The model's own spelling where that is possible: what has streamed stays the beginning."""
    text = raw
    for written, handle in sorted(found.items(), key=lambda pair: -len(pair[0])):
        if written.startswith('"'):
            text = text.replace(written[1:-1], handle)
    if parse_arguments(text) == sealed:
        return text
    return json.dumps(sealed, ensure_ascii=False)
