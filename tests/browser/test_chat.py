"""Talking: the answer streams, stays after a reload, and is the same in two tabs."""

import re
from collections.abc import Callable

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


def test_the_time_of_a_thought_stays(own_server: Callable[..., Served], desk: Desk):
    page = desk.open(own_server(PACE="0.012"))
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play ponder")
    expect_answer(page, "That was a thought.")
    line = log(page).get_by_text(re.compile(r"^Thought for \d+\.\d s$"))
    took = line.inner_text()
    page.reload()
    expect_answer(page, "That was a thought.")
    assert line.inner_text() == took


def test_whoever_opens_a_thread_sees_its_agent_in_the_list(server: Served, desk: Desk):
    page = desk.open(server)
    agents = page.get_by_role("combobox", name="Agent")
    agents.select_option("actor")
    say(page, "play short answer")
    expect_answer(page, "good")
    theirs = page.url
    agents.select_option("demo")
    expect(page).to_have_url(f"{server.url}/")
    page.goto(theirs)
    expect_answer(page, "good")
    expect(agents).to_have_value("actor")
    page.get_by_role("link", name="New chat").click()
    expect(page.get_by_role("textbox", name="Message to actor")).to_be_visible()


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


def test_an_answer_is_written_anew_and_a_message_said_otherwise(server: Served, desk: Desk):
    page = desk.open(server)
    say(page, "weather in Oslo")
    expect_answer(page, "Oslo:")
    with page.expect_response("**/api/chat/demo") as again:
        page.get_by_role("button", name="Write the answer anew").click()
    assert again.value.finished() is None
    expect_answer(page, "Oslo:")
    log(page).get_by_text("weather in Oslo").hover()
    page.get_by_role("button", name="Edit the message").click()
    page.get_by_label("Your message, edited").fill("weather in Lisbon")
    page.get_by_role("button", name="Send again").click()
    expect_answer(page, "Lisbon:")
    expect(log(page)).not_to_contain_text("Oslo")
    page.reload()
    expect_answer(page, "Lisbon:")
    expect(log(page)).not_to_contain_text("Oslo")


def test_a_rating_stays(server: Served, desk: Desk):
    page = desk.open(server)
    say(page, "think")
    expect_answer(page, "I thought about it.")
    good = page.get_by_role("button", name="Good answer")
    good.click()
    expect(good).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Good answer")).to_have_attribute("aria-pressed", "true")


def test_a_model_that_fails_says_so_and_can_be_asked_again(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept("401", "model")
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play broken")
    expect(page.get_by_text("The answer broke off")).to_be_visible()
    expect(page.get_by_role("button", name="Write the answer anew").first).to_be_visible()
