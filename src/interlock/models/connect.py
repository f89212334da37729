"""Make the adapter that a resolved model needs."""

from collections.abc import Callable
from typing import assert_never

from interlock.domain.ids import new_id as make_id
from interlock.domain.model import Model
from interlock.models.anthropic import AnthropicModel
from interlock.models.catalog import ResolvedModel
from interlock.models.http import Http
from interlock.models.openai_chat import ChatModel


def connect(resolved: ResolvedModel, http: Http, new_id: Callable[[str], str] = make_id) -> Model:
    """Make the adapter. It opens nothing until it is called.

    Args:
        resolved: What ``catalog.resolve`` found.
        http: The connection pool that all adapters share.
        new_id: Makes our ids of calls.
    """
    match resolved.wire:
        case "openai-chat":
            return ChatModel(http, resolved.endpoint, resolved.dialect, new_id)
        case "anthropic-messages":
            return AnthropicModel(http, resolved.endpoint, new_id)
        case _:
            assert_never(resolved.wire)
