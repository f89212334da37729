"""What a person does in the web UI, by role and visible text."""

import re

from playwright.sync_api import Locator, Page, expect


def say(page: Page, words: str) -> None:
    """Write a message and send it."""
    box = page.get_by_role("textbox", name=re.compile("^Message to "))
    box.fill(words)
    box.press("Enter")


def log(page: Page) -> Locator:
    """The conversation."""
    return page.get_by_role("log", name="Conversation")


def expect_answer(page: Page, words: str) -> None:
    """Wait for words in the conversation, and for its end."""
    expect(log(page)).to_contain_text(words)
    expect(log(page)).to_have_attribute("aria-busy", "false")


def thread_of(page: Page) -> str:
    """The id of the thread that is open."""
    page.wait_for_url("**/chat/*/*")
    return page.url.rpartition("/")[2].partition("#")[0]


_STILL = """
() => new Promise((resolve) => {
  let timer = setTimeout(resolve, 250)
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(resolve, 250)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})
"""


def still(page: Page) -> None:
    """Wait until nothing in a page changes any more."""
    page.evaluate(_STILL)
