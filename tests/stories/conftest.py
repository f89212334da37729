"""What stories share: tools with counted effects, and a way to begin a story."""

from typing import Any

import pytest
from tests.databases import postgres_schema
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.testing import Story


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    """The URL of the database under a story; every story is told on both."""
    if request.param == "sqlite":
        yield ""
    else:
        with postgres_schema() as url:
            yield url


@pytest.fixture
def tell(tmp_path, desk, database):
    """Begin a story with one agent that plays a script with the desk's tools."""

    def begin(script, clock=None, **options: Any):
        model = script if isinstance(script, Scripted) else Scripted(script)
        options.setdefault("tools", desk.all)
        return Story(
            [Agent("clerk", model=model, **options)], tmp_path, clock, database_url=database
        )

    return begin
