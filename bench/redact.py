"""What it costs to look for secrets: CPU a kilobyte of text, and on the way of a call.

Run it as ``python -m bench.redact``. No figure depends on another process.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from interlock.domain.redact import Redactor
from interlock.gate.preview import Preview
from interlock.gate.vault import Vault

ROOT = Path(__file__).parents[1]
ROUNDS = 9
KNOWN = [f"a-known-secret-{number:02d}" for number in range(8)]
ARGUMENTS = '{"folder": "archive", "older_than_days": 90, "dry": true}'
LIMIT_US = 250
"""Of a kilobyte, on any ordinary text."""


def best(work: Callable[[], object], times: int) -> float:
    """CPU seconds of one time, in the best of the rounds."""
    shortest = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(times):
            work()
        shortest = min(shortest, (time.process_time() - began) / times)
    return shortest


def texts() -> dict[str, str]:
    """Ordinary texts of about ten kilobytes."""
    order = {"id": "order_1234", "name": "A small thing", "price": 12.5, "city": "Berlin"}
    return {
        "code": (ROOT / "src/interlock/loop/calls.py").read_text("utf-8"),
        "prose": (ROOT / "docs/architecture.md").read_text("utf-8"),
        "ids": "run_4f1cab77e2d90b13 " * 500,
        "Chinese": "请在三月前把季度报告发给财务部。" * 220,
        "base64": "iVBORw0KGgoAAAANSUhEUgAA" * 430,
        "JSON": json.dumps([order] * 130),
    }


def main() -> None:
    """Print two tables."""
    everywhere = Redactor(KNOWN)
    logs = everywhere.for_logs()
    slowest = 0.0
    print("| text | µs a kB, everywhere | µs a kB, in logs |\n| --- | --- | --- |")
    for name, text in texts().items():
        size = len(text.encode()) / 1024
        costs = [best(lambda r=r, t=text: r.text(t), 20) / size * 1e6 for r in (everywhere, logs)]
        slowest = max(slowest, *costs)
        print(f"| {name} | {costs[0]:.0f} | {costs[1]:.0f} |")
    vault, place = Vault(everywhere), ("acme", "thread")

    def preview() -> None:
        one = Preview(everywhere)
        for piece in (ARGUMENTS[:3], ARGUMENTS[3:]):
            one.take(piece)

    parts = {
        "arguments of a call, streamed in two windows": preview,
        "the same, whole, searched before they are recorded": lambda: vault.seal(ARGUMENTS, place),
        "the same, opened for the tool": lambda: vault.open(json.loads(ARGUMENTS), place),
        "a result of one sentence": lambda: everywhere.json("Deleted 3 reports in archive."),
    }
    print("\n| on the way of a call | µs |\n| --- | --- |")
    for name, work in parts.items():
        print(f"| {name} | {best(work, 500) * 1e6:.1f} |")
    print(f"\nThe most for a kilobyte: {slowest:.0f} µs; promised: under {LIMIT_US}.")
    assert slowest < LIMIT_US


if __name__ == "__main__":
    main()
