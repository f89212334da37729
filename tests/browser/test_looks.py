"""Every page in every look: readable by everybody, within the screen, in the language chosen."""

from collections.abc import Sequence
from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.browser.axe import OF_COLOURS, violations
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import still
from tests.browser.watch import HELD_IN_FRAME

SIZES = {"wide": (1440, 900), "phone": (390, 844), "narrow": (360, 740)}
"""Widths and heights, CSS pixels."""

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""How far a page can be scrolled sideways, px."""

WIDEST = """
[...document.querySelectorAll('*')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 5).map((one) => `${one.tagName}.${one.className}`)
"""
"""What sticks out."""

THEMES: dict[Literal["light", "dark"], Sequence[str]] = {"light": (), "dark": OF_COLOURS}
"""What is checked in each theme; all without a rule."""


@pytest.fixture(scope="module")
def addresses(server: Served) -> dict[str, str]:
    """Pages with something on them, by name."""
    asked = server.run("weather and delete")
    many = server.run("delete reports in a, b and c")
    long = server.run("play long answer", "actor")
    attack = server.run("play attack", "actor")
    failed = server.run("fail twice")
    for message in ("think", "count slowly", "email anna@example.com", "ask me"):
        server.run(message)
    question = asked["open"][0]["interrupt"]["id"]
    return {
        "new": "/",
        "chat that asks": f"/chat/demo/{asked['run']['thread_id']}",
        "chat that asks thrice": f"/chat/demo/{many['run']['thread_id']}",
        "chat": f"/chat/actor/{long['run']['thread_id']}",
        "chat under attack": f"/chat/actor/{attack['run']['thread_id']}",
        "chat at its limit": f"/chat/demo/{failed['run']['thread_id']}",
        "inbox": "/inbox",
        "question": f"/inbox?question={question}",
        "history": "/inbox?view=past",
        "runs": "/runs",
        "run": f"/runs/{asked['run']['id']}",
        "run's calls": f"/runs/{asked['run']['id']}?view=calls",
        "run's trace": f"/runs/{asked['run']['id']}?view=trace",
        "run's replay": f"/runs/{asked['run']['id']}?view=replay",
        "threads": "/threads",
        "nowhere": "/runs/run_nothing",
    }


PAGES = (
    "new",
    "chat that asks",
    "chat that asks thrice",
    "chat",
    "chat under attack",
    "chat at its limit",
    "inbox",
    "question",
    "history",
    "runs",
    "run",
    "run's calls",
    "run's trace",
    "run's replay",
    "threads",
    "nowhere",
)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_by_everybody_and_fits_the_screen(
    server: Served, desk: Desk, addresses: dict[str, str], name: str
):
    page = desk.open(server, addresses[name], reduced_motion="reduce")
    desk.watch.accept("404", HELD_IN_FRAME)
    expect(page.get_by_role("main").get_by_role("heading").first).to_be_attached()
    wrong: list[str] = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        if page.evaluate(WIDER) > 0:
            wrong.append(f"{size}: {page.evaluate(WIDER)} px too wide: {page.evaluate(WIDEST)}")
        for theme, rules in THEMES.items() if size != "narrow" else ():
            page.emulate_media(color_scheme=theme)
            still(page)
            wrong += [f"{size}, {theme}: {one}" for one in violations(page, rules)]
    assert not wrong, "\n".join(wrong)


def test_a_theme_and_a_language_are_kept(server: Served, desk: Desk):
    page = desk.open(server, color_scheme="light")
    page.get_by_role("button", name="Appearance and language").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.locator("html")).to_have_class("dark")
    page.get_by_role("button", name="Appearance and language").click()
    page.get_by_role("menuitemradio", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.reload()
    expect(page.locator("html")).to_have_class("dark")
    expect(page.get_by_role("link", name="新对话")).to_be_visible()


def test_the_browsers_language_and_colours_come_first(server: Served, desk: Desk):
    page = desk.open(server, locale="zh-CN", color_scheme="dark")
    expect(page.locator("html")).to_have_class("dark")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")


def test_a_phone_reaches_every_page_through_its_menu(server: Served, desk: Desk):
    page = desk.open(server, viewport={"width": 360, "height": 740}, has_touch=True)
    operate = ("Workers", "Schedules", "Webhooks", "Access")
    for name in ("Inbox", "Runs", "All threads", *operate, "New chat"):
        page.get_by_role("button", name="Open the menu").click()
        before = page.url
        page.get_by_role("dialog").get_by_role("link", name=name).click()
        page.wait_for_url(lambda url, before=before: url != before)
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
