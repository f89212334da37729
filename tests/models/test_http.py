"""What happens on the connection: time limits, cuts, cancellation, size limits, reuse."""

import asyncio
from contextlib import aclosing

from tests.models.server import BOUND, ask, asking
from tests.models.wire import CHUNK, DONE, FINISH, LAST, STREAM_HEAD, chunked, on_the_wire

from interlock.domain.messages import AssistantMessage, TextPart
from interlock.domain.model import Fault, Part, Reply, TextDelta
from interlock.domain.usage import NO_USAGE, Usage
from interlock.models.endpoint import Endpoint
from interlock.models.http import Http, HttpSettings
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


async def test_a_server_that_does_not_end_its_answer_holds_nobody_up() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK + FINISH + DONE))

    async with on_the_wire(play, HttpSettings(drain=0.01)) as (model, line):
        reads = await ask(model, asking())
        async with asyncio.timeout(BOUND):
            await line.hung_up.wait()
    assert isinstance(reads[-1][-1], Reply)


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


async def test_a_stream_that_never_ends_meets_a_size_limit() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD)
        while not writer.is_closing():
            writer.write(chunked(CHUNK * 100))
            await writer.drain()

    async with on_the_wire(play, HttpSettings(answer_bytes=100_000)) as (model, _):
        reads = await ask(model, asking())
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert fault.kind == "broken_stream"
    assert fault.detail == "the answer is larger than 100000 bytes"


async def test_closing_the_pool_ends_a_running_answer_as_broken() -> None:
    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(STREAM_HEAD + chunked(CHUNK))

    async with on_the_wire(play) as (model, line), asyncio.timeout(BOUND):
        reads: list[list[Part]] = []
        async for parts in model.stream(asking(), "msg_1"):
            reads.append(parts)
            if len(reads) == 1:
                await line.http.close()
    fault = reads[-1][-1]
    assert isinstance(fault, Fault)
    assert fault.kind == "broken_stream"
