"""Every Python example in the documents runs: programs are served, tests are run."""

import inspect
import linecache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.docs.pages import PAGES, blocks

from interlock import Interlock, Scripted
from interlock.testing import Story

PYTHON = [page for page in PAGES if blocks(page, "python")]


def run(page: str) -> dict[str, Any]:
    """Run a page's blocks from top to bottom in one module."""
    names: dict[str, Any] = {"__name__": "example"}
    for number, block in enumerate(blocks(page, "python"), 1):
        file = f"<{page}, block {number}>"
        linecache.cache[file] = (len(block), None, block.splitlines(keepends=True), file)
        exec(compile(block, file, "exec"), names)  # noqa: S102 - the examples are ours
    return names


@pytest.mark.parametrize("page", PYTHON)
async def test_every_example_runs_and_every_program_answers(page: str, tmp_path: Path):
    app = run(page).get("app")
    if not isinstance(app, Interlock):
        return
    agents = [replace(agent, model=Scripted(["text: Hello."])) for agent in app.agents]
    for agent in agents:
        async with Story([agent], tmp_path) as story:
            told = await story.say("hello")
        assert (told.status, told.text) == ("success", "Hello.")


@pytest.mark.parametrize("page", PYTHON)
async def test_every_test_in_an_example_passes(page: str, tmp_path: Path):
    for name, example in run(page).items():
        if not name.startswith("test_"):
            continue
        folder = tmp_path / name
        folder.mkdir()
        wants = inspect.signature(example).parameters
        done = example(**({"tmp_path": folder} if wants else {}))
        if inspect.isawaitable(done):
            await done


def test_the_pages_that_need_examples_have_them():
    assert {"README.md", "docs/tools.md", "docs/agents.md", "docs/testing.md"} <= set(PYTHON)
