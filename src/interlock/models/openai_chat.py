"""Models behind OpenAI-compatible chat completions: OpenAI, Azure, and many more."""

from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING

import msgspec

from interlock.domain.ids import new_id as make_id
from interlock.domain.model import ModelRequest, Part
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpRequest
from interlock.models.openai_chat_dialect import PLAIN, ChatDialect
from interlock.models.openai_chat_request import build_chat
from interlock.models.openai_chat_stream import ChatWire
from interlock.models.reader import AnswerReader

if TYPE_CHECKING:
    from interlock.domain.model import Model


class ChatModel:
    """Calls one server's ``/chat/completions``.

    Args:
        http: The connection pool.
        endpoint: Where, and with which key.
        dialect: How the server differs from OpenAI.
        new_id: Makes our ids of calls.
    """

    def __init__(
        self,
        http: Http,
        endpoint: Endpoint,
        dialect: ChatDialect = PLAIN,
        new_id: Callable[[str], str] = make_id,
    ) -> None:
        self._http = http
        self._endpoint = endpoint
        self._dialect = dialect
        self._new_id = new_id

    @property
    def provider(self) -> str:
        """Our name of the provider."""
        return self._endpoint.provider

    def stream(self, request: ModelRequest, message_id: str) -> AsyncGenerator[list[Part], None]:
        """Call the model; see ``domain.model.Model``."""
        origin = self._endpoint.origin(request.model)
        marks_end = self._dialect.marks_end
        wire = ChatWire(origin, message_id, self._new_id, marks_end=marks_end)
        return self._http.exchange(self._request(request), origin, AnswerReader(wire))

    def _request(self, request: ModelRequest) -> HttpRequest:
        endpoint = self._endpoint
        headers = {"content-type": "application/json", "accept-encoding": "identity"}
        headers["accept"] = "text/event-stream" if request.stream else "application/json"
        if endpoint.key:
            bearer = self._dialect.key_header == "authorization"
            headers[self._dialect.key_header] = f"Bearer {endpoint.key}" if bearer else endpoint.key
        body = build_chat(request, endpoint.provider, self._dialect)
        return HttpRequest(
            url=f"{endpoint.base_url}/chat/completions",
            headers=headers | endpoint.headers,
            body=msgspec.json.encode(body),
            stream=request.stream,
        )


if TYPE_CHECKING:
    _fits: type[Model] = ChatModel
