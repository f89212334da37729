"""While words arrive: nothing jumps, a stop stops, and a reload goes on where it was."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say, still
from tests.browser.watch import HELD_IN_FRAME, shift_of

PLAYED = (
    "slow answer",
    "long answer",
    "delete",
    "wide table",
    "slow diagram",
    "attack",
    "formulas",
)


SLOWER = 4
"""How much slower a processor is then: words come by the dozen, and libraries late."""


@pytest.fixture(scope="module")
def slow_server(built_ui: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose actor speaks eighty words a second."""
    one = Served(tmp_path_factory.mktemp("server"), PACE="0.012")
    one.start()
    yield one
    one.stop()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("play", PLAYED)
def test_nothing_jumps_while_an_answer_streams(
    slow_server: Served, desk: Desk, play: str, width: int
):
    assert jumps(desk.open(slow_server), desk, play, width) == []


@pytest.mark.parametrize("play", ["formulas", "attack"])
def test_nothing_jumps_on_a_slow_machine(slow_server: Served, desk: Desk, play: str):
    page = desk.open(slow_server)
    slowly = page.context.new_cdp_session(page)
    slowly.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    assert jumps(page, desk, play, 390) == []


def jumps(page: Page, desk: Desk, play: str, width: int) -> list[dict[str, object]]:
    """What moved without anybody's doing while a play was streamed."""
    desk.watch.accept(HELD_IN_FRAME)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    page.set_viewport_size({"width": width, "height": 860})
    say(page, f"play {play}")
    expect(log(page)).to_have_attribute("aria-busy", "true")
    page.evaluate("window.__shifts.length = 0")
    expect(log(page)).to_have_attribute("aria-busy", "false", timeout=40_000)
    for diagram in page.locator(".markdown-diagram").all():
        diagram.scroll_into_view_if_needed()
    expect(page.locator("iframe[aria-hidden=true]")).to_have_count(0)
    still(page)
    return shift_of(page)


def test_a_reload_in_the_middle_of_an_answer_goes_on_where_it_was(slow_server: Served, desk: Desk):
    page = desk.open(slow_server)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play slow answer")
    expect(log(page)).to_contain_text("word30")
    page.reload()
    expect(log(page)).to_contain_text("word60")
    expect_answer(page, "the-end")
    said = log(page).inner_text()
    assert [said.count(f"word{n} ") for n in (0, 30, 60, 399)] == [1, 1, 1, 1]


def test_a_stop_stops_the_run_and_keeps_what_was_said(slow_server: Served, desk: Desk):
    page = desk.open(slow_server)
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play slow answer")
    expect(log(page)).to_contain_text("word20")
    page.get_by_role("button", name="Stop").click()
    expect(log(page)).to_contain_text("Stopped. What was written stays.")
    expect(log(page)).to_have_attribute("aria-busy", "false")
    page.reload()
    expect(log(page)).to_contain_text("Stopped. What was written stays.")
    expect(log(page)).to_contain_text("word20")
    expect(log(page)).not_to_contain_text("the-end")


def test_a_second_tab_sees_the_answer_that_the_first_one_reads(slow_server: Served, desk: Desk):
    one = desk.open(slow_server)
    one.get_by_role("combobox", name="Agent").select_option("actor")
    say(one, "play slow answer")
    expect(log(one)).to_contain_text("word20")
    two = one.context.new_page()
    two.goto(one.url)
    expect(log(two)).to_contain_text("word60")
    expect_answer(one, "the-end")
    expect_answer(two, "the-end")
    assert log(one).inner_text() == log(two).inner_text()
