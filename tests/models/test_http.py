"""What happens on the connection: time limits, cuts, cancellation, size limits, reuse."""

import asyncio
from contextlib import aclosing

import pytest
from aiohttp import web
from tests.models.server import BOUND, answering, ask, asking, serving
from tests.models.wire import CHUNK, DONE, FINISH, LAST, STREAM_HEAD, chunked, on_the_wire

from interlock.domain.messages import AssistantMessage, TextPart
from interlock.domain.model import Fault, Reply, TextDelta
from interlock.domain.usage import NO_USAGE, Usage
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpRequest, HttpSettings
from interlock.models.openai_chat import ChatModel

UNKNOWN = Usage(known=False)
QUICK = HttpSettings(connect=0.5, read=0.05, total=5.0)


async def test_what_one_read_brings_comes_as_one_list_with_merged_text() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK * 3 + FINISH + DONE) + LAST)

    async with on_the_wire(play) as (model, _):
        reads = await ask(model, asking())
    message = AssistantMessage("msg_1", (TextPart("hihihi"),))
    assert reads == [
        [TextDelta("hihihi"), Reply(message=message, stop="stop", stop_raw="stop", usage=UNKNOWN)]
    ]


async def test_a_connection_is_used_again_after_a_whole_answer() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK + FINISH + DONE))
        await writer.drain()
        writer.write(LAST)

    async with on_the_wire(play) as (model, line):
        await ask(model, asking())
        await ask(model, asking())
    assert (line.requests, line.connections) == (2, 1)


async def test_closing_the_iterator_hangs_up() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK))

    async with on_the_wire(play) as (model, line), asyncio.timeout(BOUND):
        async with aclosing(model.stream(asking(), "msg_1")) as reads:
            assert await anext(reads) == [TextDelta("hi")]
        await line.hung_up.wait()


async def test_cancelling_the_reader_hangs_up() -> None:
    began = asyncio.Event()

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK))

    async with on_the_wire(play) as (model, line), asyncio.timeout(BOUND):

        async def read() -> None:
            async for _ in model.stream(asking(), "msg_1"):
                began.set()

        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(read())
            await began.wait()
            task.cancel()
        await line.hung_up.wait()
        assert task.cancelled()


async def test_a_connection_that_breaks_inside_the_answer_is_a_broken_stream() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK))
        await writer.drain()
        writer.close()

    async with on_the_wire(play) as (model, _):
        reads = await ask(model, asking())
    assert [part for read in reads for part in read] == [
        TextDelta("hi"),
        Fault(
            kind="broken_stream",
            text="The answer of acme broke off before its end. Try again.",
            detail="the connection was cut inside the answer",
            usage=UNKNOWN,
        ),
    ]


async def test_a_connection_that_breaks_after_the_last_event_loses_nothing() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        usage = b'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n'
        writer.write(STREAM_HEAD + chunked(CHUNK + FINISH + usage))
        await writer.drain()
        writer.close()

    async with on_the_wire(play) as (model, _):
        reads = await ask(model, asking())
    reply = reads[-1][-1]
    assert isinstance(reply, Reply)
    assert reply.usage == Usage(input_tokens=1, output_tokens=2)


async def test_silence_inside_an_answer_is_a_broken_stream() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK))

    async with on_the_wire(play, QUICK) as (model, _):
        reads = await ask(model, asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.detail) == ("broken_stream", "nothing was received for 0.05 s")


async def test_silence_before_an_answer_is_a_network_fault() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        pass

    async with on_the_wire(play, QUICK) as (model, _):
        reads = await ask(model, asking())
    assert reads == [
        [
            Fault(
                kind="network",
                text="acme can't be reached. Check the network, and that the service is running.",
                detail="nothing was received for 0.05 s",
            )
        ]
    ]


async def test_an_answer_that_trickles_for_ever_meets_the_total_limit() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD)
        while not writer.is_closing():
            writer.write(chunked(b": still here\n\n"))
            await writer.drain()
            await asyncio.sleep(0)

    async with on_the_wire(play, HttpSettings(total=0.1)) as (model, _):
        reads = await ask(model, asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.detail) == ("broken_stream", "the call took longer than 0.1 s")


async def test_a_server_that_hangs_up_without_an_answer_is_a_network_fault() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with on_the_wire(play) as (model, _):
        reads = await ask(model, asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.usage) == ("network", NO_USAGE)


async def test_a_server_that_is_not_there_is_a_network_fault() -> None:
    http = Http()
    model = ChatModel(http, Endpoint(provider="acme", base_url="http://127.0.0.1:9/v1?key=hidden1"))
    try:
        reads = await ask(model, asking())
    finally:
        await http.close()
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert fault.kind == "network"
    assert fault.detail.startswith("no connection to 127.0.0.1 port 9: ")
    assert "hidden1" not in fault.text + fault.detail


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


def test_nothing_prints_its_key() -> None:
    endpoint = Endpoint(provider="acme", base_url="http://localhost", key="secret-key-1")
    request = HttpRequest("http://localhost", {"authorization": "secret-key-1"}, b"", stream=True)
    assert "secret" not in repr(endpoint) + repr(request) + repr(endpoint.origin("m"))
