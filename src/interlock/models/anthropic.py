"""Models behind the Anthropic Messages API, Anthropic's own and others'."""

from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING

import msgspec

from interlock.domain.ids import new_id as make_id
from interlock.domain.model import ModelRequest, Part
from interlock.models.anthropic_request import build_messages
from interlock.models.anthropic_stream import MessagesWire
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpRequest
from interlock.models.reader import AnswerReader

if TYPE_CHECKING:
    from interlock.domain.model import Model

API_VERSION = "2023-06-01"


class AnthropicModel:
    """Calls one server's ``/messages``.

    Args:
        http: The connection pool.
        endpoint: Where, and with which key.
        new_id: Makes our ids of calls.
    """

    def __init__(
        self, http: Http, endpoint: Endpoint, new_id: Callable[[str], str] = make_id
    ) -> None:
        self._http = http
        self._endpoint = endpoint
        self._new_id = new_id

    @property
    def provider(self) -> str:
        """Our name of the provider."""
        return self._endpoint.provider

    def stream(self, request: ModelRequest, message_id: str) -> AsyncGenerator[list[Part], None]:
        """Call the model; see ``domain.model.Model``."""
        origin = self._endpoint.origin(request.model)
        reader = AnswerReader(MessagesWire(origin, message_id, self._new_id))
        return self._http.exchange(self._request(request), origin, reader)

    def _request(self, request: ModelRequest) -> HttpRequest:
        endpoint = self._endpoint
        headers = {
            "content-type": "application/json",
            "accept": "text/event-stream" if request.stream else "application/json",
            "accept-encoding": "identity",
            "anthropic-version": API_VERSION,
        }
        if endpoint.key:
            headers["x-api-key"] = endpoint.key
        return HttpRequest(
            url=f"{endpoint.base_url}/messages",
            headers=headers | endpoint.headers,
            body=msgspec.json.encode(build_messages(request, endpoint.provider)),
            stream=request.stream,
        )


if TYPE_CHECKING:
    _fits: type[Model] = AnthropicModel
