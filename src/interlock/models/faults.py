"""Make the ``Fault`` of a failed model call: its text says what happened and what to do."""

import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.model import Fault, FaultKind
from interlock.domain.redact import Redactor
from interlock.domain.usage import NO_USAGE, Usage
from interlock.models.error_words import ErrorWords, decode_error, kind_of, read_error
from interlock.models.retry_after import parse_retry_after

MAX_DETAIL = 2000
"""Characters of a provider's words that are kept for the log."""


class Origin(Struct, frozen=True):
    """Who was asked for what.

    Args:
        provider: Our name of the provider.
        model: The provider's name of the model.
        key_variable: The environment variable that holds the key; empty if none is needed.
        secrets: Values that must never appear in a fault.
    """

    provider: str
    model: str
    key_variable: str = ""
    secrets: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Origin(provider={self.provider!r}, model={self.model!r})"


_TEXTS: dict[FaultKind, str] = {
    "rate_limit": "{provider} allows no more requests or tokens at the moment. Try again{wait}.",
    "overloaded": "{provider} is overloaded. Try again in a moment.",
    "server": "{provider} failed{status}. Try again, and look at its status page if it goes on.",
    "network": "{provider} can't be reached. Check the network, and that the service is running.",
    "broken_stream": "The answer of {provider} broke off before its end. Try again.",
    "auth": "{provider} refused the key{status}. Check {key}.",
    "quota": "The account at {provider} has no allowance left. Add credit or raise its limit.",
    "context_length": "The conversation is longer than {model} can read. "
    "Shorten it, or choose a model with a larger context.",
    "content_filter": "{provider} refuses the content of this request. Rephrase it.",
    "not_found": "{provider} has no model {model} for this key. Check the agent's model name.",
    "bad_request": "{provider} calls the request wrong{status}; trying again won't help. "
    "The log holds the provider's own words.",
    "bad_answer": "{provider} gave an answer that can't be used. Try again.",
}
_SECRET = re.compile(
    r"(?i)\b(?:sk|pk|gsk|xai|key|AIza|hf|Bearer|Basic)[-_ ][A-Za-z0-9._~+/=-]{8,}"
    r"|\bAIza[A-Za-z0-9_-]{20,}"
    r"|(?<=[?&])(?:api[-_]?key|key|token|sig|signature|access_token)=[^&\s\"']+"
)


def make_fault(
    origin: Origin,
    kind: FaultKind,
    detail: str = "",
    *,
    status: int = 0,
    retry_after: float | None = None,
    usage: Usage = NO_USAGE,
) -> Fault:
    """Build a fault whose text says what happened and what to do.

    Args:
        origin: Who was asked.
        kind: The class of failure.
        detail: The provider's or the network's words; keys in it are masked.
        status: HTTP status, 0 if there is none.
        retry_after: Seconds that the provider asks to wait.
        usage: What the call used up to now.
    """
    text = _TEXTS[kind].format(
        provider=origin.provider,
        model=origin.model,
        status=f" (HTTP {status})" if status else "",
        key=origin.key_variable or "the key of this provider",
        wait=f" in {retry_after:g} s" if retry_after else " in a moment",
    )
    return Fault(
        kind=kind,
        text=text,
        detail=redact(detail, origin.secrets),
        status=status,
        retry_after=retry_after,
        usage=usage,
    )


def refused(origin: Origin, status: int, headers: Mapping[str, str], body: bytes) -> Fault:
    """Turn an HTTP error response into a fault.

    Args:
        origin: Who was asked.
        status: HTTP status.
        headers: Of the response, with lower-case names.
        body: As much of the body as was read.
    """
    text = body.decode(errors="replace")
    words = read_error(decode_error(body), text)
    wait = parse_retry_after(headers, text)
    return _classified(origin, words, status, wait, NO_USAGE)


def reported(origin: Origin, error: Json, usage: Usage) -> Fault:
    """Turn an error that came inside a 200 answer into a fault.

    Args:
        origin: Who was asked.
        error: The decoded document or event that holds the error.
        usage: What the call used up to now.
    """
    text = msgspec.json.encode(error).decode()
    words = read_error(error, text)
    return _classified(origin, words, words.status, parse_retry_after({}, text), usage)


def broken(origin: Origin, usage: Usage, detail: str = "") -> Fault:
    """Make the fault of a stream that ended without its terminal sign."""
    words = detail or "the stream ended without its terminal sign"
    return make_fault(origin, "broken_stream", words, usage=usage)


def unreadable(origin: Origin, detail: str, usage: Usage = NO_USAGE) -> Fault:
    """Make the fault of an answer that isn't what the API promises."""
    return make_fault(origin, "bad_answer", detail, usage=usage)


def redact(text: str, secrets: tuple[str, ...] = ()) -> str:
    """Mask keys in a text and bound its length."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "[key]")
    text = Redactor().text(_SECRET.sub("[key]", text))  # before it is cut
    return text if len(text) <= MAX_DETAIL else text[:MAX_DETAIL] + " [cut]"


def _classified(
    origin: Origin, words: ErrorWords, status: int, wait: float | None, usage: Usage
) -> Fault:
    kind = kind_of(words, status)
    detail = " ".join([*words.codes, words.message])
    fault = make_fault(origin, kind, detail, status=status, retry_after=wait, usage=usage)
    return msgspec.structs.replace(fault, code=words.codes[0] if words.codes else "")
