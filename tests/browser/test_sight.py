"""Dashboard and usage: what happened, how long it took and what it cost, and the runs behind it."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.axe import OF_COLOURS, violations
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import still

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def busy(built_ui: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server at which something happened: an answer, a no, a failure, and a quota."""
    one = Served(tmp_path_factory.mktemp("busy"))
    one.start()
    one.run("weather in Oslo")
    [question] = one.ask("delete old reports")
    one.answer(question, approved=False)
    one.run("fail twice")
    body = {"limit": "100", "measure": "tokens", "period": "month"}
    one.call("PUT", "/v1/quotas", body)
    one.run("weather in Rome")
    yield one
    one.stop()


def shown(page: Page) -> None:
    """Wait until every run is on the dashboard."""
    expect(page.get_by_role("table", name="What went wrong")).to_be_visible()
    expect(page.get_by_text("not counted yet")).to_have_count(0)


def test_each_figure_opens_the_runs_behind_it(busy: Served, desk: Desk):
    page = desk.open(busy, "/dashboard")
    shown(page)
    row = page.get_by_role("row", name="Tool calls rejected")
    row.get_by_role("link").click()
    page.wait_for_url("**/runs?behind=*")
    expect(page.get_by_text("Runs behind")).to_be_visible()
    table = page.get_by_role("table", name="Runs, newest first")
    expect(table.get_by_role("row")).to_have_count(2)
    expect(table).to_contain_text("delete old reports")
    page.get_by_role("link", name="All runs").click()
    expect(table.get_by_role("row")).not_to_have_count(2)


def test_one_row_tells_about_a_tool(busy: Served, desk: Desk):
    page = desk.open(busy, "/dashboard")
    shown(page)
    tools = page.get_by_role("table", name="Tools", exact=True)
    row = tools.get_by_role("row", name="delete_reports")
    expect(row.get_by_role("link", name="1 delete_reports: Rejected")).to_be_visible()
    page.get_by_role("button", name="As a table: Runs by their end").click()
    columns = page.get_by_role("group", name="Runs by their end").get_by_role("columnheader")
    expect(columns).to_contain_text(["Time", "Done", "Asked a person", "Cancelled", "Failed"])


def without_a_price(route: Route) -> None:
    """The report as it is, but for one call of which nobody knows the price."""
    answer = route.fetch()
    report = answer.json()
    report["partial"], report["total"]["unpriced"] = True, 1
    for group in report["groups"]:
        group["unpriced"] = 1
    route.fulfill(response=answer, json=report)


def test_usage_warns_of_a_full_quota_and_of_what_has_no_price(busy: Served, desk: Desk):
    page = desk.open(busy, "/runs")
    page.route("**/v1/usage?*", without_a_price)
    page.get_by_role("link", name="Usage").click()
    expect(page.get_by_role("alert")).to_contain_text("no price: the cost is too low")
    expect(page.get_by_role("region", name="Quotas")).to_contain_text("full")
    page.get_by_role("link", name="Model", exact=True).click()
    expect(page.get_by_role("table", name="Usage by model")).to_contain_text("1 unpriced")
    page.unroute_all(behavior="ignoreErrors")


def test_usage_is_a_file_for_a_spreadsheet(busy: Served, desk: Desk, tmp_path: Path):
    page = desk.open(busy, "/usage?by=user")
    expect(page.get_by_role("table", name="Usage by user")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    file = tmp_path / "usage.csv"
    download.value.save_as(file)
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert download.value.suggested_filename.endswith("-user.csv")
    assert sum(int(row["calls"]) for row in rows) >= 4


@pytest.mark.parametrize("path", ["/dashboard", "/usage"])
def test_a_page_can_be_read_by_everybody_and_fits(busy: Served, desk: Desk, path: str):
    page = desk.open(busy, path, color_scheme="light")
    expect(page.get_by_role("table").first).to_be_visible()
    still(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark")
    assert violations(page, OF_COLOURS) == []
    page.set_viewport_size({"width": 390, "height": 844})
    still(page)
    assert page.evaluate(WIDER) == 0
    main = "document.querySelector('main > div')"
    assert page.evaluate(f"{main}.scrollWidth - {main}.clientWidth") == 0
    assert violations(page, OF_COLOURS) == []
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).not_to_have_class("dark")
    assert violations(page) == []


def test_both_pages_speak_chinese(busy: Served, desk: Desk):
    page = desk.open(busy, "/dashboard", locale="zh-CN")
    expect(page.get_by_role("table", name="出了什么问题")).to_be_visible()
    page.get_by_role("link", name="用量").click()
    expect(page.get_by_role("heading", name="用量", exact=True)).to_be_visible()
