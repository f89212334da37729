"""From a model's name to the adapter that calls it. One connection pool for all."""

from collections.abc import Mapping

from interlock.domain.model import Model
from interlock.models.anthropic import AnthropicModel
from interlock.models.catalog import resolve
from interlock.models.http import Http
from interlock.models.openai_chat import ChatModel


class Providers:
    """Makes adapters, each once.

    Args:
        environment: Where keys and addresses are found.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._http = Http()
        self._made: dict[str, tuple[Model, str]] = {}

    def model(self, name: str) -> tuple[Model, str]:
        """The adapter for a name such as ``openai:gpt-5``, and the provider's name of the model.

        Raises:
            ConfigError: No such provider, or its key is not set.
        """
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    async def close(self) -> None:
        """Close all connections."""
        await self._http.close()

    def _make(self, name: str) -> tuple[Model, str]:
        found = resolve(name, self._environment)
        match found.wire:
            case "openai-chat":
                return ChatModel(self._http, found.endpoint, found.dialect), found.model
            case "anthropic-messages":
                return AnthropicModel(self._http, found.endpoint), found.model
