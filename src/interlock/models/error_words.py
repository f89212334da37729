"""Read the error bodies of all providers: their message, codes and status, and the class they mean.

Codes come first where a provider is precise, then words for the failures that have no common code
(a context that is too long, a bad key behind HTTP 400), then the HTTP status.
"""

import re
from typing import cast

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.model import FaultKind


class ErrorWords(Struct, frozen=True):
    """The parts of an error body that every provider has under some name."""

    message: str = ""
    codes: tuple[str, ...] = ()
    status: int = 0


_CODES: dict[str, FaultKind] = {
    "context_length_exceeded": "context_length",
    "exceed_context_size_error": "context_length",
    "context_window_exceeded": "context_length",
    "too_many_prompt_tokens": "context_length",
    "too_many_tokens": "context_length",
    "request_too_large": "context_length",
    "insufficient_quota": "quota",
    "insufficient_balance": "quota",
    "billing_error": "quota",
    "billing_hard_limit_reached": "quota",
    "content_filter": "content_filter",
    "content_policy_violation": "content_filter",
    "responsibleaipolicyviolation": "content_filter",
    "moderation_blocked": "content_filter",
    "data_inspection_failed": "content_filter",
    "invalid_api_key": "auth",
    "authentication_error": "auth",
    "invalid_authentication_error": "auth",
    "permission_error": "auth",
    "permission_denied": "auth",
    "unauthenticated": "auth",
    "model_not_found": "not_found",
    "deploymentnotfound": "not_found",
    "not_found_error": "not_found",
    "not_found": "not_found",
    "rate_limit_exceeded": "rate_limit",
    "rate_limit_error": "rate_limit",
    "resource_exhausted": "rate_limit",
    "too_many_requests": "rate_limit",
    "overloaded_error": "overloaded",
    "engine_overloaded_error": "overloaded",
    "unavailable": "overloaded",
    "tool_use_failed": "bad_answer",
    "json_validate_failed": "bad_answer",
}
_CONTEXT = re.compile(
    r"maximum context length|context (?:window|size|length)|prompt is too long"
    r"|input (?:is too long|token count)|maximum prompt length|too many (?:input )?tokens: size"
    r"|ContextWindowExceeded|reduce the length of the (?:messages|prompt|input)",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:incorrect|invalid|missing|wrong|no) api[ _-]?key"
    r"|api[ _-]?key (?:is )?(?:not valid|invalid)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"credit balance|insufficient (?:balance|credits|funds)", re.IGNORECASE)
_STATUS: dict[int, FaultKind] = {
    401: "auth",
    402: "quota",
    403: "auth",
    404: "not_found",
    408: "server",
    409: "server",
    413: "context_length",
    425: "server",
    429: "rate_limit",
    503: "overloaded",
    529: "overloaded",
}
_OUR_FAULT = frozenset({"invalid_request_error", "INVALID_ARGUMENT"})


def decode_error(body: bytes) -> Json:
    """Decode an error body; None if it isn't JSON."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def holds_error(document: Json) -> bool:
    """Say whether a decoded answer is an error in one of the known shapes."""
    if isinstance(document, list):
        items = cast("list[Json]", document)
        return bool(items) and holds_error(items[0])
    if not isinstance(document, dict):
        return False
    body = cast("dict[str, Json]", document)
    if body.get("error") or body.get("errors"):
        return True
    return "choices" not in body and any(
        isinstance(body.get(k), str) for k in ("detail", "message")
    )


def read_error(document: Json, text: str) -> ErrorWords:
    """Find message, codes and status in an error of any shape.

    Args:
        document: The decoded body, or None if it isn't JSON.
        text: The body as text, used when no shape fits.
    """
    if isinstance(document, list) and document:
        document = cast("list[Json]", document)[0]
    if not isinstance(document, dict):
        return ErrorWords(message=text.strip())
    outer = cast("dict[str, Json]", document)
    inner = outer.get("error")
    body = cast("dict[str, Json]", inner) if isinstance(inner, dict) else outer
    message = _message(body, inner, text)
    names = ("code", "type", "status", "error_type")
    values = [source.get(name) for source in (body, outer) for name in names]
    codes = [value for value in values if isinstance(value, str)]
    numbers = [body.get("code"), body.get("status_code"), body.get("status"), *codes]
    return ErrorWords(
        message=message,
        codes=tuple(
            dict.fromkeys(code for code in codes if not code.isdigit() and code != "error")
        ),
        status=next((n for n in map(_status, numbers) if n), 0),
    )


def kind_of(words: ErrorWords, status: int) -> FaultKind:
    """Say which class of failure an error is.

    Args:
        words: What was read from the body.
        status: HTTP status, 0 if the error came inside a stream and names none.
    """
    for code in words.codes:
        kind = _CODES.get(code.lower())
        if kind is not None:
            return kind
    if status in {0, 200, 400, 413, 422, 500} and _CONTEXT.search(words.message):
        return "context_length"
    if status in {0, 200, 400, 422, 429} and _MONEY.search(words.message):
        return "quota"
    if status in {0, 200, 400, 422} and _KEY.search(words.message):
        return "auth"
    if status in _STATUS:
        return _STATUS[status]
    if 300 <= status < 500:
        return "bad_request"
    return "bad_request" if _OUR_FAULT.intersection(words.codes) else "server"


def _message(body: dict[str, Json], inner: Json, text: str) -> str:
    if isinstance(inner, str):
        return inner
    found = next(
        (body[k] for k in ("message", "detail", "error_message") if body.get(k)), text.strip()
    )
    message = found if isinstance(found, str) else msgspec.json.encode(found).decode()
    metadata = body.get("metadata")
    if isinstance(metadata, dict) and "raw" in metadata:
        # A router hides what the upstream said one level down.
        message = f"{message}: {cast('dict[str, Json]', metadata)['raw']}"
    return message


def _status(value: Json) -> int:
    number = int(value) if isinstance(value, str) and value.isdigit() else value
    return number if isinstance(number, int) and 400 <= number <= 599 else 0
