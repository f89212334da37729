"""A browser in the same machine, and pages that are not ours."""

import pytest

from interlock.server.guard import Guard
from interlock.server.parts import Doors

TOKEN = "Authorization: Bearer ann-token"


async def status(house, *headers: str, method: str = "GET", target: str = "/v1/runs") -> int:
    lines = [f"{method} {target} HTTP/1.1", *headers, TOKEN, "Connection: close", "", ""]
    answer = await house.raw("\r\n".join(lines).encode())
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    "host", ["evil.com", "evil.com:80", "127.0.0.1.evil.com", "192.168.0.7", "[::2]:80", "0.0.0.1"]
)
async def test_a_rebound_name_is_turned_away(serve, host):
    """I1."""
    async with serve([]) as house:
        assert await status(house, f"Host: {host}") == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:65000", "[::1]:8", "::1"])
async def test_loopback_names_are_ours_with_any_port(serve, host):
    async with serve([]) as house:
        expected = 400 if host == "::1" else 200
        assert await status(house, f"Host: {host}") == expected


@pytest.mark.parametrize(
    "hosts",
    [
        ["Host: localhost/livez?x="],
        ["Host: a/b?x="],
        ["Host: localhost#@evil.com"],
        ["Host: ann@localhost"],
        ["Host: localhost evil.com"],
        ["Host: localhost:port"],
        ["Host: "],
        [],
        ["Host: localhost", "Host: evil.com"],
        ["Host: localhost", "Host: localhost"],
    ],
)
async def test_a_host_that_is_no_host_is_a_bad_request(serve, hosts):
    """C10."""
    async with serve([]) as house:
        assert await status(house, *hosts) == 400


async def test_the_routed_path_decides_whatever_the_target_says(serve):
    """C10: an absolute target with another host changes neither host nor path."""
    async with serve([]) as house:
        target = "http://evil.com/livez"
        assert await status(house, "Host: evil.com", target=target) == 421


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "origin", ["https://evil.com", "null", "http://localhost.evil.com", "http://127.0.0.1:1", ""]
)
async def test_a_page_of_another_origin_gets_nothing(serve, method, origin):
    """I2, I4."""
    async with serve([]) as house:
        headers = (f"Host: 127.0.0.1:{house.port}", f"Origin: {origin}")
        assert await status(house, *headers, method=method) == 403


async def test_our_own_page_and_named_origins_may_call(serve):
    doors = Doors(hosts=frozenset({"desk.example"}), origins=frozenset({"https://ui.example"}))
    async with serve([], doors=doors) as house:
        own = f"127.0.0.1:{house.port}"
        answers = [
            await status(house, f"Host: {own}", f"Origin: http://{own}"),
            await status(house, "Host: desk.example", "Origin: https://desk.example"),
            await status(house, f"Host: {own}", "Origin: https://ui.example"),
            await status(house, f"Host: {own}", "Origin: http://ui.example"),
        ]
    assert answers == [200, 200, 200, 403]


async def test_beyond_loopback_addresses_are_fine_and_unknown_names_are_not(serve):
    """I3: a rebinding attack needs a name; the token is needed all the same."""
    async with serve([], doors=Doors(any_address=True)) as house:
        answers = [await status(house, f"Host: {host}") for host in ("10.0.0.7:80", "evil.com")]
        async with house.session.get(
            house.url + "/v1/runs", headers={"Host": "10.0.0.7"}
        ) as response:
            answers.append(response.status)
    assert answers == [200, 421, 401]


async def test_a_form_post_with_whatever_cookie_does_nothing(serve):
    """I4."""
    async with serve([]) as house:
        form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": "token=ann-token"}
        async with house.session.post(
            house.url + "/v1/runs", data=b"agent=clerk", headers=form
        ) as response:
            assert response.status == 401
        listed = await house.get("/v1/runs")
    assert listed == (200, {"runs": [], "before": None})


async def test_no_answer_opens_the_server_to_other_pages(serve):
    """I2: no CORS header, whoever asks; scripts, frames and sniffing are off everywhere."""
    async with serve(["text: Hi."]) as house:
        run = await house.run()
        preflight = {"Origin": house.url, "Access-Control-Request-Method": "POST"}
        requests = [
            ("OPTIONS", "/v1/runs", preflight),
            ("GET", "/v1/runs", {"Origin": house.url}),
            ("GET", "/nowhere", {}),
            ("GET", f"/v1/runs/{run['id']}/events", {"Accept": "text/event-stream"}),
            ("GET", "/v1/runs", {"Host": "evil.com"}),
        ]
        for method, path, headers in requests:
            async with house.open(method, path, headers=headers) as response:
                names = {name.lower() for name in response.headers}
                assert not {name for name in names if name.startswith("access-control")}
                assert response.headers["x-content-type-options"] == "nosniff"
                assert response.headers["referrer-policy"] == "no-referrer"
                policy = response.headers["content-security-policy"]
                assert policy == "default-src 'none'; frame-ancestors 'none'"


async def test_a_websocket_is_not_opened(serve):
    """I2."""
    async with serve([]) as house:
        upgrade = ("Upgrade: websocket", "Connection: upgrade", "Sec-WebSocket-Version: 13")
        own = f"Host: 127.0.0.1:{house.port}"
        assert await status(house, own, *upgrade, target="/v1/runs") != 101
        evil = await status(house, own, "Origin: https://evil.com", *upgrade)
    assert evil == 403


async def test_other_kinds_of_connection_get_what_they_must_and_no_more():
    """I2: a websocket is closed unopened; a server that asks about its life is told yes."""
    said: list[str] = []
    asked = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

    async def send(message):
        said.append(message["type"])

    async def receive():
        return next(asked)

    async def never(_scope, _receive, _send):
        raise AssertionError

    guard = Guard(never, Doors())
    await guard({"type": "websocket", "headers": []}, receive, send)
    await guard({"type": "lifespan"}, receive, send)
    assert said == ["websocket.close", "lifespan.startup.complete", "lifespan.shutdown.complete"]
