"""The port of the program's agents and their models."""

from typing import Protocol

from interlock.domain.agents import Agent
from interlock.domain.model import Model


class Agents(Protocol):
    """The agents of this program and the models that they name."""

    def get(self, name: str) -> Agent | None:
        """One agent."""
        ...

    def all(self) -> list[Agent]:
        """All agents, in the program's order."""
        ...

    def model(self, model: str | Model) -> tuple[Model, str]:
        """The adapter for a name such as ``openai:gpt-5``, and the provider's name of the model.

        Raises:
            ConfigError: No such provider, or its key is not set.
        """
        ...
