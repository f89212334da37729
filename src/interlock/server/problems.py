"""Errors as RFC 9457 problem documents: a stable ``code``, and a ``detail`` that says what to do.

Unknown and foreign objects give the same bytes. A failure of ours gives an id and nothing else; the
log has the rest under that id.
"""

import logging
from http import HTTPStatus
from typing import Any

from msgspec import json, to_builtins

from interlock.domain.ids import new_id
from interlock.domain.redact import Redactor
from interlock.errors import (
    Conflict,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    OutcomeUnknown,
    Refusal,
    StoreFailed,
)
from interlock.server.asgi import Headers, Reply

_log = logging.getLogger(__name__)

_STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (NotFound, 404),
    (Conflict, 409),
    (Gone, 410),
    (Forbidden, 403),
    (Invalid, 422),
)
_HEADERS: Headers = (
    (b"content-type", b"application/problem+json"),
    (b"cache-control", b"no-store"),
)
_redactor = Redactor()
_OWN = frozenset({"title", "status", "code", "detail"})


class Unacceptable(Refusal):
    """A request that HTTP itself is enough to turn away: its status is not for domain errors.

    Args:
        status: The HTTP status.
        code: The stable code.
        text: What to do next.
        data: More members of the problem document.
        headers: More headers of the response.
    """

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        data: dict[str, Any] | None = None,
        headers: Headers = (),
    ) -> None:
        super().__init__(text, code, data)
        self.status = status
        self.headers = headers


def problem(refusal: Refusal) -> Reply:
    """The problem document of a refusal."""
    more = {key: value for key, value in refusal.data.items() if key not in _OWN}
    headers = refusal.headers if isinstance(refusal, Unacceptable) else ()
    return _document(status_of(refusal), refusal.code, refusal.text, more, headers)


def failure(error: Exception) -> Reply:
    """The problem document of a failure of ours; logs the error under the id that it shows.

    A full disk is not forever: the client is told that the same request may work later.
    """
    error_id = new_id("err")
    _log.error("request failed, %s", error_id, exc_info=error)
    if isinstance(error, StoreFailed):
        text = "The server can't write at the moment; nothing of this was kept. Try again later."
        if isinstance(error, OutcomeUnknown):
            text = (
                "The database went away meanwhile, and this may have been kept. Look, or repeat it."
            )
        return _document(503, "store_failed", text, {"error_id": error_id})
    text = "The server failed. Its log has the details under the error id."
    return _document(500, "internal", text, {"error_id": error_id})


def stopping() -> Unacceptable:
    """The refusal of a server that ends before it could answer."""
    text = "The server stops. Send this again, with the same Idempotency-Key; another one takes it."
    return Unacceptable(503, "stopping", text, headers=((b"retry-after", b"1"),))


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    if isinstance(refusal, Unacceptable):
        return refusal.status
    return next((status for kind, status in _STATUS if isinstance(refusal, kind)), 400)


def _document(
    status: int, code: str, text: str, more: dict[str, Any], headers: Headers = ()
) -> Reply:
    title = HTTPStatus(status).phrase
    body = {"title": title, "status": status, "code": code, "detail": text, **more}
    clean = _redactor.json(to_builtins(body))  # it may quote what a client put where it belongs not
    return Reply(json.encode(clean), status, _HEADERS + headers)
