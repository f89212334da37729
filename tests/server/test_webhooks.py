"""Webhooks over HTTP: make, change, rotate, look at deliveries, send once more; and who may."""

import asyncio
import contextlib
from typing import Any

import pytest
from tests.mail.receiver import receiving, status
from tests.server.house import BOUND, House, serving

from interlock.domain.agents import Agent
from interlock.models.scripted import Scripted
from interlock.settings import Settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import runtime

HOOK = {"name": "pager", "url": "https://example.com/hook", "events": ["run.ended"]}


@pytest.fixture
def serve_privately(tmp_path, database):
    """Serve a clerk where webhooks may go to this machine."""
    settings = Settings(
        data_dir=str(tmp_path), database_url=database, webhooks_private=True, drain_seconds=0.1
    )

    @contextlib.asynccontextmanager
    async def begin(script: list[str]):
        app = Interlock([Agent("clerk", model=Scripted(script))])
        async with (
            runtime(app, settings, environment={}) as parts,
            serving(parts) as house,
        ):
            yield house

    return begin


async def make(house: House, **change: Any):
    code, made = await house.post("/v1/webhooks", {**HOOK, **change}, "chief")
    assert code == 201, made
    return made["hook"], made["secret"]


async def test_a_webhook_is_made_shown_changed_and_forgotten(serve):
    async with serve("text: hello") as house:
        hook, secret = await make(house)
        path = f"/v1/webhooks/{hook['id']}"
        assert secret.startswith("whsec_")
        assert (hook["tenant"], hook["user"], hook["details"]) == ("acme", "chief", False)
        for shown in (
            await house.get(path, "chief"),
            await house.get("/v1/webhooks", "chief"),
        ):
            assert shown[0] == 200
            assert secret not in str(shown[1])
            assert "secret" not in str(shown[1])
        change = {"events": ["interrupt.opened", "interrupt.opened"], "agent": "clerk"}
        code, edited = await house.ask("PATCH", path, "chief", json=change)
        assert code == 200
        assert (edited["events"], edited["agent"]) == (["interrupt.opened"], "clerk")
        assert edited["url"] == HOOK["url"]
        assert (await house.ask("DELETE", path, "chief"))[0] == 204
        assert (await house.get(path, "chief"))[0] == 404


async def test_only_an_admin_of_the_tenant_finds_a_webhook(serve):
    async with serve("text: hello") as house:
        hook, _ = await make(house)
        path = f"/v1/webhooks/{hook['id']}"
        requests = [
            ("GET", path),
            ("PATCH", path),
            ("DELETE", path),
            ("POST", f"{path}/rotate"),
            ("POST", f"{path}/ping"),
            ("POST", f"{path}/redeliver"),
            ("GET", f"{path}/deliveries"),
            ("GET", f"{path}/deliveries/msg_1"),
            ("POST", f"{path}/deliveries/msg_1/redeliver"),
        ]
        for method, address in requests:
            body = {"json": {}} if method in {"PATCH", "POST"} else {}
            code, problem = await house.ask(method, address, "eve", **body)
            assert (code, problem["code"]) == (404, "webhook_not_found"), address
            code, problem = await house.ask(method, address, "ann", **body)
            assert (code, problem["code"]) == (403, "admin_only"), address
        assert (await house.get("/v1/webhooks", "eve"))[1]["webhooks"] == []
        assert (await house.get("/v1/webhooks", "ann"))[0] == 403
        assert (await house.post("/v1/webhooks", HOOK, "ann"))[0] == 403
        assert (await house.get(path, "chief"))[0] == 200


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"url": "http://example.com/"}, "bad_url"),
        ({"url": "https://127.0.0.1/"}, "bad_url"),
        ({"url": "https://169.254.169.254/latest"}, "bad_url"),
        ({"url": "https://user:word@example.com/"}, "bad_url"),
        ({"events": []}, "bad_events"),
        ({"events": ["run.begun"]}, "bad_body"),
        ({"name": ""}, "bad_name"),
        ({"secret": "whsec_mine"}, "bad_body"),
    ],
)
async def test_a_wrong_webhook_is_refused(serve, change, code):
    async with serve("text: hello") as house:
        got, problem = await house.post("/v1/webhooks", {**HOOK, **change}, "chief")
        assert (got, problem["code"]) == (422, code)


async def test_a_notice_can_be_looked_at_and_sent_once_more(serve_privately):
    async with receiving(status(500)) as receiver, serve_privately(["text: hello"] * 3) as house:
        hook, secret = await make(house, url=receiver.url)
        path = f"/v1/webhooks/{hook['id']}"
        run = await house.run()
        (first,) = await receiver.wait(1)
        assert first.verified(secret)["data"]["run_id"] == run["id"]
        delivery = await outcome(house, path)
        assert (delivery["state"], delivery["status"]) == ("pending", 500)
        assert delivery["attempts"] == 1

        one = f"{path}/deliveries/{delivery['id']}"
        code, shown = await house.get(one, "chief")
        assert code == 200
        assert shown["body"] == first.json
        code, again = await house.post(f"{one}/redeliver", {}, "chief")
        assert (code, again["attempts"]) == (202, 0)
        _, second = await receiver.wait(2)
        assert second.headers["webhook-id"] == first.headers["webhook-id"]
        assert (await outcome(house, path, "delivered"))["status"] == 204


async def outcome(house, path, state="pending"):
    """Wait for the outcome of the only notice."""
    async with asyncio.timeout(BOUND):
        while True:
            _, page = await house.get(f"{path}/deliveries?state={state}", "chief")
            if page["deliveries"] and page["deliveries"][0]["status"]:
                return page["deliveries"][0]


async def test_a_rotated_secret_is_shown_once_and_the_old_one_still_counts(serve_privately):
    async with receiving() as receiver, serve_privately(["text: hello"] * 3) as house:
        hook, old = await make(house, url=receiver.url)
        path = f"/v1/webhooks/{hook['id']}"
        code, rotated = await house.post(f"{path}/rotate", {}, "chief")
        assert code == 200
        assert rotated["secret"] != old
        code, _ = await house.post(f"{path}/ping", {}, "chief")
        assert code == 202
        (got,) = await receiver.wait(1)
        assert got.verified(old) == got.verified(rotated["secret"])
        assert got.json["type"] == "ping"


async def test_a_webhook_that_is_off_gets_nothing_until_it_is_on_again(serve_privately):
    async with receiving() as receiver, serve_privately(["text: hello"] * 3) as house:
        hook, _ = await make(house, url=receiver.url)
        path = f"/v1/webhooks/{hook['id']}"
        code, off = await house.ask("PATCH", path, "chief", json={"enabled": False})
        assert (code, off["disabled_at"] > 0) == (200, True)
        await house.run()
        assert (await house.get(f"{path}/deliveries", "chief"))[1]["deliveries"] == []
        code, problem = await house.post(f"{path}/ping", {}, "chief")
        assert (code, problem["code"]) == (409, "webhook_off")
        await house.ask("PATCH", path, "chief", json={"enabled": True})
        run = await house.run()
        (got,) = await receiver.wait(1)
        assert got.json["data"]["run_id"] == run["id"]
