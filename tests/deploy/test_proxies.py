"""The proxies keep nothing back, and go to the server that lives. Both are real ones."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest
from tests.deploy.proxies import NAME, caddy, free_port, nginx
from tests.deploy.upstream import Upstream

PROXIES = pytest.mark.parametrize("proxy", [caddy, nginx])
BOUND = 20
HEADERS = {"Host": NAME, "Accept-Encoding": "gzip"}


def client() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=BOUND), connector=aiohttp.TCPConnector(ssl=False)
    )


@PROXIES
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_an_event_passes_while_its_stream_goes_on(proxy: Any, method: str, tmp_path: Path):
    async with (
        Upstream() as one,
        Upstream() as other,
        client() as http,
        proxy(tmp_path, [one.port, other.port]) as url,
        http.request(method, f"{url}/v1/stream", headers=HEADERS) as response,
    ):
        assert await response.content.readline() == b"data: first\n"
        assert "Content-Encoding" not in response.headers
        one.go_on.set()
        other.go_on.set()
        assert await response.content.read() == b"\ndata: last\n\n"
    [request] = one.requests + other.requests
    assert f"host: {NAME}".encode() in request.lower()


@PROXIES
async def test_a_server_that_is_gone_is_passed_by(proxy: Any, tmp_path: Path):
    async with Upstream() as lives, client() as http:
        lives.go_on.set()
        async with proxy(tmp_path, [free_port(), lives.port]) as url:
            for _ in range(6):
                async with http.get(f"{url}/v1/agents", headers=HEADERS) as response:
                    assert response.status == 200
                    await response.read()
    assert len(lives.requests) == 6


@PROXIES
async def test_the_questions_of_the_machine_are_not_the_publics(proxy: Any, tmp_path: Path):
    async with (
        Upstream() as one,
        client() as http,
        proxy(tmp_path, [one.port, one.port]) as url,
    ):
        for path in ("/livez", "/readyz"):
            async with http.get(url + path, headers=HEADERS) as response:
                assert response.status == 404
