"""Every way in which providers say no, and the class and the words that a person gets."""

from typing import get_args

import msgspec
import pytest

from interlock.domain.messages import Json
from interlock.domain.model import Fault, FaultKind
from interlock.domain.usage import Usage
from interlock.models.error_words import ErrorWords, holds_error, read_error
from interlock.models.faults import MAX_DETAIL, Origin, make_fault, redact, refused, reported

ORIGIN = Origin("acme", "m-1", "ACME_KEY", ("secret-key-1",))


def refusal(status: int, body: Json, headers: dict[str, str] | None = None) -> Fault:
    raw = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return refused(ORIGIN, status, headers or {}, raw)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"error": {"message": "x", "type": "invalid_request_error"}}, "bad_request"),
        (422, {"detail": [{"msg": "field required"}]}, "bad_request"),
        (405, {}, "bad_request"),
        (401, {"detail": "Unauthorized"}, "auth"),
        (401, {"error": {"type": "api_error", "message": "x"}}, "auth"),
        (403, {"message": "The security token included in the request is invalid."}, "auth"),
        (400, {"error": {"status": "INVALID_ARGUMENT", "message": "API key not valid."}}, "auth"),
        (400, {"code": "bad", "error": "Incorrect API key provided: xa***"}, "auth"),
        (404, {"error": {"code": "model_not_found"}}, "not_found"),
        (400, {"error": {"code": "model_not_found"}}, "not_found"),
        (402, {}, "quota"),
        (429, {"error": {"code": "insufficient_quota", "message": "x"}}, "quota"),
        (400, {"error": {"message": "Your credit balance is too low"}}, "quota"),
        (429, {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}, "rate_limit"),
        (429, b"slow down", "rate_limit"),
        (429, {"error": {"message": "Request too large for context window per minute"}},
         "rate_limit"),
        (400, {"error": {"code": "content_filter", "message": "x"}}, "content_filter"),
        (400, {"error": {"innererror": {}, "code": "content_policy_violation"}}, "content_filter"),
        (413, {"error": {"type": "request_too_large"}}, "context_length"),
        (400, {"error_type": "TOO_MANY_TOKENS", "message": "x"}, "context_length"),
        (400, {"error": {"message": "The input token count (9) exceeds"}}, "context_length"),
        (500, b"<html>oops</html>", "server"),
        (502, b"", "server"),
        (503, {}, "overloaded"),
        (529, {"error": {"type": "overloaded_error"}}, "overloaded"),
        (408, {}, "server"),
        (500, [{"error": {"code": 500, "message": "x", "status": "INTERNAL"}}], "server"),
        (400, {"error": {"code": "json_validate_failed"}}, "bad_answer"),
    ],
)  # fmt: skip
def test_an_error_response_has_its_class(status: int, body: Json, kind: FaultKind) -> None:
    fault = refusal(status, body)
    assert (fault.kind, fault.status) == (kind, status)


def test_a_fault_tells_a_person_what_to_do_and_the_log_what_was_said() -> None:
    body = {"error": {"type": "overload", "code": "busy", "message": "no room"}}
    assert refusal(503, body, {"retry-after": "7"}) == Fault(
        kind="overloaded",
        text="acme is overloaded. Try again in a moment.",
        detail="busy overload no room",
        status=503,
        code="busy",
        retry_after=7.0,
    )


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_every_class_has_a_whole_sentence(kind: FaultKind) -> None:
    text = make_fault(ORIGIN, kind, status=499, retry_after=2.5).text
    assert text.endswith(".")
    assert "{" not in text
    assert "acme" in text or "m-1" in text


def test_a_rate_limit_says_how_long() -> None:
    texts = [make_fault(ORIGIN, "rate_limit", retry_after=wait).text for wait in (2.5, None)]
    assert texts == [
        "acme allows no more requests or tokens at the moment. Try again in 2.5 s.",
        "acme allows no more requests or tokens at the moment. Try again in a moment.",
    ]


def test_an_error_inside_an_answer_keeps_what_was_used() -> None:
    spent = Usage(input_tokens=3)
    fault = reported(ORIGIN, {"error": {"code": "429", "message": "try again in 2s"}}, spent)
    assert (fault.kind, fault.status, fault.retry_after) == ("rate_limit", 429, 2.0)
    assert fault.usage == spent


def test_what_a_router_hides_is_read() -> None:
    metadata = {"raw": '{"error":"prompt is too long"}', "provider_name": "X"}
    body = {"error": {"message": "Provider returned error", "code": 400, "metadata": metadata}}
    fault = refusal(400, body)
    assert fault.kind == "context_length"
    assert fault.detail == 'Provider returned error: {"error":"prompt is too long"}'


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": "plain", "code": "c"}, ErrorWords("plain", ("c",))),
        ({"error": {"message": "m", "code": None, "type": "t"}}, ErrorWords("m", ("t",))),
        ({"error": {"message": "m", "code": 503}}, ErrorWords("m", (), 503)),
        ({"type": "error", "error": {"type": "t", "message": "m"}}, ErrorWords("m", ("t",))),
        ({"detail": "d"}, ErrorWords("d")),
        ({"detail": [1]}, ErrorWords("[1]")),
        ({"x": 1}, ErrorWords("TEXT")),
        ("no object", ErrorWords("TEXT")),
        (None, ErrorWords("TEXT")),
        ([], ErrorWords("TEXT")),
    ],
)
def test_the_words_of_an_error_are_found_in_every_shape(body: Json, words: ErrorWords) -> None:
    assert read_error(body, " TEXT ") == words


def test_an_answer_is_not_an_error() -> None:
    answers = [{"choices": [], "error": None, "message": "x"}, [], None, "error", {"error": {}}]
    assert [holds_error(answer) for answer in answers] == [False] * 5
    errors = [{"error": "x"}, [{"error": {"a": 1}}], {"detail": "x"}, {"message": "x"}]
    assert [holds_error(error) for error in errors] == [True] * 4


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("key secret-key-1!", "key [key]!"),
        ("sk-proj-abcdefgh12345", "[key]"),
        ("AIzaSyA1234567890abcdefghijk", "[key]"),
        ("Authorization: Bearer abcdefgh.ijklmnop", "Authorization: [key]"),
        ("https://x.invalid/v1?key=abc123&a=1", "https://x.invalid/v1?[key]&a=1"),
        ("a task-oriented sketch", "a task-oriented sketch"),
    ],
)
def test_keys_are_masked(text: str, masked: str) -> None:
    assert redact(text, ("secret-key-1", "")) == masked


def test_a_detail_is_bounded() -> None:
    assert redact("x" * (MAX_DETAIL + 1)) == "x" * MAX_DETAIL + " [cut]"
