"""Heads of requests: their size, their time, their form."""

from tests.server.house import House

from interlock.server import protocol

TOKEN = "Authorization: Bearer ann-token"


def head(house: House, *headers: str) -> bytes:
    own = ("GET /v1/runs HTTP/1.1", f"Host: 127.0.0.1:{house.port}", TOKEN)
    return "\r\n".join([*own, *headers, "", ""]).encode()


async def test_ten_thousand_headers_are_too_many(serve):
    """D15."""
    async with serve([]) as house:
        answer = await house.raw(head(house, *[f"X-{n}: y" for n in range(10_000)]))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b'"code":"head_too_large"' in answer


async def test_a_hundred_and_one_headers_are_too_many_even_when_they_are_small(serve):
    """D15."""
    async with serve([]) as house:
        fits = await house.raw(head(house, "Connection: close", *["a: b"] * 97))
        over = await house.raw(head(house, *["a: b"] * 99))
    assert (fits[9:12], over[9:12]) == (b"200", b"431")


async def test_a_cookie_of_a_megabyte_is_too_large(serve):
    """D15."""
    async with serve([]) as house:
        answer = await house.raw(head(house, f"Cookie: {'x' * 1_000_000}"))
    assert answer.startswith(b"HTTP/1.1 431 ")


async def test_an_address_of_a_megabyte_is_too_large(serve):
    """D15."""
    async with serve([]) as house:
        answer = await house.raw(b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 431 ")


async def test_a_head_that_never_ends_is_not_waited_for(serve, monkeypatch):
    """E2: slow headers."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    async with serve([]) as house:
        answer = await house.raw(b"GET /v1/runs HTTP/1.1\r\nX-Slow: ")
    assert answer.startswith(b"HTTP/1.1 408 ")


async def test_a_second_head_on_a_connection_has_its_own_time_and_size(serve, monkeypatch):
    """E2."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    async with serve([]) as house:
        whole = head(house)
        slow = await house.raw(whole + whole + whole[:-10])
    assert slow.count(b"HTTP/1.1 200 ") == 2
    assert slow.count(b"HTTP/1.1 408 ") == 1


async def test_what_is_no_request_is_answered_with_a_problem(serve):
    async with serve([]) as house:
        for garbage in (
            b"\x16\x03\x01\x00\x00",
            b"HELLO\r\n\r\n",
            b"GET / HTTP/1.1\r\nbad header\r\n\r\n",
        ):
            answer = await house.raw(garbage)
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert b"application/problem+json" in answer


async def test_two_lengths_or_a_length_beside_chunks_are_no_request(serve):
    async with serve([]) as house:
        own = f"POST /v1/runs HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n{TOKEN}\r\n"
        for pair in (
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        ):
            answer = await house.raw((own + pair).encode())
            assert answer.startswith(b"HTTP/1.1 400 ")
