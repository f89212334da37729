"""Coming in: a link works once, leaves no trace in the address bar, and lets nobody else in."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served


def test_a_link_opens_a_session_once_and_leaves_the_address_bar(server: Served, desk: Desk):
    link = server.json("open")["link"]
    page = desk.open(server, link=link)
    expect(page.get_by_role("heading", name="What shall demo do?")).to_be_visible()
    assert urlsplit(page.url)[2:] == ("/", "", "")
    assert "code" not in page.evaluate("JSON.stringify([history.state, document.referrer])")
    page.reload()
    expect(page.get_by_role("heading", name="What shall demo do?")).to_be_visible()

    second = desk.open(server, link=link)
    desk.watch.accept("401")
    expect(second.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(second.get_by_text("This link was used before, or is too old.")).to_be_visible()
    assert urlsplit(second.url)[2:] == ("/", "", "")


def test_a_wrong_token_is_refused_and_a_right_one_opens_the_page(server: Served, desk: Desk):
    page = desk.open(server, link=server.url)
    desk.watch.accept("401")
    page.get_by_label("Token").fill("not-the-token")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("The server does not accept this token.")).to_be_visible()
    page.get_by_label("Token").fill(server.ready["token"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What shall demo do?")).to_be_visible()


def test_a_new_tab_of_the_same_browser_is_signed_in_and_another_browser_is_not(
    server: Served, desk: Desk, browser: Browser
):
    page = desk.open(server)
    expect(page.get_by_role("heading", name="What shall demo do?")).to_be_visible()
    beside = page.context.new_page()
    beside.goto(server.url + "/inbox")
    expect(beside.get_by_role("heading", name="Inbox")).to_be_visible()

    stranger = desk.open(server, link=server.url + "/inbox")
    expect(stranger.get_by_role("heading", name="Sign in")).to_be_visible()
