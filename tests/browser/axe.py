"""The accessibility checker axe-core, run in a page."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

RUN = """
async (rules) => (await axe.run(document, {
  resultTypes: ['violations'],
  ...(rules.length > 0 && { runOnly: { type: 'rule', values: rules } }),
})).violations
"""

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that a page in another theme can newly break: nothing but its colours differs."""


@cache
def source() -> str:
    """The checker's own code."""
    return AXE.read_text("utf-8")


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong, a line for each rule and element.

    Args:
        page: Is looked at as it is now.
        rules: Only these; all without any.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    found: list[dict[str, Any]] = page.evaluate(RUN, list(rules))
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]
