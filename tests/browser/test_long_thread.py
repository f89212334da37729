"""A thread of two thousand messages opens, scrolls and goes on like a short one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say

TURNS = 1000
MOST_MESSAGES = 80
"""What a page of this thread asks for at once."""

NODES = 6_000
"""What a page of this thread may hold; drawn whole it would be fifteen times that."""


@pytest.fixture(scope="module")
def server(built_ui: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that does not wait for the disk: nobody pulls its plug."""
    one = Served(tmp_path_factory.mktemp("server"), INTERLOCK_SYNCHRONOUS="NORMAL")
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def thread(server: Served) -> str:
    """A thread of a thousand turns."""
    thread_id = ""
    for _ in range(TURNS):
        order = {"agent": "actor", "message": "play short answer", "thread_id": thread_id}
        thread_id = server.call("POST", "/v1/runs", order, Prefer="wait=20")["thread_id"]
    return thread_id


@pytest.mark.timeout(120)
def test_two_thousand_messages_open_with_a_bounded_page(server: Served, desk: Desk, thread: str):
    page = desk.open(server, f"/chat/actor/{thread}")
    expect_answer(page, "Short and good.")
    box = log(page).locator("xpath=ancestor::*[contains(@class, 'overflow-y-auto')][1]")
    expect(log(page)).to_be_visible()
    assert page.evaluate("document.querySelectorAll('*').length") < NODES
    at_end = "(box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2"
    assert box.evaluate(at_end)
    last = log(page).get_by_text("Short and good.").last
    expect(last).to_be_in_viewport()

    page.get_by_role("button", name="older turns").click()
    expect(last).to_be_attached()
    assert page.evaluate("document.querySelectorAll('*').length") < NODES
    box.evaluate("(box) => { box.scrollTop = 0 }")
    page.get_by_role("button", name="Go to the end").click()
    expect(last).to_be_in_viewport()
    say(page, "play long answer")
    expect_answer(page, "The end of the answer.")
    assert box.evaluate(at_end)


@pytest.mark.timeout(120)
def test_what_came_long_before_is_read_when_it_is_asked_for(
    server: Served, desk: Desk, thread: str
):
    page = desk.open(server, "/threads")
    with page.expect_response("**/messages?turns=*") as first:
        page.goto(f"{server.url}/chat/actor/{thread}")
    assert len(first.value.json()) <= MOST_MESSAGES
    turns = log(page).locator("> div")
    expect(turns).to_have_count(20)
    page.get_by_role("button", name="Show 20 older turns").click()
    expect(turns).to_have_count(40)
    seen = turns.first
    seen.scroll_into_view_if_needed()
    before = (seen.bounding_box() or {})["y"]
    with page.expect_response("**/messages?turns=*before=*") as earlier:
        page.get_by_role("button", name="Show older turns").click()
    assert len(earlier.value.json()) <= MOST_MESSAGES
    expect(turns).to_have_count(80)
    after = (turns.nth(40).bounding_box() or {})["y"]
    assert after == pytest.approx(before, abs=2)
