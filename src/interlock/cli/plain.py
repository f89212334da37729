"""Text from models and tools on its way to a terminal: it may not command the terminal.

``plain`` is for words that are read, ``domain.visible`` for data that is decided upon: the first
removes what could act, the second shows what could deceive.
"""

import json
import re

from interlock.domain.messages import Json
from interlock.domain.visible import visible

# ECMA-48: strings (OSC, DCS, SOS, PM, APC) with their payload, then CSI, then other escapes. A
# string without an end loses only its introducer, so that it can't hide what follows it.
_STRINGS = re.compile(
    r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
)
_CSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?")
_ESCAPES = re.compile(r"\x1b[ -/]*[0-~]?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """The text without terminal escapes, controls and bidirectional overrides.

    Line ends and tabs stay; a carriage return becomes a line end, so that nothing is overwritten.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for pattern in (_STRINGS, _CSI, _ESCAPES, _CONTROLS):
        text = pattern.sub("", text)
    return text


def visible_json(value: Json) -> str:
    """A JSON value over several lines, whole, with hidden characters shown."""
    return visible(json.dumps(value, ensure_ascii=False, indent=2))
