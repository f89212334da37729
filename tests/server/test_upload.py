"""Bodies on their way in: size, encoding and kind."""

import asyncio

import pytest

from interlock.server.parts import Bounds

JSON = {"Content-Type": "application/json"}
SMALL = Bounds(body_bytes=1000)


def head(house, *headers: str) -> bytes:
    own = [
        "POST /v1/runs HTTP/1.1",
        f"Host: 127.0.0.1:{house.port}",
        "Authorization: Bearer ann-token",
        "Content-Type: application/json",
    ]
    return "\r\n".join([*own, *headers, "", ""]).encode()


async def send(house, data: bytes, **headers: str):
    return await house.ask("POST", "/v1/runs", data=data, headers=JSON | headers)


async def test_a_body_of_just_the_limit_is_read_and_one_byte_more_is_not(serve):
    """D1."""
    async with serve([], SMALL) as house:
        fits = await send(house, b'"' + b"x" * 998 + b'"')
        over = await send(house, b'"' + b"x" * 999 + b'"')
    assert (fits[0], fits[1]["code"]) == (422, "bad_body")
    assert (over[0], over[1]["code"]) == (413, "body_too_large")


async def test_bytes_are_counted_also_without_a_declared_length(serve):
    """D1."""

    async def chunks():
        for _ in range(300):
            yield b"x" * 10

    async with serve([], SMALL) as house:
        status, problem = await house.ask("POST", "/v1/runs", data=chunks(), headers=JSON)
    assert (status, problem["code"]) == (413, "body_too_large")


async def test_a_body_that_says_that_it_is_huge_is_not_read(serve):
    """D1: the answer comes before the body, and the connection ends."""
    async with serve([], SMALL) as house:
        answer = await house.raw(head(house, f"Content-Length: {2 * 10**9}"))
    assert answer.startswith(b"HTTP/1.1 413 ")


async def test_an_endless_body_ends_at_the_limit(serve):
    """D1."""
    async with serve([], SMALL) as house:
        chunk = b"%x\r\n%b\r\n" % (1000, b"x" * 1000)
        answer = await house.raw(head(house, "Transfer-Encoding: chunked"), *[chunk] * 10)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("encoding", ["gzip", "zstd", "br", "deflate", "identity, gzip", ""])
async def test_an_encoded_body_is_refused(serve, encoding):
    """D2."""
    async with serve([]) as house:
        answer = await house.raw(
            head(house, f"Content-Encoding: {encoding}", "Content-Length: 2", "Connection: close"),
            b"{}",
        )
    assert answer.startswith(b"HTTP/1.1 415 ")
    assert b'"code":"encoded_body"' in answer


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "text/plain;application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/jsonp",
        "application/ld+json",
        "",
    ],
)
async def test_json_under_another_name_is_refused(serve, kind):
    """D9: a page can send text/plain and forms without asking first."""
    async with serve([]) as house:
        status, problem = await house.ask(
            "POST", "/v1/runs", data=b'{"agent":"clerk"}', headers={"Content-Type": kind}
        )
        listed = await house.get("/v1/runs")
    assert (status, problem["code"]) == (415, "not_json_type")
    assert listed[1]["runs"] == []


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=UTF-8"])
async def test_json_under_its_own_name_is_read(serve, kind):
    async with serve([]) as house:
        status, _ = await house.ask("POST", "/v1/runs", data=b"{}", headers={"Content-Type": kind})
    assert status == 422


async def test_refusals_of_bodies_reach_the_client_as_problems(serve):
    """D3, D4, D5, D6, D7, D8, B10 over the wire."""
    cases = {
        b"[" * 100_000: (400, "too_deep"),
        b'{"agent":NaN}': (400, "bad_json"),
        b'{"agent":"a","agent":"b"}': (400, "bad_json"),
        b'{"agent":"\xff"}': (400, "bad_json"),
        b'{"agent":"\\u0000"}': (422, "nul"),
        b'{"agent":18446744073709551616}': (422, "integer_too_large"),
        b'{"agent":"\\ud800"}': (400, "bad_json"),
    }
    async with serve([]) as house:
        for body, expected in cases.items():
            status, problem = await send(house, body)
            assert (status, problem["code"], problem["status"]) == (*expected, expected[0])


async def test_a_body_that_never_ends_is_not_waited_for(serve):
    """E2: slow bodies."""
    async with serve([], Bounds(body_seconds=0.1)) as house:
        answer = await house.raw(head(house, "Content-Length: 100"), b"{")
    assert answer.startswith(b"HTTP/1.1 408 ")


async def test_a_client_that_leaves_in_the_middle_of_a_body_begins_nothing(serve):
    async with serve([]) as house:
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(head(house, "Content-Length: 100") + b'{"agent":"clerk","message":"x"}')
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        assert await house.get("/v1/runs") == (200, {"runs": [], "before": None})
