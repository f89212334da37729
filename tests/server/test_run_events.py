"""The events of a run: as pages, as a stream, from any point, and never more than they should."""

import json

import pytest
from tests.server.log import Log, numbers, parse_sse, progress

from interlock.domain.events import ModelFailed, ToolEnded, ToolJudged
from interlock.domain.tools import ToolResult

SSE = {"Accept": "text/event-stream"}
PATH = "/v1/runs/run_1/events"


async def stream_of(house, path: str, **headers: str) -> bytes:
    async with house.open("GET", path, headers=SSE | headers) as response:
        assert response.status == 200, await response.text()
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert response.headers["cache-control"] == "no-cache, no-transform"
        assert response.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in response.headers
        return await response.read()


async def test_a_page_and_a_stream_show_the_same_events(serve):
    async with serve(["text: Hello."]) as house:
        run = await house.run()
        path = f"/v1/runs/{run['id']}/events"
        status, page = await house.get(path)
        streamed = parse_sse(await stream_of(house, path))
    assert (status, page["last_seq"], page["over"]) == (200, run["last_seq"], True)
    assert [json.loads(event["data"]) for event in streamed] == page["events"]
    assert numbers(streamed) == list(range(1, run["last_seq"] + 1))
    assert page["events"][0]["data"]["type"] == "run.start"
    assert page["events"][-1]["data"]["type"] == "run.end"


async def test_pages_follow_one_another_by_the_cursor(serve):
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        await log.add(*[progress(n) for n in range(7)])
        seen: list[int] = []
        cursor = 0
        for expected in (3, 6, 8, 8):
            _, page = await house.get(f"{PATH}?after={cursor}&limit=3")
            seen += [event["seq"] for event in page["events"]]
            cursor = page["last_seq"]
            assert (cursor, page["over"]) == (expected, False)
        await log.end()
        _, page = await house.get(f"{PATH}?after={cursor}")
    assert seen == list(range(1, 9))
    assert (page["last_seq"], page["over"]) == (9, True)


async def test_a_stream_goes_on_where_the_reader_was_and_ends_with_the_run(serve):
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        await log.add(progress(1))
        async with house.open("GET", PATH, headers=SSE | {"Last-Event-ID": "1"}) as response:
            first = await response.content.readuntil(b'data":1}}\n\n')
            await log.add(progress(2))
            await log.end()
            rest = await response.read()
    assert numbers(parse_sse(first + rest)) == [2, 3, 4]


async def test_a_reader_that_has_seen_the_end_is_told_not_to_come_back(serve):
    """A browser's EventSource asks again after every end; 204 stops it."""
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        await log.end()
        async with house.open("GET", PATH, headers=SSE | {"Last-Event-ID": "2"}) as response:
            assert (response.status, await response.read()) == (204, b"")


@pytest.mark.parametrize(
    "cursor",
    ["-1", "99999", "9" * 30, "x", "1.0", "0x1", " 1 2", "+1", "1\x00", "\u0661", "run_2:1", "NaN"],
)
async def test_a_cursor_that_is_none_is_refused_on_pages_and_streams(serve, cursor):
    """E3."""
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        codes = set()
        for headers in (SSE, {}):
            status, problem = await house.get(PATH, params={"after": cursor}, headers=headers)
            codes.add((status, problem["code"]))
            if cursor.isascii() and cursor.isprintable():
                again = await house.get(PATH, headers={**headers, "Last-Event-ID": cursor})
                codes.add((again[0], again[1]["code"]))
    assert codes <= {(400, "bad_query"), (400, "bad_cursor")}


async def test_a_cursor_of_another_run_shows_nothing_of_that_run(serve):
    """E3."""
    async with serve([]) as house:
        one, two = Log(house, "run_1"), Log(house, "run_2")
        await one.begin()
        await two.begin()
        await two.add(*[progress(n, "call_secret") for n in range(5)])
        await one.add(progress(1), progress(2))
        await one.end()
        body = await stream_of(house, PATH, **{"Last-Event-ID": "2"})
    assert numbers(parse_sse(body)) == [3, 4]
    assert b"call_secret" not in body


NASTY = (
    "a\r\nb\rc\n\nevent: admin\ndata: {}\n\nid: 999\n\u2028\u2029\x85\x00\x0b\x0c\x1c\ud83d\ude00"
)


async def test_no_text_breaks_the_frame(serve):
    """E4, E6: whatever the standard, or a reader of lines, takes for a line end is an escape."""
    nasty = NASTY.encode("utf-16", "surrogatepass").decode("utf-16")
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        result = ToolResult(model=nasty, person={"text": nasty, nasty: 1})
        await log.add(ToolEnded(call_id="call_1", name="look", kind="done", result=result))
        await log.end()
        body = await stream_of(house, PATH)
    events = parse_sse(body)
    assert numbers(events) == [1, 2, 3]
    assert [set(event) for event in events] == [{"id", "data"}] * 3
    shown = json.loads(events[1]["data"])["data"]["result"]
    assert shown == {"model": nasty, "person": {"text": nasty, nasty: 1}}
    assert len(body.decode().splitlines()) == body.count(b"\n")


async def test_what_is_kept_for_debugging_never_leaves(serve):
    """J1, J2: neither on pages nor on streams; a text that only looks like it does."""
    secret = "Traceback: KeyError '/etc/secret' sk-12345"
    failed = ToolResult(model="It failed.", person="It failed.", debug=secret)
    innocent = ToolResult(model="m", person={"debug": "mine", "detail": "mine"})
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        await log.add(
            ToolJudged(call_id="c", name="n", verdict="refuse", code="x", result=failed),
            ToolEnded(call_id="c", name="n", kind="failed", result=failed),
            ModelFailed(
                message_id="m", kind="server", text="It is down.", action="retry", detail=secret
            ),
            ToolEnded(call_id="d", name="n", kind="done", result=innocent),
        )
        await log.end()
        streamed = await stream_of(house, PATH)
        _, page = await house.get(PATH)
    assert b"Traceback" not in streamed
    assert "Traceback" not in json.dumps(page)
    assert [json.loads(event["data"]) for event in parse_sse(streamed)] == page["events"]
    facts = [event["data"] for event in page["events"][1:5]]
    assert (
        facts[0]["result"] == facts[1]["result"] == {"model": "It failed.", "person": "It failed."}
    )
    assert "detail" not in facts[2]
    assert facts[3]["result"]["person"] == {"debug": "mine", "detail": "mine"}


async def test_a_bug_in_a_tool_reaches_no_client(serve):
    """J2: neither the events, nor the messages, nor the model hear of paths and types."""
    async with serve(['call: flaky {"how": "bug"}', "text: Sorry."]) as house:
        run = await house.run()
        _, page = await house.get(f"/v1/runs/{run['id']}/events")
        _, messages = await house.get(f"/v1/threads/{run['thread_id']}/messages")
    for shown in (json.dumps(page), json.dumps(messages)):
        assert "KeyError" not in shown
        assert "/etc/secret" not in shown


async def test_twenty_broken_connections_lose_and_double_nothing(serve):
    """E5: and the run does not notice."""
    async with serve([]) as house:
        log = Log(house)
        await log.begin()
        seen: list[int] = []
        for round_ in range(20):
            cursor = str(seen[-1] if seen else 0)
            async with house.open("GET", PATH, headers=SSE | {"Last-Event-ID": cursor}) as response:
                await log.add(*[progress(n) for n in range(round_ % 4 + 1)])
                body = b""
                while not seen or seen[-1] < log.seq - round_ % 2:
                    body += await response.content.readuntil(b"\n\n")
                    fresh = numbers(parse_sse(body))
                    seen += [number for number in fresh if number > (seen[-1] if seen else 0)]
                response.close()
        await log.end()
        rest = parse_sse(await stream_of(house, PATH, **{"Last-Event-ID": str(seen[-1])}))
    assert seen + numbers(rest) == list(range(1, log.seq + 1))
