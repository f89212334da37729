"""What a client reads when something is wrong."""

import asyncio
import re
from pathlib import Path

import pytest
from tests.server.house import until

from interlock.errors import (
    Conflict,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    OutcomeUnknown,
    Refusal,
    StoreFailed,
)
from interlock.server.asgi import Reply
from interlock.server.problems import Unacceptable, problem

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "interlock"
RAISED = (
    r"(?:NotFound|Conflict|Gone|Forbidden|Invalid|Unacceptable|_not_json)"
    r"\((?:[^()]|\([^()]*\))*?\"([a-z]+(?:_[a-z]+)*)\"[,)\s]"
)


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (NotFound("x"), 404),
        (Conflict("x", "stale_approval", {"by": "ann"}), 409),
        (Gone("x"), 410),
        (Forbidden("x"), 403),
        (Invalid("x", "bad_id"), 422),
        (Refusal("x"), 400),
        (Unacceptable(431, "head_too_large", "x"), 431),
    ],
)
def test_a_refusal_becomes_a_problem_document(refusal, status):
    reply = problem(refusal)
    assert reply.status == status
    assert (b"content-type", b"application/problem+json") in reply.headers
    assert b'"code":"%b"' % refusal.code.encode() in reply.body
    assert b'"detail":"x"' in reply.body


def test_data_of_a_refusal_can_not_replace_what_the_document_says():
    refusal = Conflict("x", "busy", {"status": 200, "code": "fine", "title": "y", "run_id": "r"})
    expected = b'{"title":"Conflict","status":409,"code":"busy","detail":"x","run_id":"r"}'
    assert problem(refusal).body == expected


async def test_a_failure_of_ours_tells_an_id_and_the_log_has_the_rest(serve, monkeypatch, caplog):
    """J2: no text of the error, no path, no trace."""

    def broken(_store, _work):
        raise KeyError("SELECT secret FROM /var/lib/x")

    async with serve([]) as house:
        monkeypatch.setattr(type(house.runtime.store), "read", broken)
        status, body = await house.get("/v1/threads")
        ready = await house.get("/readyz")
    assert status == 500
    assert set(body) == {"title", "status", "code", "detail", "error_id"}
    assert body["code"] == "internal"
    assert "secret" not in str(body)
    assert re.fullmatch(r"err_[0-9a-f]{32}", body["error_id"])
    [record] = [one for one in caplog.records if one.name == "interlock.server.problems"]
    assert body["error_id"] in record.getMessage()
    assert "SELECT secret" in str(record.exc_info)
    assert (ready[0], ready[1]["code"]) == (503, "not_ready")


async def test_a_disk_that_is_full_asks_to_try_again_later(serve, monkeypatch, caplog):
    def full(_store, _work):
        raise StoreFailed("SQLITE_FULL in /var/lib/x")

    async with serve([]) as house:
        monkeypatch.setattr(type(house.runtime.store), "write", full)
        status, body = await house.post("/v1/runs", {"agent": "clerk", "message": "hello"})
        monkeypatch.undo()
    error_id = body.pop("error_id")
    assert (status, body) == (
        503,
        {
            "title": "Service Unavailable",
            "status": 503,
            "code": "store_failed",
            "detail": "The server can't write at the moment; nothing of this was kept. "
            "Try again later.",
        },
    )
    assert any(error_id in record.getMessage() for record in caplog.records)


async def test_a_commit_whose_end_nobody_knows_is_not_called_lost(serve, monkeypatch):
    def gone(_store, _work):
        raise OutcomeUnknown("the connection was lost")

    async with serve([]) as house:
        monkeypatch.setattr(type(house.runtime.store), "write", gone)
        status, body = await house.post("/v1/runs", {"agent": "clerk", "message": "hello"})
        monkeypatch.undo()
    assert (status, body["code"]) == (503, "store_failed")
    assert "may have been kept" in body["detail"]


async def test_a_request_that_a_stopping_server_can_not_wait_for_is_told_so(serve, monkeypatch):
    at_the_store: list[bool] = []

    async def never(_store, _work):
        at_the_store.append(asyncio.current_task() in house.state.tasks)
        await asyncio.Event().wait()

    answers: list[tuple[int, str]] = []

    async def ask() -> None:
        status, body = await house.post("/v1/runs", {"agent": "clerk", "message": "hello"})
        answers.append((status, body["code"]))

    async with serve([]) as house, asyncio.TaskGroup() as group:
        monkeypatch.setattr(type(house.runtime.store), "write", never)
        group.create_task(ask())
        await until(lambda: any(at_the_store))
        for task in house.state.tasks:
            task.cancel()
        await until(lambda: bool(answers))
        monkeypatch.undo()
    assert answers == [(503, "stopping")]


async def test_addresses_and_methods_that_do_not_exist_are_problems(serve):
    async with serve([]) as house:
        async with house.open("PUT", "/v1/runs") as response:
            wrong = await response.json()
            assert response.headers["content-type"] == "application/problem+json"
            assert response.headers["allow"] == "GET, POST"
        missing = await house.get("/v1/nothing")
    assert wrong == {
        "title": "Method Not Allowed",
        "status": 405,
        "code": "method_not_allowed",
        "detail": "This address takes GET, POST.",
    }
    assert missing == (
        404,
        {
            "title": "Not Found",
            "status": 404,
            "code": "no_such_address",
            "detail": "There is nothing at this address. See /openapi.json.",
        },
    )


async def test_no_problem_repeats_what_the_client_sent(serve):
    """B4: nothing of a body or an address comes back, whatever was wrong with it."""
    mark = "MARK<script>"
    requests = [
        ("POST", "/v1/runs", {"agent": mark, "message": "x"}),
        ("POST", "/v1/runs", {"agent": "clerk", "message": "x", "on_new_message": mark}),
        ("POST", "/v1/runs", {"agent": "clerk", "message": {"parts": [{"type": mark}]}}),
        ("POST", "/v1/runs", {"agent": "clerk", "message": "x", "thread_id": mark}),
        ("GET", f"/v1/interrupts?status={mark}", None),
        ("GET", f"/v1/runs?limit={mark}", None),
        ("GET", f"/v1/runs/{mark}", None),
        ("GET", f"/{mark}", None),
    ]
    async with serve([]) as house:
        for method, path, body in requests:
            async with house.open(method, path, json=body) as response:
                assert response.status >= 400
                assert b"MARK" not in await response.read()


def test_a_reply_is_not_stored_by_anybody():
    assert (b"cache-control", b"no-store") in Reply().headers


def test_every_code_of_the_native_api_is_in_the_page_about_it():
    page = (ROOT / "docs" / "http.md").read_text("utf-8")
    rooms = [*(SOURCE / "server").glob("*.py"), *(SOURCE / "commands").glob("*.py")]
    protocols = {"agui.py", "aisdk.py"}
    texts = [path.read_text("utf-8") for path in rooms if path.name not in protocols]
    codes = {code for text in texts for code in re.findall(RAISED, text)}
    assert len(codes) > 30
    assert {code for code in codes if f"`{code}`" not in page} == {"twice"}
