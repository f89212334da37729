"""Talking: the answer streams, stays after a reload, and is the same in two tabs."""

from playwright.sync_api import expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say


def test_an_answer_is_there_after_a_reload(server: Served, desk: Desk):
    page = desk.open(server)
    say(page, "think")
    expect_answer(page, "I thought about it.")
    page.reload()
    expect_answer(page, "I thought about it.")


def test_two_tabs_on_one_thread_agree(server: Served, desk: Desk):
    one = desk.open(server)
    say(one, "weather in Oslo")
    expect_answer(one, "Oslo:")
    two = one.context.new_page()
    two.goto(one.url)
    expect_answer(two, "Oslo:")
    say(two, "weather in Lisbon")
    expect_answer(one, "Lisbon:")
    assert log(one).inner_text() == log(two).inner_text()
    expect(one.get_by_role("log")).to_have_count(1)
