"""Stories of figures are told on both databases."""

from tests.stories.conftest import database

__all__ = ["database"]
