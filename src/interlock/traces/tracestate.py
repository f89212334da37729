"""What other tracing systems say of a trace: kept as it came, within bounds, and handed on.

Source: W3C Trace Context, 3.3: ``tracestate`` is a list of ``key=value`` with commas, newest first.
"""

import re

MOST_MEMBERS = 32
MOST_CHARACTERS = 512
"""Of the whole list."""

LONG = 128
"""Members with more characters are the first to go where the list is too long."""

_KEY = r"(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})"
_VALUE = r"[ -+\--<>-~]{0,255}[!-+\--<>-~]"
_MEMBER = re.compile(f"({_KEY})={_VALUE}", re.ASCII)


def clean_tracestate(header: str) -> str:
    """A caller's ``tracestate`` as it is kept: whole members that are valid, as many as may be.

    Args:
        header: The list; several headers are one list, with commas between them.
    """
    members: dict[str, str] = {}
    for text in header.split(","):
        found = _MEMBER.fullmatch(text.strip(" \t"))
        if found is not None:
            members.setdefault(found.group(1), found.group())
    kept = [*members.values()][:MOST_MEMBERS]
    while len(",".join(kept)) > MOST_CHARACTERS:
        last = max(range(len(kept)), key=lambda place: (len(kept[place]) > LONG, place))
        del kept[last]
    return ",".join(kept)
