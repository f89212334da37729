"""Words of models, tools and people that try to run something or to carry something away."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Desk
from tests.browser.plays import HOSTILE
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say, still
from tests.browser.watch import HELD_IN_FRAME

TITLE = '<img src=x onerror="window.__owned=1">![t](https://evil.example/title.png)'

ADDRESSES = """
[...document.querySelectorAll('[src], [href], [action], [data], object, embed, iframe, form')]
  .map((one) => String(one.src || one.href || one.action || one.data || one.tagName))
"""
BAD = re.compile(r"evil\.example|javascript:|data:text|file:", re.IGNORECASE)


def expect_harmless(page: Page) -> None:
    """Nothing ran, and nothing in the page points out of it. Requests are watched everywhere."""
    assert page.evaluate("window.__owned") is None
    pointing = [one for one in page.evaluate(ADDRESSES) if BAD.search(one)]
    assert pointing == []
    assert page.evaluate("document.querySelectorAll('[onerror], [onload], [ontoggle]').length") == 0
    assert page.evaluate("[...document.baseURI].join('').startsWith(location.origin)")


def test_what_a_model_says_runs_nothing_and_reaches_nobody(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept(HELD_IN_FRAME)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play attack")
    expect_answer(page, "The end of the attack.")
    expect(log(page)).to_contain_text("Image not loaded: https://evil.example/image.png?q=secret")
    expect_harmless(page)
    page.reload()
    expect_answer(page, "The end of the attack.")
    expect_harmless(page)


def test_a_link_of_a_model_shows_its_whole_address_before_it_opens(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept(HELD_IN_FRAME)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play attack")
    expect_answer(page, "The end of the attack.")
    log(page).get_by_role("button", name="click me").click()
    dialog = page.get_by_role("dialog", name="Leave for another site?")
    expect(dialog).to_contain_text("https://evil.example/link?q=secret")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    for name in ("script", "data", "file", "sneaky"):
        expect(log(page).get_by_role("button", name=name, exact=True)).to_have_count(0)
        expect(log(page).get_by_role("link", name=name, exact=True)).to_have_count(0)


def test_what_a_person_says_and_a_thread_is_called_runs_nothing(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept(HELD_IN_FRAME)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, TITLE + "\n" + HOSTILE)
    expect_answer(page, "You said:")
    page.get_by_role("link", name="All threads").click()
    expect(
        page.get_by_role("main").get_by_role("link", name=re.compile("evil.example"))
    ).not_to_have_count(0)
    expect_harmless(page)


@pytest.mark.parametrize(
    "name", ['<img src=x onerror="window.__owned=1">.txt', "https://evil.example/a.png"]
)
def test_a_file_name_runs_nothing(server: Served, desk: Desk, name: str):
    page = desk.open(server)
    page.set_input_files(
        "input[type=file]", {"name": name, "mimeType": "image/png", "buffer": b"not a picture"}
    )
    expect(page.get_by_text(name, exact=False).first).to_be_visible()
    say(page, "think")
    expect_answer(page, "I thought about it.")
    expect_harmless(page)


@pytest.mark.parametrize("name", ["attack by tool", "attack by arguments", "read and delete"])
def test_what_a_tool_brings_and_is_given_runs_nothing(server: Served, desk: Desk, name: str):
    page = desk.open(server)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, f"play {name}")
    expect(log(page)).to_have_attribute("aria-busy", "false")
    for button in log(page).get_by_role("button", expanded=False).all():
        button.click()
    expect_harmless(page)
    page.get_by_role("link", name="Runs", exact=True).click()
    page.get_by_role("main").get_by_role("link", name=re.compile(f"play {name}")).first.click()
    page.wait_for_url("**/runs/run_*")
    still(page)
    expect_harmless(page)
    page.get_by_role("link", name="Inbox").click()
    for question in page.locator("[data-question]").all():
        question.click()
        expect(page.get_by_role("article")).to_be_visible()
        expect_harmless(page)
