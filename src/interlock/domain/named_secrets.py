"""Secrets that are known by their name: ``password = …``, ``"api_key": "…"``."""

import re
from collections.abc import Iterator

_NAME = (
    r"(?:password|passwd|pwd|passphrase|passwort|client[-_]?secret|secret(?:[-_]?(?:access[-_]?)?key)?"
    r"|api[-_]?key|access[-_]?key|private[-_]?key|encryption[-_]?key|signing[-_]?key"
    r"|account[-_]?key|(?:access|auth|refresh|api|bearer|session|secret|private)[-_]?token)"
)
_ENDS = ("password", "passwd", "pwd", "passphrase", "passwort", "secret", "key", "token")
_NAMED = re.compile(rf"(?:[a-z0-9]{{1,24}}[-_]){{0,3}}{_NAME}")
_BEHIND_NAME = re.compile(r"[:=]")
_LAST_WORD = re.compile(r"(?:\\[nrt](?=[a-z]))?([a-z0-9_-]*)\Z")
_VALUE = re.compile(r"[:=]{0,2}>?[ ]?(?P<q>\\{0,7}['\"])?(?P<s>[^\s'\"\\,;&<>(){}\[\]$*`|]{6,512})")
_NAME_LENGTH = 64

_FIELD = re.compile(
    rf"(?:[a-z0-9]{{1,24}}[-_]){{0,3}}{_NAME}"
    r"|(?:proxy[-_])?authorization|(?:set[-_])?cookie|token|jwt|credentials?"
    r"|cvv2?|cvc2?|pin|card[-_]?number|(?:credit|debit)[-_]?card(?:[-_]?number)?|pan|ssn",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ASSIGNED = re.compile(r"([A-Za-z0-9_-]{3,64}+)(?:\\{0,7}['\"])?[ ]?[:=]", re.ASCII)
_HEADED = re.compile(r"(?i:\b(?:bearer|basic)[ ])|-----BEGIN ")
_WORDS = (
    *("pass", "pwd", "secret", "key", "token", "authorization", "cookie", "jwt", "credential"),
    *("cvv", "cvc", '"pin', "card", '"pan', "ssn"),
)
_SHORT = frozenset({"cvv", "cvv2", "cvc", "cvc2", "pin"})
_VAGUE = frozenset({"token", "jwt", "credential", "credentials", "secret"})
_CARD = re.compile(r"[2-6]\d{3}[ -]?\d{4,6}[ -]?\d{4,5}[ -]?\d{0,7}", re.ASCII)
_SSN = re.compile(r"\d{3}-\d{2}-\d{4}", re.ASCII)
_STAND_INS = re.compile(
    r"(?:x+|\*+|\.+|-+|_+|none|null|true|false|undefined|string|text|str|required|optional|example|"
    r"placeholder|redacted|hidden|secret|password|passwd|pass|pw|pwd|changeme|change[-_]me|token|value|"
    r"(?:your|my|the|some|a|an|new|old|user|db|test|this|self|process|config|settings|env|os|args|"
    r"getenv)[-_.].*|.*[-_](?:here|name|id|field|type|key|file|path|hash|url|env|var))",
    re.IGNORECASE | re.DOTALL,
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_]*(?:\.[A-Za-z_]\w*)*", re.ASCII)


def named_values(text: str, folded: str) -> Iterator[tuple[int, int]]:
    """Where values stand behind the name of a secret and a colon or an equals sign.

    Args:
        text: Any text.
        folded: The same in lower case, as long.
    """
    for sign in _BEHIND_NAME.finditer(folded):
        start = sign.start()
        left = folded[max(0, start - _NAME_LENGTH) : start].rstrip(" '\"\\:")
        if not left.endswith(_ENDS):
            continue
        name = _LAST_WORD.search(left)
        if name is None or not _NAMED.fullmatch(name[1].lstrip("-_")):
            continue
        found = _VALUE.match(text, start)
        if found is not None and _is_value(name[1], found):
            yield found.span("s")


def _is_value(name: str, found: re.Match[str]) -> bool:
    text, end = found["s"], found.end("s")
    if name.endswith(("key", "token")) and not is_random(text):
        return False
    return is_literal(text, quoted=bool(found["q"]), after=found.string[end : end + 1])


def is_random(text: str) -> bool:
    """Keys are long and have digits; ``openai:gpt-5`` is the name of something."""
    return len(text) >= 16 and sum(character.isdigit() for character in text) >= 2


def may_name_secrets(text: str) -> bool:
    """Whether a text could have a member with the name of a secret. Quick, and rather yes."""
    folded = text.lower()
    return any(word in folded for word in _WORDS)


def names_secret(text: str) -> bool:
    """Whether the name of a secret stands in a text, with the sign that its value follows."""
    return any(
        _FIELD.fullmatch(_CAMEL.sub("_", found[1])) for found in _ASSIGNED.finditer(text)
    ) or bool(_HEADED.search(text))


def is_literal(text: str, *, quoted: bool, after: str) -> bool:
    """Whether what follows a secret's name is a value, rather than code or a stand-in for one.

    Args:
        text: What follows.
        quoted: It stands in quotes.
        after: The character behind it; empty at the end.
    """
    if len(text) > 128 and not quoted:
        text = text[:128]
    if _STAND_INS.fullmatch(text):
        return False
    if quoted:
        return after in {"'", '"', "\\"}
    if after in {"(", "[", "{", "$", "*", "<"}:
        return False
    return not _IDENTIFIER.fullmatch(text)


def is_secret_field(name: str) -> bool:
    """Whether a member of this name holds a secret, whatever it looks like."""
    return len(name) <= 64 and _FIELD.fullmatch(_CAMEL.sub("_", name)) is not None


def is_secret_value(name: str, text: str) -> bool:
    """Whether the value of such a member is one: a stand-in or a few words are none."""
    plain = _CAMEL.sub("_", name).lower().replace("-", "_")
    if plain in _SHORT:
        return text.isascii() and text.isdigit() and 3 <= len(text) <= 8
    if plain == "ssn":
        return _SSN.fullmatch(text) is not None
    if "card" in plain or plain == "pan":
        return _CARD.fullmatch(text) is not None
    if len(text) < 6 or _STAND_INS.fullmatch(text[:256]) or text.startswith(("[", "<", "$", "{")):
        return False
    if plain in _VAGUE:
        spaced = any(character.isspace() for character in text)
        return len(text) >= 16 and not spaced and any(c.isdigit() for c in text)
    return True
