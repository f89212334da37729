"""The inbox: every question in one place, answered by mouse and by keyboard, here and elsewhere."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served


def row(page: Page, question: str) -> Locator:
    """A question in the list."""
    return page.locator(f"[data-question='{question}']")


def look_at(page: Page, question: str) -> Locator:
    """Open a question of the list."""
    row(page, question).click()
    return page.get_by_role("article")


@pytest.fixture
def page(server: Served, desk: Desk) -> Page:
    return desk.open(server, "/inbox")


def test_an_approval_resumes_the_run_in_the_background(server: Served, page: Page):
    [question] = server.ask("delete old reports")
    detail = look_at(page, question)
    expect(detail).to_contain_text("Deletes the reports in folder archive for good.")
    detail.get_by_role("button", name="Approve").click()
    expect(detail).to_contain_text("The run goes on in the background.")
    expect(row(page, question)).to_be_hidden()
    assert server.question(question)["decision"]["answer"] == {"approved": True}


def test_a_rejection_carries_its_reason_to_the_agent(server: Served, page: Page):
    [question] = server.ask("delete reports in b")
    detail = look_at(page, question)
    detail.get_by_label("Reason (optional)").fill("not before the audit")
    detail.get_by_role("button", name="Reject").click()
    expect(detail).to_contain_text("Rejected")
    detail.get_by_role("link", name="Open the thread").click()
    expect(page.get_by_role("log")).to_contain_text("You said: not before the audit")


def test_three_questions_of_one_turn_are_decided_in_any_order(server: Served, page: Page):
    first, second, third = server.ask("delete reports in a, b and c")
    look_at(page, third).get_by_role("button", name="Reject").click()
    expect(page.get_by_text("2 more questions of this turn are open")).to_be_visible()
    look_at(page, first).get_by_role("button", name="Approve").click()
    expect(page.get_by_text("1 more question of this turn is open")).to_be_visible()
    look_at(page, second).get_by_role("button", name="Approve").click()
    expect(page.get_by_text("The run goes on in the background.")).to_be_visible()
    said = [
        server.question(one)["decision"]["answer"]["approved"] for one in (first, second, third)
    ]
    assert said == [True, True, False]


def test_a_decision_on_the_command_line_settles_what_the_tab_shows(server: Served, page: Page):
    [question] = server.ask("delete old reports")
    detail = look_at(page, question)
    expect(detail.get_by_role("button", name="Approve")).to_be_visible()
    server.command("approvals", "reject", question, "--reason", "still needed")
    expect(detail).to_contain_text("Rejected")
    expect(detail).to_contain_text("still needed")
    expect(detail).to_contain_text("on the command line")
    expect(detail.get_by_role("button", name="Approve")).to_be_hidden()


def test_nothing_is_decided_by_enter_and_no_button_has_the_focus(server: Served, page: Page):
    [question] = server.ask("delete old reports")
    detail = look_at(page, question)
    expect(detail.get_by_role("button", name="Approve")).to_be_visible()
    assert page.evaluate("document.activeElement?.tagName") != "BUTTON"
    for _ in range(3):
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
    detail.get_by_label("Reason (optional)").fill("Enter in here says nothing")
    page.keyboard.press("Enter")
    assert server.question(question)["status"] == "open"
    server.answer(question, approved=False)


def test_the_keyboard_alone_finds_and_approves_a_question(server: Served, page: Page):
    [older] = server.ask("delete reports in b")
    [newer] = server.ask("delete reports in c")
    expect(row(page, newer)).to_be_visible()
    expect(row(page, older)).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator("#question")).to_be_visible()
    page.keyboard.press("Enter")
    chosen = page.url.partition("question=")[2].partition("&")[0]
    assert chosen in {older, newer}
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.press("y")
    page.keyboard.press("a")
    expect(page.get_by_text("Approve this, exactly as shown?")).to_be_visible()
    page.keyboard.press("Enter")
    assert server.question(chosen)["status"] == "open"
    page.keyboard.press("y")
    expect(page.get_by_text("The run goes on in the background.")).to_be_visible()
    assert server.question(chosen)["decision"]["answer"] == {"approved": True}
    server.answer(newer if chosen == older else older, approved=False)


def test_enter_opens_a_question_that_is_still_on_its_way(server: Served, page: Page):
    [first] = server.ask("delete reports in b")
    [second] = server.ask("delete reports in c")
    expect(row(page, first)).to_be_visible()
    expect(row(page, second)).to_be_visible()
    held: list[Route] = []
    holding = True

    def slowly(route: Route) -> None:
        if holding:
            held.append(route)
        else:
            route.continue_()

    page.route("**/v1/interrupts/int_*", slowly)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("question="))
    page.wait_for_timeout(100)
    holding = False
    for route in held:
        route.continue_()
    expect(page.get_by_role("article")).to_be_focused()
    page.unroute("**/v1/interrupts/int_*")
    for question in (first, second):
        server.answer(question, approved=False)


def test_a_brake_is_let_go_or_kept(server: Served, page: Page):
    [question] = server.ask("fail twice")
    detail = look_at(page, question)
    expect(detail).to_contain_text("A limit was reached")
    detail.get_by_role("button", name="Stop here").click()
    expect(detail).to_contain_text("Stopped")


def test_a_question_in_words_is_answered_in_words(server: Served, page: Page):
    [question] = server.ask("ask me")
    detail = look_at(page, question)
    detail.get_by_role("radio", name="Lisbon").check()
    detail.get_by_role("button", name="Send the answer").click()
    expect(detail).to_contain_text("The run goes on in the background.")
    detail.get_by_role("link", name="Open the thread").click()
    expect(page.get_by_role("log")).to_contain_text("The report says: Lisbon")


def test_a_question_that_expires_says_so_and_has_no_buttons(server: Served, desk: Desk):
    [question] = server.ask("delete", agent="hasty")
    page = desk.open(server, f"/inbox?question={question}")
    detail = page.get_by_role("article")
    expect(detail).to_contain_text("Expired")
    expect(detail.get_by_role("button", name="Approve")).to_be_hidden()
    page.get_by_role("link", name="History").click()
    expect(row(page, question)).to_contain_text("Expired")


def test_closed_questions_stay_in_the_history(server: Served, page: Page):
    [question] = server.ask("delete old reports")
    expect(row(page, question)).to_be_visible()
    server.answer(question, approved=True)
    expect(row(page, question)).to_be_hidden()
    page.get_by_role("link", name="History").click()
    expect(row(page, question)).to_contain_text("Approved")
