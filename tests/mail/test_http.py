"""One attempt to post a notice, to receivers of every kind."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import pytest
from tests.mail.receiver import drip, drop, flood, garbage, never, receiving, status

from interlock.domain.redelivery import Sent
from interlock.mail.http import HttpPost
from interlock.mail.resolver import PrivateAddress, PublicResolver

HEADERS = {"content-type": "application/json", "webhook-id": "msg_1"}


@contextlib.asynccontextmanager
async def post(*, private: bool = True, total: float = 15.0) -> AsyncGenerator[HttpPost]:
    sender = HttpPost(private=private, total=total)
    try:
        yield sender
    finally:
        await sender.close()


async def test_a_receiver_gets_the_headers_and_the_body_as_they_are():
    async with receiving() as receiver, post() as sender:
        sent = await sender.send(receiver.url + "?key=1", HEADERS, b'{"a": 1}')
        assert sent == Sent(204)
        got = receiver.got[0]
        assert (got.path, got.body) == ("/hook?key=1", b'{"a": 1}')
        assert got.headers["webhook-id"] == "msg_1"
        assert got.headers["content-type"] == "application/json"
        assert "cookie" not in got.headers


async def test_a_bad_status_is_an_outcome():
    for code in (400, 401, 404, 410, 429, 500, 503):
        async with receiving(status(code)) as receiver, post() as sender:
            assert await sender.send(receiver.url, HEADERS, b"{}") == Sent(code, "refused")


async def test_a_redirect_is_not_followed():
    async with receiving() as elsewhere:
        location = f"Location: {elsewhere.url}"
        for code in (301, 302, 303, 307, 308):
            async with receiving(status(code, location)) as receiver, post() as sender:
                assert await sender.send(receiver.url, HEADERS, b"{}") == Sent(code, "redirect")
        assert elsewhere.got == []


async def test_a_cookie_is_not_kept():
    async with receiving(status(200, "Set-Cookie: a=b; Path=/")) as receiver, post() as sender:
        await sender.send(receiver.url, HEADERS, b"{}")
        await sender.send(receiver.url, HEADERS, b"{}")
        assert "cookie" not in receiver.got[1].headers


@pytest.mark.parametrize("reply", [never, drip])
async def test_a_receiver_that_takes_its_time_is_given_up(reply):
    async with receiving(reply) as receiver, post(total=0.2) as sender:
        sent = await sender.send(receiver.url, HEADERS, b"{}")
        assert sent.status == 0
        assert sent.error in {"timeout", "broken_answer"}


async def test_a_body_without_end_is_not_read():
    async with receiving(flood) as receiver, post() as sender:
        assert await sender.send(receiver.url, HEADERS, b"{}") == Sent(200)


@pytest.mark.parametrize("reply", [drop, garbage])
async def test_an_answer_that_is_none_is_an_outcome(reply):
    async with receiving(reply) as receiver, post() as sender:
        assert await sender.send(receiver.url, HEADERS, b"{}") == Sent(error="broken_answer")


async def test_nobody_listening_is_an_outcome():
    async with receiving() as receiver:
        url = receiver.url
    async with post() as sender:
        assert await sender.send(url, HEADERS, b"{}") == Sent(error="no_connection")
        assert await sender.send("http://no.such.invalid/", HEADERS, b"{}") == Sent(
            error="no_such_host"
        )


async def test_a_receiver_without_a_certificate_is_not_trusted():
    def refuse(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 This is plain HTTP\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server, post() as sender:
        url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        assert await sender.send(url, HEADERS, b"{}") == Sent(error="tls")


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]"]
)
async def test_this_machine_is_out_of_reach_however_it_is_spelled(host):
    async with receiving() as receiver, post(private=False) as sender:
        for scheme in ("https", "http"):
            url = f"{scheme}://{host}:{receiver.port}/"
            sent = await sender.send(url, HEADERS, b"{}")
            assert sent.status == 0
            assert sent.error in {"private_address", "bad_url", "no_such_host"}, sent
        assert receiver.got == []


async def test_a_name_that_leads_to_this_machine_is_refused_when_it_is_resolved():
    with pytest.raises(PrivateAddress):
        await PublicResolver().resolve("localhost", 443)
    with pytest.raises(PrivateAddress):
        await PublicResolver().resolve("127.1", 443)
