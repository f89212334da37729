"""Threads: found again, renamed, deleted."""

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served


@pytest.fixture
def page(server: Served, desk: Desk) -> Page:
    for message in ("weather in Oslo", "think about threads"):
        server.run(message)
    return desk.open(server, "/threads")


def listed(page: Page, title: str) -> Locator:
    """A thread in the list of the page, not beside it."""
    return page.get_by_role("main").get_by_role("link", name=title).first


def test_a_search_narrows_the_list(page: Page):
    expect(listed(page, "weather in Oslo")).to_be_visible()
    page.get_by_label("Search threads").fill("about threads")
    expect(listed(page, "think about threads")).to_be_visible()
    expect(listed(page, "weather in Oslo")).to_be_hidden()
    page.get_by_label("Search threads").fill("nothing like it")
    expect(page.get_by_text("No thread has “nothing like it” in its title")).to_be_visible()


def test_a_thread_is_renamed_and_deleted(page: Page):
    main = page.get_by_role("main")
    main.get_by_role("button", name="Actions for think about threads").first.click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("Title").fill("A better name")
    page.get_by_role("button", name="Save").click()
    expect(listed(page, "A better name")).to_be_visible()
    main.get_by_role("button", name="Actions for A better name").first.click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete the thread").click()
    expect(page.get_by_text("The thread is deleted.")).to_be_visible()
    expect(listed(page, "A better name")).to_be_hidden()
    page.reload()
    expect(listed(page, "weather in Oslo")).to_be_visible()
    expect(listed(page, "A better name")).to_be_hidden()
