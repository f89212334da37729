"""The accessibility checker axe-core, run in a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


@cache
def source() -> str:
    """The checker's own code."""
    return AXE.read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds wrong, a line for each rule and element."""
    page.evaluate(source())
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]
