"""Questions in the chat: decided one by one, never by accident, and settled wherever they are."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Desk
from tests.browser.program import HANG
from tests.browser.served import Served
from tests.browser.steps import expect_answer, log, say, thread_of


def card(page: Page, words: str) -> Locator:
    """The open question that has these words in it."""
    return page.get_by_role("group", name="Waiting for you").filter(has_text=words)


@pytest.fixture
def page(server: Served, desk: Desk) -> Page:
    return desk.open(server)


def test_an_approved_call_runs_and_the_answer_follows(page: Page):
    say(page, "delete old reports")
    asked = card(page, "Deletes the reports in folder archive for good.")
    asked.get_by_role("button", name="Approve").click()
    expect_answer(page, "reports in archive.")
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()
    page.reload()
    expect_answer(page, "reports in archive.")


def test_a_rejected_call_never_runs_and_its_reason_is_told(page: Page):
    say(page, "delete reports in b")
    asked = card(page, "folder b for good")
    asked.get_by_label("Reason (optional)").fill("not before the audit")
    asked.get_by_role("button", name="Reject").click()
    expect_answer(page, "I did not delete the reports in b")
    expect(log(page)).to_contain_text("You said: not before the audit")
    page.reload()
    expect_answer(page, "You said: not before the audit")


def test_an_edited_call_runs_with_what_the_person_wrote(server: Served, page: Page):
    say(page, "delete reports in c")
    asked = card(page, "folder c for good")
    asked.get_by_role("button", name="Edit").click()
    expect(asked.get_by_role("button", name="Approve with these changes")).to_be_disabled()
    asked.get_by_label("folder").fill("drafts")
    asked.get_by_role("button", name="Approve with these changes").click()
    expect_answer(page, "Deleted 3 reports")
    log(page).get_by_role("button", name="Delete reports").first.click()
    expect(log(page)).to_contain_text("drafts")
    assert server.open_in(thread_of(page)) == []


def test_three_questions_are_decided_one_by_one_in_any_order(server: Served, page: Page):
    say(page, "delete reports in a, b and c")
    for words in ("folder a", "folder b", "folder c"):
        expect(card(page, words)).to_be_visible()
    card(page, "folder c").get_by_role("button", name="Reject").click()
    expect(card(page, "folder c")).to_be_hidden()
    assert len(server.open_in(thread_of(page))) == 2
    page.reload()
    card(page, "folder a").get_by_role("button", name="Approve").click()
    expect(card(page, "folder a")).to_be_hidden()
    card(page, "folder b").get_by_role("button", name="Approve").click()
    expect_answer(page, "I did not delete the reports in c")
    assert server.open_in(thread_of(page)) == []


def test_the_number_of_questions_that_wait_is_true_after_a_reload(page: Page):
    say(page, "delete reports in a, b and c")
    expect(log(page)).to_contain_text("3 questions wait.")
    card(page, "folder b").get_by_role("button", name="Reject").click()
    expect(log(page)).to_contain_text("2 questions wait.")
    page.reload()
    expect(log(page)).to_contain_text("2 questions wait.")
    card(page, "folder a").get_by_role("button", name="Reject").click()
    expect(log(page)).not_to_contain_text("questions wait")
    page.reload()
    expect(card(page, "folder c")).to_be_visible()
    expect(log(page)).not_to_contain_text("questions wait")


def test_a_decision_on_the_command_line_settles_the_card_and_shows_the_answer(
    server: Served, page: Page
):
    say(page, "delete old reports")
    expect(card(page, "archive")).to_be_visible()
    [question] = server.open_in(thread_of(page))
    server.command("approvals", "reject", question, "--reason", "still needed")
    expect_answer(page, "You said: still needed")
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()


def test_a_decision_in_one_tab_settles_the_other(page: Page):
    say(page, "delete old reports")
    expect(card(page, "archive")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    card(other, "archive").get_by_role("button", name="Approve").click()
    expect_answer(other, "reports in archive.")
    expect_answer(page, "reports in archive.")
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()


def test_nothing_is_decided_by_enter_and_no_button_has_the_focus(server: Served, page: Page):
    say(page, "delete old reports")
    expect(card(page, "archive")).to_be_visible()
    assert page.evaluate("document.activeElement?.tagName") != "BUTTON"
    for _ in range(3):
        page.keyboard.press("Enter")
    page.locator("body").press("Enter")
    reason = card(page, "archive").get_by_label("Reason (optional)")
    reason.press("Enter")
    reason.press("Control+Enter")
    assert len(server.open_in(thread_of(page))) == 1


def test_a_new_message_replaces_an_open_question(server: Served, page: Page):
    say(page, "delete old reports")
    expect(card(page, "archive")).to_be_visible()
    say(page, "weather in Oslo")
    expect_answer(page, "Oslo:")
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()
    expect(log(page)).to_contain_text("Replaced by a newer message")
    assert server.open_in(thread_of(page)) == []


def test_an_expired_question_says_so_and_has_no_buttons(server: Served, page: Page):
    page.get_by_role("combobox", name="Agent").select_option("hasty")
    say(page, "play delete")
    expect(card(page, "archive")).to_be_visible()
    expect_answer(page, "Done with it.")
    expect(log(page)).to_contain_text("expired", ignore_case=True)
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()


def test_a_question_in_words_is_answered_in_the_chat(page: Page):
    say(page, "ask me")
    asked = page.get_by_role("group", name="The agent asks")
    asked.get_by_role("radio", name="Lisbon").check()
    asked.get_by_role("button", name="Send the answer").click()
    expect_answer(page, "Lisbon:")


def test_a_brake_that_is_let_go_goes_on(page: Page):
    say(page, "fail twice")
    asked = page.get_by_role("group", name="A limit was reached")
    asked.get_by_role("button", name="Go on").click()
    expect_answer(page, "flaky says")


def test_nothing_is_offered_beside_an_open_brake_and_one_try_after_it(page: Page):
    say(page, "fail twice")
    asked = page.get_by_role("group", name="A limit was reached")
    expect(asked.get_by_role("button", name="Stop here")).to_be_visible()
    expect(log(page).get_by_text("It failed, as told.").first).to_be_visible()
    expect(log(page).get_by_role("button", name="Try again")).to_have_count(0)
    asked.get_by_role("button", name="Stop here").click()
    expect_answer(page, "I stopped here")
    expect(asked).to_be_hidden()
    for fold in log(page).get_by_role("button", expanded=False).all():
        fold.click()
    expect(log(page).get_by_role("button", name="Try again", exact=True)).to_have_count(1)
    say(page, "weather in Oslo")
    expect_answer(page, "Oslo:")
    expect(log(page).get_by_role("button", name="Try again", exact=True)).to_have_count(0)


def test_content_that_nobody_vouches_for_is_named_before_the_decision(page: Page):
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play read and delete")
    expect(card(page, "archive")).to_contain_text("has read content that nobody vouches for")


def test_hidden_characters_of_arguments_are_seen(page: Page):
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play attack by arguments")
    asked = page.get_by_role("group", name="Waiting for you")
    expect(asked).to_contain_text("202e", ignore_case=True)
    expect(asked).to_contain_text("200b", ignore_case=True)


@pytest.mark.parametrize(
    ("choice", "paid", "line"),
    [
        ("It happened", 1, "Pay invoice"),
        ("It did not happen: run it", 2, "Pay invoice"),
        ("Leave it", 1, "Pay invoice: left as it is"),
    ],
)
def test_an_unknown_outcome_is_settled_by_a_person(
    own_server: Callable[..., Served], desk: Desk, choice: str, paid: int, line: str
):
    server = own_server()
    page = desk.open(server)
    desk.watch.accept("Failed to load resource", "net::ERR_")
    book = server.folder / "paid"
    (server.folder / HANG).touch()
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play pay")
    expect(log(page)).to_contain_text("Running")
    server.kill()
    (server.folder / HANG).unlink()
    server.start()
    asked = page.get_by_role("group", name="Outcome unknown").first
    expect(asked).to_contain_text("2026-117")
    assert book.read_text("utf-8") == "2026-117 480\n"
    asked.get_by_role("radio", name=choice).check()
    asked.get_by_role("button", name=choice).click()
    expect_answer(page, "That was the payment.")
    assert book.read_text("utf-8") == "2026-117 480\n" * paid
    expect(log(page)).to_contain_text(line)
