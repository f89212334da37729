"""Formulas and diagrams of a model: drawn here, by this page and its frames alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say

OwnServer = Callable[..., Served]

ACTIVE = """
() => [...document.querySelectorAll('svg *')].filter((one) =>
  /^(script|iframe|foreignObject|img)$/i.test(one.tagName) ||
  [...one.attributes].some(({ name, value }) =>
    name.startsWith('on') || /javascript:/i.test(value) ||
    (name.endsWith('href') && !value.startsWith('#')))
).map((one) => one.outerHTML)
"""
"""What runs, loads or leads away in a drawing."""


def play(page: Page, name: str, end: str) -> None:
    """Let the actor say a play's words."""
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, f"play {name}")
    expect_answer(page, end)


def frame_of(page: Page, kind: str) -> FrameLocator:
    """The frame that a diagram is drawn in."""
    one = page.locator(f"iframe[title='Diagram: {kind}']").first
    one.scroll_into_view_if_needed()
    return one.content_frame


def test_formulas_are_drawn_and_prices_are_words(server: Served, desk: Desk):
    page = desk.open(server)
    play(page, "formulas", "The end of the formulas.")
    expect(log(page).locator("math")).to_have_count(4)
    expect(log(page).locator("math[display=block]")).to_have_count(2)
    expect(log(page)).to_contain_text("costs $5 and $10, and ")
    expect(log(page).locator("code", has_text=r"$\frac{1}$")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('math')).fontFamily")
    red = "getComputedStyle(document.querySelector('math [style*=color]')).color"
    assert page.evaluate(red) == "rgb(255, 0, 0)"


def test_a_selected_formula_is_copied_as_its_source(server: Served, desk: Desk):
    page = desk.open(server)
    play(page, "formulas", "The end of the formulas.")
    expect(log(page).locator("math")).to_have_count(4)
    log(page).locator("p", has_text="The root").select_text()
    chosen = page.evaluate("getSelection().toString()")
    assert r"The root $x_1 = \frac{-b}{2a}$ costs" in re.sub(r"\s+", " ", chosen)


def test_a_diagram_is_drawn_in_a_frame_of_no_origin(server: Served, desk: Desk):
    page = desk.open(server)
    play(page, "formulas", "The end of the formulas.")
    drawing = frame_of(page, "graph")
    expect(drawing.locator("svg").get_by_text("May it?")).to_be_visible()
    frame = next(one for one in page.frames if "/assets/diagram-" in one.url)
    assert frame.evaluate("[self.origin, document.querySelectorAll('foreignObject').length]") == [
        "null",
        0,
    ]
    assert len(violations(page)) == 0
    log(page).get_by_role("button", name="Show the source").click()
    expect(log(page).get_by_text("B -->|yes| C[Run]")).to_be_visible()
    log(page).get_by_role("button", name="Show the diagram").click()
    expect(drawing.locator("svg")).to_be_visible()
    expect(log(page)).to_contain_text("This diagram can’t be drawn, so here is its source.")
    expect(log(page)).to_contain_text("A[Never closed")


def test_a_diagram_grows_and_shrinks_within_its_own_room(server: Served, desk: Desk):
    page = desk.open(server)
    play(page, "formulas", "The end of the formulas.")
    drawing = frame_of(page, "graph").locator("svg")
    expect(drawing).to_be_visible()
    room = page.locator(".markdown-diagram").first
    height = room.evaluate("one => one.offsetHeight")
    for button, factor in (("Larger", 1.5), ("Smaller", 1 / 1.5), ("Smaller", 0.75)):
        shown = drawing.evaluate("one => getComputedStyle(one).width")
        room.get_by_role("button", name=button).click()
        expect(drawing).not_to_have_css("width", shown)
        now = drawing.evaluate("one => parseFloat(getComputedStyle(one).width)")
        assert now == pytest.approx(factor * float(shown.removesuffix("px")), abs=1)
    assert room.evaluate("one => one.offsetHeight") == height


def test_a_diagram_is_drawn_in_the_colours_of_the_page(server: Served, desk: Desk):
    page = desk.open(server, color_scheme="light")
    play(page, "formulas", "The end of the formulas.")
    drawing = frame_of(page, "graph")
    expect(drawing.locator("html")).to_have_css("color-scheme", "light")
    expect(drawing.locator("svg")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    expect(drawing.locator("html")).to_have_css("color-scheme", "dark")
    expect(drawing.locator("svg")).to_be_visible()


def test_a_diagram_is_shown_as_its_source_while_it_is_written(own_server: OwnServer, desk: Desk):
    page = desk.open(own_server(PACE="0.05"))
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play slow diagram")
    expect(log(page).locator("code", has_text="S0 --> S1")).to_be_visible()
    expect(log(page)).to_have_attribute("aria-busy", "true")
    expect(page.locator("iframe")).to_have_count(0)
    expect_answer(page, "The end of the diagram.")
    expect(frame_of(page, "graph").locator("svg")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(1)


def test_a_diagram_that_attacks_reaches_nothing(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept("evil.example", "Content Security Policy")
    play(page, "diagram attack", "The end of the diagrams.")
    drawing = frame_of(page, "graph")
    expect(drawing.locator("svg")).to_be_visible()
    frame = next(one for one in page.frames if "/assets/diagram-" in one.url)
    found = frame.evaluate(ACTIVE)
    assert found == []
    for node in drawing.locator(".node, .label").all():
        node.dispatch_event("click")
    assert page.evaluate("window.__owned") is None
    assert page.url.startswith(server.url)
    assert len(page.context.pages) == 1
