"""What tools show: pages in a frame of no origin, no network and no way out; lists, and charts."""

import json

from playwright.sync_api import Page, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say


def test_an_artifact_is_shown_and_reaches_nothing(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept("evil.example", "Content Security Policy", "sandboxed", "Blocked")
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play artifact")
    expect_answer(page, "Here is the page.")
    frame = page.frame_locator("iframe[title='Artifact: A page']")
    expect(frame.get_by_role("heading", name="Hello from the artifact")).to_be_visible()
    expect(frame.locator("#out")).not_to_be_empty()
    tried = json.loads(frame.locator("#out").inner_text())
    assert tried == {
        "parent": "refused: SecurityError",
        "cookie": "refused: SecurityError",
        "storage": "refused: SecurityError",
        "local": "refused: SecurityError",
        "top": "refused: SecurityError",
        "open": "null",
        "socket": tried["socket"],
        "origin": "null",
        "fetch": "refused: TypeError",
        "own": "refused: TypeError",
    }
    assert page.url.startswith(server.url)
    assert len(page.context.pages) == 1


def expect_review(page: Page) -> None:
    """The chart and the page stand in sight, the plan and the list in the work."""
    expect(log(page).get_by_role("figure").filter(has_text="Reports by folder")).to_be_visible()
    frame = page.frame_locator("iframe[title='Artifact: All reports']")
    expect(frame.get_by_role("heading", name="All reports")).to_be_visible()
    expect(frame.get_by_role("row")).to_have_count(21)


def test_a_review_shows_a_plan_a_list_a_chart_and_a_page_live_and_after_a_reload(
    server: Served, desk: Desk
):
    page = desk.open(server)
    say(page, "review the reports")
    expect_answer(page, "I looked at 20 reports.")
    expect_review(page)
    page.reload()
    expect_review(page)
