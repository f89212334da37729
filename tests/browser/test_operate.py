"""The pages of those who run the server: processes, schedules, webhooks."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.accounts import WithAccounts
from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import still
from tests.browser.stock import HOOK, morning, stock

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = (
    "workers",
    "schedules",
    "schedule",
    "webhooks",
    "webhook",
    "keys",
    "people",
    "rules",
    "audit",
)


@pytest.fixture(scope="module")
def guarded(
    built_ui: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[WithAccounts, dict[str, str]]]:
    """A server with accounts, and the addresses of its pages."""
    one = WithAccounts(tmp_path_factory.mktemp("guarded"))
    one.start()
    yield one, stock(one)
    one.stop()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_can_be_read_by_everybody_and_fits(
    guarded: tuple[WithAccounts, dict[str, str]], desk: Desk, name: str, theme: Any
):
    server, addresses = guarded
    page = desk.open(server, addresses[name], color_scheme=theme)
    expect(page.get_by_role("table").first).to_be_visible()
    still(page)
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(WIDER) == 0
    main = "document.querySelector('main > div')"
    assert page.evaluate(f"{main}.scrollWidth - {main}.clientWidth") == 0
    assert violations(page) == []


def test_every_page_speaks_chinese(guarded: tuple[WithAccounts, dict[str, str]], desk: Desk):
    server, addresses = guarded
    page = desk.open(server, addresses["schedules"], locale="zh-CN")
    expect(page.get_by_role("heading", name="计划任务")).to_be_visible()
    page.get_by_role("link", name="工作进程").click()
    expect(page.get_by_role("table", name="工作进程")).to_contain_text("正常")
    assert violations(page) == []


def test_processes_say_how_they_are_and_what_they_carry(server: Served, desk: Desk):
    page = desk.open(server, "/workers")
    [process] = server.call("GET", "/v1/workers")["workers"]
    row = page.get_by_role("row").filter(has_text=f"{process['host']}:{process['pid']}")
    expect(row).to_contain_text("Up")
    expect(row).to_contain_text(f"0 of {process['capacity']}")


def test_a_process_that_is_stuck_or_lost_says_since_when(server: Served, desk: Desk):
    page = desk.open(server)
    known = server.call("GET", "/v1/workers")
    [one] = known["workers"]
    stuck = {**one, "id": "b", "pid": 7, "state": "zombie", "idle_ms": 240_000, "version": "0.0.9"}
    lost = {**one, "id": "c", "pid": 8, "state": "lost", "seen_ms_ago": 61_000}
    known |= {"workers": [one, stuck, lost], "queue": {"waiting": 3, "taken": 2, "set_aside": 1}}

    def answer(route: Route) -> None:
        route.fulfill(json=known)

    page.route("**/v1/workers", answer)
    page.get_by_role("link", name="Workers").click()
    rows = page.get_by_role("row")
    expect(rows.filter(has_text="Zombie")).to_contain_text("got on for 4 min")
    expect(rows.filter(has_text="Lost")).to_contain_text("Silent for 1 min 01 s")
    expect(page.get_by_role("main")).to_contain_text("2 versions run side by side")
    expect(page.get_by_role("main")).to_contain_text("3runs wait")
    still(page)
    assert violations(page) == []


def test_a_schedule_is_made_by_a_person_who_sees_when_it_would_fire(server: Served, desk: Desk):
    page = desk.open(server, "/schedules")
    desk.watch.accept("422")
    expect(page.get_by_text("Nothing is scheduled")).to_be_visible()
    page.get_by_role("button", name="New schedule").click()
    form = page.get_by_role("dialog", name="New schedule")
    assert violations(page) == []
    form.get_by_label("Cron pattern").fill("every day")
    expect(form.get_by_role("status")).to_contain_text("five fields")
    form.get_by_label("Cron pattern").fill("30 8 * * 1")
    expect(form.get_by_role("status").get_by_role("listitem")).to_have_count(5)
    expect(form.get_by_role("status")).to_contain_text("Mon")
    form.get_by_label("Name").fill("Mondays")
    form.get_by_label("Message").fill("think")
    form.get_by_role("button", name="Create schedule").click()
    expect(form).to_be_hidden()
    row = page.get_by_role("row").filter(has_text="Mondays")
    expect(row).to_contain_text("30 8 * * 1")
    [made] = server.call("GET", "/v1/schedules")["schedules"]
    assert (made["timing"]["cron"], made["message"], made["agent"]) == (
        "30 8 * * 1",
        "think",
        "demo",
    )


def open_schedule(server: Served, desk: Desk, name: str) -> tuple[Page, str]:
    """The page of a new schedule, and its id."""
    made = server.call("POST", "/v1/schedules", morning(name))["id"]
    return desk.open(server, f"/schedules/{made}"), made


def test_a_schedule_is_fired_by_hand_and_leads_to_its_run(server: Served, desk: Desk):
    page, _ = open_schedule(server, desk, "By hand")
    expect(page.get_by_text("It has not fired yet.")).to_be_visible()
    page.get_by_role("button", name="Run now").click()
    row = page.get_by_role("row").filter(has_text="by hand")
    expect(row).to_be_visible()
    row.get_by_role("link", name="Open").click()
    expect(page).to_have_url(re.compile("/runs/run_"))


def test_a_schedule_is_paused_changed_and_forgotten(server: Served, desk: Desk):
    page, made = open_schedule(server, desk, "Soon gone")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused")).to_be_visible()
    assert server.call("GET", f"/v1/schedules/{made}")["paused"] is True
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Paused")).to_be_hidden()
    page.get_by_role("button", name="Edit").click()
    form = page.get_by_role("dialog", name="Edit schedule")
    form.get_by_label("When", exact=True).select_option("every")
    form.get_by_label("Every").fill("90")
    form.get_by_label("Unit").select_option("minute")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("every 90 minutes")).to_be_visible()
    assert server.call("GET", f"/v1/schedules/{made}")["timing"]["every"] == 5400
    page.get_by_role("button", name="Delete").click()
    asked = page.get_by_role("dialog", name="Delete this schedule?")
    asked.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile("/schedules$"))
    expect(page.get_by_role("row").filter(has_text="Soon gone")).to_have_count(0)


def test_a_webhooks_secret_is_shown_once(server: Served, desk: Desk):
    page = desk.open(server, "/webhooks")
    expect(page.get_by_text("Nobody is told yet")).to_be_visible()
    page.get_by_role("button", name="New webhook").click()
    form = page.get_by_role("dialog", name="New webhook")
    form.get_by_label("Name").fill("Desk")
    form.get_by_label("Address").fill(HOOK)
    form.get_by_label("schedule result").check()
    form.get_by_role("button", name="Create webhook").click()
    shown = page.get_by_role("dialog", name="The webhook’s secret")
    secret = shown.locator("code").inner_text()
    assert secret.startswith("whsec_")
    assert violations(page) == []
    shown.get_by_role("button", name="I have kept it").click()
    page.get_by_role("row").filter(has_text=HOOK).get_by_role("link").click()
    expect(page.get_by_role("heading", name="Desk")).to_be_visible()
    still(page)
    assert secret not in page.content()
    page.get_by_role("button", name="New secret").click()
    page.get_by_role("dialog").get_by_role("button", name="New secret").click()
    again = page.get_by_role("dialog", name="The webhook’s secret").locator("code").inner_text()
    assert again not in {"", secret}


def make_hook(server: Served, name: str) -> str:
    """The id of a new webhook."""
    form = {"name": name, "url": HOOK, "events": ["run.ended"]}
    return server.call("POST", "/v1/webhooks", form)["hook"]["id"]


def test_what_was_sent_to_a_webhook_is_seen_and_sent_again(server: Served, desk: Desk):
    made = server.call(
        "POST", "/v1/webhooks", {"name": "Far", "url": HOOK, "events": ["run.ended"]}
    )
    page = desk.open(server, f"/webhooks/{made['hook']['id']}")
    expect(page.get_by_text("Nothing was sent.")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    row = page.get_by_role("row").filter(has_text="ping")
    expect(row).to_contain_text("On its way")
    row.get_by_role("button", name="ping").click()
    body = page.get_by_role("dialog", name="ping")
    expect(body).to_contain_text("attempt")
    body.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("main")).to_contain_text("Off")
    expect(page.get_by_role("button", name="Send a test")).to_be_disabled()
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("button", name="Switch off")).to_be_visible()


def test_a_delivery_that_was_given_up_can_be_sent_again(server: Served, desk: Desk):
    made = server.call(
        "POST", "/v1/webhooks", {"name": "Dead", "url": HOOK, "events": ["run.ended"]}
    )
    hook = made["hook"]["id"]
    ping = server.call("POST", f"/v1/webhooks/{hook}/ping", {})
    given_up = {**ping, "state": "failed", "attempts": 9, "status": 503, "error": "bad_status"}
    page = desk.open(server)

    def listed(route: Route) -> None:
        route.fulfill(json={"deliveries": [given_up], "before": None})

    def resend(route: Route) -> None:
        route.fulfill(status=202, body=json.dumps(given_up), content_type="application/json")

    page.route(f"**/v1/webhooks/{hook}/deliveries?*", listed)
    page.route(f"**/v1/webhooks/{hook}/deliveries", listed)
    page.route("**/redeliver", resend)
    page.goto(f"{server.url}/webhooks/{hook}")
    row = page.get_by_role("row").filter(has_text="ping")
    expect(row).to_contain_text("Given up")
    expect(row).to_contain_text("HTTP 503 · bad status")
    with page.expect_request(f"**/deliveries/{ping['id']}/redeliver") as again:
        row.get_by_role("button", name="Send again").click()
    assert again.value.method == "POST"
