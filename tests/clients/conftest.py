"""A served agent with counted tools, for clients that are not ours."""

import contextlib
from typing import Any

import pytest
from tests.server.house import serving
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.testing import Story


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def serve(tmp_path, desk):
    """Serve one agent that plays a script with the desk's tools."""

    @contextlib.asynccontextmanager
    async def begin(script: Any, **options: Any):
        options.setdefault("tools", desk.all)
        model = script if isinstance(script, Scripted) else Scripted(script)
        agent = Agent("clerk", model=model, **options)
        async with Story([agent], tmp_path) as story, serving(story.runtime) as house:
            yield house

    return begin
