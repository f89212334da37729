"""Readers that are slow, gone, stuck, or too many. None of them matters to a run."""

import contextlib
import socket
import tracemalloc

import aiohttp
import pytest
from tests.server.house import House, serving, until
from tests.server.log import Log, numbers, parse_sse, progress

from interlock.server import protocol
from interlock.server.parts import Bounds

SSE = {"Accept": "text/event-stream"}
PATH = "/v1/runs/run_1/events"
MB = 1024 * 1024


@contextlib.contextmanager
def deaf_reader(house: House, accept: str = "text/event-stream"):
    """A connection that asks for events, has a small buffer and never reads."""
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", house.port))
        head = (
            f"GET {PATH} HTTP/1.1",
            f"Host: 127.0.0.1:{house.port}",
            "Authorization: Bearer ann-token",
            f"Accept: {accept}",
            "",
            "",
        )
        deaf.sendall("\r\n".join(head).encode())
        deaf.setblocking(False)
        yield deaf


async def flooded(house: House, megabytes: int) -> Log:
    """A run with so many megabytes of events, a kilobyte each."""
    log = Log(house)
    await log.begin()
    for _ in range(megabytes):
        await log.add(*[progress("x" * 900) for _ in range(1024)])
    return log


async def test_a_reader_that_never_reads_holds_no_memory_and_is_dropped(serve):
    """E1: of 20 MB it holds a page and a buffer; then its connection ends; the run goes on."""
    bounds = Bounds(stuck_seconds=0.3, keep_alive_seconds=0.1)
    async with serve([], bounds) as house:
        log = await flooded(house, 20)
        tracemalloc.start()
        try:
            with deaf_reader(house):
                await until(lambda: house.app.places.count() == 1)
                await until(lambda: house.app.places.count() == 0)
                _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        await log.end()
        assert (await house.get("/v1/runs/run_1"))[1]["run"]["status"] == "success"
    assert peak < 4 * MB


async def test_a_reader_that_was_dropped_comes_back_and_misses_nothing(serve):
    """E1."""
    bounds = Bounds(stuck_seconds=0.2, keep_alive_seconds=0.1)
    async with serve([], bounds) as house:
        log = await flooded(house, 5)
        with deaf_reader(house) as deaf:
            await until(lambda: house.app.places.count() == 1)
            await until(lambda: house.app.places.count() == 0)
            got = b""
            with contextlib.suppress(ConnectionError, BlockingIOError):
                while some := deaf.recv(65536):
                    got += some
        await log.end()
        events = [event for event in parse_sse(got.partition(b"\r\n\r\n")[2]) if "data" in event]
        cursor = events[0]["id"] if events else "0"
        async with house.open("GET", PATH, headers=SSE | {"Last-Event-ID": cursor}) as response:
            rest = numbers(parse_sse(await response.read()))
    assert rest == list(range(int(cursor) + 1, log.seq + 1))


async def test_a_silent_stream_of_a_reader_that_is_stuck_is_dropped_too(serve):
    """E1: also the keep-alive comment does not wait for ever."""
    bounds = Bounds(stuck_seconds=0.1, keep_alive_seconds=0.0)
    async with serve([], bounds) as house:
        await Log(house).begin()
        with deaf_reader(house):
            await until(lambda: house.app.places.count() == 1)
            await until(lambda: house.app.places.count() == 0)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the kernel has no such clock")
async def test_a_page_that_nobody_takes_is_not_kept_for_ever(serve, monkeypatch):
    """E1: an answer of one piece has no sender that could grow impatient; the kernel does."""
    monkeypatch.setattr(protocol, "DEAD_MS", 300)
    async with serve([]) as house:
        await flooded(house, 5)
        with deaf_reader(house, "application/json"):
            await until(lambda: len(house.state.connections) == 1)
            await until(lambda: len(house.state.connections) == 0)


async def test_a_slow_reader_gets_everything_in_order_with_bounded_memory(serve):
    async with serve([]) as house:
        log = await flooded(house, 10)
        await log.end()
        seen = 0
        tail = b""
        tracemalloc.start()
        try:
            async with house.open("GET", PATH, headers=SSE) as response:
                async for some in response.content.iter_chunked(4096):
                    *whole, tail = (tail + some).split(b"\n\n")
                    for frame in whole:
                        if frame.startswith(b"id: "):
                            seen += 1
                            assert frame.startswith(b"id: %d\n" % seen)
                _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert (seen, tail) == (log.seq, b"")
    assert peak < 6 * MB


async def test_silence_is_filled_with_comments_that_no_reader_sees(serve):
    async with serve([], Bounds(keep_alive_seconds=0.02)) as house:
        log = Log(house)
        await log.begin()
        async with house.open("GET", PATH, headers=SSE) as response:
            got = b""
            while got.count(b": keep-alive\n\n") < 3:
                got += await response.content.readuntil(b"\n\n")
            await log.end()
            got += await response.read()
    assert got.startswith(b": open\n\n")
    assert numbers(parse_sse(got)) == [1, 2]
    assert b"\r" not in got


async def test_a_reader_that_leaves_ends_its_stream_and_not_the_run(serve, desk):
    async with serve(['call: slow {"text": "x"}', "text: Done."]) as house:
        _, run = await house.post("/v1/runs", {"agent": "clerk", "message": "x"})
        await desk.running.wait()
        async with house.open("GET", f"/v1/runs/{run['id']}/events", headers=SSE) as response:
            await response.content.readuntil(b"\n\n")
            assert house.app.places.count() == 1
            response.close()
        await until(lambda: house.app.places.count() == 0)
        assert house.runtime.bus.followers() == 0
        desk.release.set()
        assert (await house.ended(run["id"]))["status"] == "success"


async def test_a_user_holds_only_so_many_streams_and_gives_places_back(serve):
    """E2: and another user's places are their own."""
    async with serve(["text: Hi."], Bounds(streams_per_user=3)) as house:
        log = Log(house)
        await log.begin()
        async with contextlib.AsyncExitStack() as stack:
            opened = [
                await stack.enter_async_context(house.open("GET", PATH, headers=SSE))
                for _ in range(3)
            ]
            assert [response.status for response in opened] == [200] * 3
            async with house.open("GET", PATH, headers=SSE) as refused:
                problem = await refused.json()
                assert (refused.status, problem["code"]) == (429, "too_many_streams")
                assert refused.headers["retry-after"] == "5"
            waiting = {"Prefer": "wait=5"}
            order = {"agent": "clerk", "message": "hello"}
            assert (await house.post("/v1/runs", order, headers=waiting))[0] == 429
            assert (await house.get("/v1/runs"))[1]["runs"][0]["id"] == "run_1"
            assert (await house.post("/v1/runs", order, "bob", headers=waiting))[0] == 200
            opened[0].close()
            await until(lambda: house.app.places.count() == 2)
            again = await stack.enter_async_context(house.open("GET", PATH, headers=SSE))
            assert again.status == 200
            await log.end()


async def test_a_stop_of_the_server_breaks_streams_off_and_the_reader_goes_on_later(serve, caplog):
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        async with house.open("GET", PATH, headers=SSE) as response:
            got = await response.content.readuntil(b"}\n\n")
            house.app.close_streams()
            with pytest.raises(aiohttp.ClientPayloadError):
                await response.read()
        await until(lambda: house.app.places.count() == 0)
        assert numbers(parse_sse(got)) == [1]
        await log.end()
        back = SSE | {"Last-Event-ID": "1"}
        async with (
            serving(house.runtime) as other,
            other.open("GET", PATH, headers=back) as response,
        ):
            assert numbers(parse_sse(await response.read())) == [2]
    assert caplog.messages == []


async def test_a_stream_that_breaks_inside_does_not_look_like_one_that_ended(serve, monkeypatch):
    async with serve([]) as house:
        await Log(house).begin()
        follow = house.runtime.feed.follow

        async def broken(_self, run_id, after):
            async for batch in follow(run_id, after):
                yield batch
                raise RuntimeError("the disk is on fire")

        monkeypatch.setattr(type(house.runtime.feed), "follow", broken)
        async with house.open("GET", PATH, headers=SSE) as response:
            with pytest.raises(aiohttp.ClientPayloadError):
                await response.read()
