"""The ledger cases: usage payloads and scenarios, with the cost that is right to the last digit."""

import json
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "fixtures/ledger/cases.json"
CASES: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"), parse_float=Decimal)[
    "cases"
]
USAGE = [case for case in CASES if case["type"] == "usage"]


def scenario(name: str) -> dict[str, Any]:
    """One scenario."""
    return next(case for case in CASES if case["id"] == name)


def ms(text: str) -> int:
    """A time of a case in ms since the epoch."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)
