"""A text that a simple regular expression matches, to show a model what is expected.

Only what tool schemas commonly use is understood: literals, classes, groups, alternation and
quantifiers. Anything else gives no text at all rather than a wrong one.
"""

import re
import string

_LONGEST = 200
_SHORTHANDS = {"d": "1", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a", "n": "\n", "t": "\t"}
_CLASS = re.compile(r"\[(\^?)((?:\\.|[^\\\]])+)\]")
_QUANTIFIER = re.compile(r"([*+?]|\{(\d+)(?:,\d*)?\})[?+]?")
_PREFERRED = string.ascii_letters + string.digits + "-_ .:/@#"


class _NotUnderstoodError(Exception):
    """The expression uses something that this file does not know."""


def matching(pattern: str) -> str:
    """Make a short text that the expression matches; empty when it is beyond this function."""
    try:
        text, rest = _alternatives(pattern.removeprefix("^"))
    except (_NotUnderstoodError, RecursionError):
        return ""
    return "" if rest or len(text) > _LONGEST else text


def _alternatives(pattern: str) -> tuple[str, str]:
    """The text of the first alternative, and what follows the whole group."""
    text, rest = _sequence(pattern)
    while rest.startswith("|"):
        _, rest = _sequence(rest[1:])
    return text, rest


def _sequence(pattern: str) -> tuple[str, str]:
    text = ""
    while pattern and pattern[0] not in "|)":
        if pattern[0] == "$" and (len(pattern) == 1 or pattern[1] in "|)"):
            pattern = pattern[1:]
            continue
        piece, pattern = _atom(pattern)
        times, pattern = _times(pattern)
        if len(piece) * times > _LONGEST:
            raise _NotUnderstoodError
        text += piece * times
    return text, pattern


def _times(pattern: str) -> tuple[int, str]:
    found = _QUANTIFIER.match(pattern)
    if not found:
        return 1, pattern
    at_least = 1 if found.group(1) == "+" else int(found.group(2) or 0)
    return at_least, pattern[found.end() :]


def _atom(pattern: str) -> tuple[str, str]:
    if pattern[0] == "(":
        return _group(pattern)
    if pattern[0] == "[":
        return _one_of(pattern)
    if pattern[0] == "\\":
        return _escape(pattern)
    if pattern[0] in "^$*+?{":
        raise _NotUnderstoodError
    return ("a" if pattern[0] == "." else pattern[0]), pattern[1:]


def _group(pattern: str) -> tuple[str, str]:
    if pattern.startswith("(?") and not pattern.startswith("(?:"):
        raise _NotUnderstoodError
    text, rest = _alternatives(pattern.removeprefix("(?:") if pattern[1] == "?" else pattern[1:])
    if not rest.startswith(")"):
        raise _NotUnderstoodError
    return text, rest[1:]


def _one_of(pattern: str) -> tuple[str, str]:
    found = _CLASS.match(pattern)
    if not found or "[" in found.group(2):
        raise _NotUnderstoodError
    try:
        members = re.compile(found.group())
    except re.error as fault:
        raise _NotUnderstoodError from fault
    for letter in _PREFERRED:
        if members.match(letter):
            return letter, pattern[found.end() :]
    raise _NotUnderstoodError


def _escape(pattern: str) -> tuple[str, str]:
    letter = pattern[1:2]
    if letter in _SHORTHANDS:
        return _SHORTHANDS[letter], pattern[2:]
    if not letter or letter.isalnum():
        raise _NotUnderstoodError
    return letter, pattern[2:]
