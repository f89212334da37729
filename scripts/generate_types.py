"""Write the lifecycle tables down for the web UI: ``web/src/wire/can.gen.ts``.

The types of the API come from its OpenAPI document instead (``npm run wire`` in ``web``).
"""

import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import get_args

from interlock.domain.events import EndStatus, RunStatus, Verdict
from interlock.domain.interrupts import NEXT, InterruptKind, InterruptStatus
from interlock.domain.lifecycle import CALL_NEXT, RUN_NEXT, CallStatus
from interlock.domain.recovery import RECOVERY, Recovery
from interlock.domain.tools import NEVER_RAN, Effect, OutcomeKind

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire" / "can.gen.ts"

_TYPES = {
    "CallStatus": CallStatus,
    "RunStatus": RunStatus,
    "EndStatus": EndStatus,
    "InterruptKind": InterruptKind,
    "InterruptStatus": InterruptStatus,
    "Verdict": Verdict,
    "Effect": Effect,
    "OutcomeKind": OutcomeKind,
    "Recovery": Recovery,
}


def generate() -> str:
    """The whole file."""
    types = [f"export type {name} =\n{_union(get_args(of))}\n" for name, of in _TYPES.items()]
    return "\n".join(
        [
            "// Generated from the server's lifecycle tables by scripts/generate_types.py. "
            "Do not edit.\n",
            *types,
            _table("CALL_NEXT", "CallStatus", "CallStatus", CALL_NEXT.items()),
            _table("RUN_NEXT", "RunStatus", "RunStatus", RUN_NEXT.items()),
            _table("INTERRUPT_NEXT", "InterruptStatus", "InterruptStatus", NEXT.items()),
            _table("RECOVERY", "OutcomeKind", "Recovery", RECOVERY.items()),
            _set("NEVER_RAN", "OutcomeKind", NEVER_RAN),
        ]
    )


def _union(words: Iterable[str]) -> str:
    return "\n".join(f'  | "{word}"' for word in words)


def _table(name: str, key: str, value: str, rows: Iterable[tuple[str, Collection[str]]]) -> str:
    body = "\n".join(f"  {row}: {_list(words)}," for row, words in rows)
    return f"export const {name}: Record<{key}, readonly {value}[]> = {{\n{body}\n}}\n"


def _set(name: str, of: str, words: Collection[str]) -> str:
    return f"export const {name}: readonly {of}[] = {_list(words)}\n"


def _list(words: Collection[str]) -> str:
    """What is a set in Python is sorted, so that the file is always the same."""
    listed = sorted(words) if isinstance(words, frozenset) else words
    return "[" + ", ".join(f'"{word}"' for word in listed) + "]"


if __name__ == "__main__":
    if "--check" in sys.argv and TARGET.read_text("utf-8") != generate():
        sys.exit(f"{TARGET.name} has drifted from the server. Run: make generate")
    if "--check" not in sys.argv:
        TARGET.write_text(generate(), "utf-8")
