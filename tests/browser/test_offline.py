"""A server that goes away and comes back: the page says so, and nothing is lost."""

from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say

AWAY = ("Failed to load resource", "net::ERR_")


def test_a_banner_shows_while_the_server_is_away(own_server: Callable[..., Served], desk: Desk):
    server = own_server()
    page = desk.open(server, "/inbox")
    desk.watch.accept(*AWAY, "This page could not be loaded")
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    server.kill()
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.get_by_role("heading", name="This page failed to load")).to_be_visible()
    server.start()
    expect(page.get_by_text("The server does not answer.")).to_be_hidden()
    page.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("heading", name="Runs", exact=True)).to_be_visible()


def test_a_server_killed_in_the_middle_of_an_answer_goes_on_after_its_return(
    own_server: Callable[..., Served], desk: Desk
):
    server = own_server(pace="0.3")
    page = desk.open(server)
    desk.watch.accept(*AWAY)
    say(page, "weather in Oslo")
    expect(log(page)).to_contain_text("The report says")
    server.kill()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    server.start()
    expect_answer(page, "before you believe them.")
    expect(log(page).get_by_text("weather in Oslo")).to_have_count(1)
    page.reload()
    expect_answer(page, "before you believe them.")


def test_a_question_outlives_the_server_that_asked_it(
    own_server: Callable[..., Served], desk: Desk
):
    server = own_server()
    page = desk.open(server, "/inbox")
    desk.watch.accept(*AWAY)
    server.begin("delete old reports")
    question = page.get_by_role("list", name="Questions").get_by_role("link")
    expect(question).to_have_count(1)
    server.kill()
    server.start()
    expect(page.get_by_text("The server does not answer.")).to_be_hidden()
    question.click()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("The run goes on in the background.")).to_be_visible()
