"""The pages that people read, and what stands in them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
}
"""The text of every page, by its path."""

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return [body for name, body in _BLOCK.findall(PAGES[page]) if name == language]


def code(page: str) -> Iterator[str]:
    """Every piece of code that is no program: lines of plain and shell blocks, and spans."""
    for name, body in _BLOCK.findall(PAGES[page]):
        if name in {"", "sh"}:
            yield from body.splitlines()
    yield from _CODE.findall(_BLOCK.sub("", PAGES[page]))


def links(page: str) -> list[str]:
    """The targets of links that stay in the repository."""
    targets = _LINK.findall(_BLOCK.sub("", PAGES[page]))
    return [target for target in targets if "://" not in target and not target.startswith("#")]


def rows(page: str) -> list[list[str]]:
    """The cells of every table row."""
    lines = (line for line in PAGES[page].splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
