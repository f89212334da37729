"""What is sent with a request, and what is made of the answers that come back."""

import pytest
from aiohttp import web
from tests.models.server import answering, ask, asking, serving
from tests.models.wire import CHUNK, DONE, FINISH

from interlock.domain.model import Fault, Reply, TextDelta
from interlock.models.anthropic import AnthropicModel
from interlock.models.endpoint import Endpoint
from interlock.models.http import HttpRequest, HttpSettings
from interlock.models.openai_chat import ChatModel


async def test_a_redirect_is_refused_so_that_the_key_goes_nowhere_else() -> None:
    handler = answering(b"", "text/plain", 307, {"location": "http://elsewhere.invalid/"})
    async with serving(handler) as site:
        reads = await ask(site.chat(), asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.status) == ("bad_request", 307)


@pytest.mark.parametrize("stream", [True, False])
async def test_a_key_that_a_provider_repeats_is_masked(*, stream: bool) -> None:
    body = b'{"error":{"message":"bad key secret-key-1 or sk-abcdefgh12345678"}}'
    async with serving(answering(body, "application/json", 401)) as site:
        reads = await ask(site.chat(), asking(stream=stream))
    assert reads == [
        [
            Fault(
                kind="auth",
                text="acme refused the key (HTTP 401). Check ACME_KEY.",
                detail="bad key [key] or [key]",
                status=401,
            )
        ]
    ]


async def test_an_error_body_is_read_up_to_a_limit() -> None:
    body = b"x" * 1_000_000
    settings = HttpSettings(error_bytes=1000)
    async with serving(answering(body, "text/plain", 500), settings) as site:
        reads = await ask(site.chat(), asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.detail) == ("server", "x" * 1000)


async def test_a_document_that_is_too_large_is_not_kept() -> None:
    body = b'{"choices": "' + b"x" * 2000 + b'"}'
    async with serving(
        answering(body, "application/json"), HttpSettings(answer_bytes=1000)
    ) as site:
        reads = await ask(site.chat(), asking(stream=False))
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.detail) == ("bad_answer", "the answer is larger than 1000 bytes")


@pytest.mark.parametrize("label", ["application/json", "text/plain", "application/octet-stream"])
async def test_a_whole_answer_to_a_stream_request_is_read(label: str) -> None:
    body = b'{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}'
    async with serving(answering(body, label)) as site:
        reads = await ask(site.chat(), asking())
    assert reads[-1][0] == TextDelta("hi")
    assert isinstance(reads[-1][-1], Reply)


@pytest.mark.parametrize("label", ["text/event-stream", "application/json"])
async def test_a_stream_to_a_document_request_is_read(label: str) -> None:
    async with serving(answering(CHUNK + FINISH + DONE, label)) as site:
        reads = await ask(site.chat(), asking(stream=False))
    assert reads[0][0] == TextDelta("hi")
    assert isinstance(reads[-1][-1], Reply)


async def test_a_request_carries_the_key_and_what_it_expects() -> None:
    seen: list[dict[str, str]] = []

    async def handle(request: web.Request) -> web.StreamResponse:
        names = ("authorization", "x-api-key", "anthropic-version", "accept", "content-type")
        seen.append({"path": request.path} | {n: v for n in names if (v := request.headers.get(n))})
        return web.Response(status=500)

    async with serving(handle) as site:
        await ask(site.chat(), asking())
        await ask(site.anthropic(), asking(stream=False))
    assert seen == [
        {
            "path": "/v1/chat/completions",
            "authorization": "Bearer secret-key-1",
            "accept": "text/event-stream",
            "content-type": "application/json",
        },
        {
            "path": "/v1/messages",
            "x-api-key": "secret-key-1",
            "anthropic-version": "2023-06-01",
            "accept": "application/json",
            "content-type": "application/json",
        },
    ]


async def test_a_server_that_needs_no_key_gets_none() -> None:
    seen: list[bool] = []

    async def handle(request: web.Request) -> web.StreamResponse:
        seen.append({"authorization", "x-api-key"}.isdisjoint(n.lower() for n in request.headers))
        return web.Response(status=500)

    async with serving(handle) as site:
        endpoint = Endpoint(provider="acme", base_url=site.base_url)
        await ask(ChatModel(site.http, endpoint), asking())
        await ask(AnthropicModel(site.http, endpoint), asking())
    assert seen == [True, True]


def test_nothing_prints_its_key() -> None:
    endpoint = Endpoint(provider="acme", base_url="http://localhost", key="secret-key-1")
    request = HttpRequest("http://localhost", {"authorization": "secret-key-1"}, b"", stream=True)
    assert "secret" not in repr(endpoint) + repr(request) + repr(endpoint.origin("m"))
