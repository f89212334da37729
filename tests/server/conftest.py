"""A served story: a clerk who plays a script with counted tools."""

import contextlib
import os
from typing import Any

import pytest
from tests.databases import postgres_schema
from tests.server.house import serving
from tests.server.town import town
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.server.parts import Bounds, Doors
from interlock.testing import Story


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def database():
    """The URL of the database: embedded, or PostgreSQL with ``INTERLOCK_TEST_STORE=postgres``."""
    if os.environ.get("INTERLOCK_TEST_STORE") == "postgres":
        with postgres_schema() as url:
            yield url
    else:
        yield ""


@pytest.fixture
def serve(tmp_path, desk, database):
    """Serve one agent that plays a script with the desk's tools."""

    @contextlib.asynccontextmanager
    async def begin(
        script: Any,
        bounds: Bounds | None = None,
        doors: Doors | None = None,
        clock: Any = None,
        **options: Any,
    ):
        model = script if isinstance(script, Scripted) else Scripted(script)
        options.setdefault("tools", desk.all)
        agent = Agent("clerk", model=model, **options)
        async with (
            Story([agent], tmp_path, clock, database_url=database) as story,
            serving(story.runtime, bounds, doors) as house,
        ):
            yield house

    return begin


@pytest.fixture(params=["sqlite", "postgres"])
def both(request):
    """The URL of the database under a town; what it is about holds on both."""
    if request.param == "sqlite":
        yield ""
    else:
        with postgres_schema() as url:
            yield url


@pytest.fixture
def settle(tmp_path, desk, both):
    """A server with accounts around a clerk who plays a script."""

    @contextlib.asynccontextmanager
    async def begin(script: Any = (), clock: Any = None, more: Any = None):
        agent = Agent("clerk", model=Scripted(list(script)), tools=desk.all)
        async with town(agent, tmp_path, clock, both, more) as made:
            yield made

    return begin
