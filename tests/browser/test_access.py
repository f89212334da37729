"""Who may come in and what runs without a question: seen, given and taken back in the page."""

from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accounts import ADMIN, WithAccounts
from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, say
from tests.browser.stock import mail_to, stock


@pytest.fixture(scope="module")
def guarded(built_ui: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WithAccounts]:
    """A server with accounts and something of everything."""
    one = WithAccounts(tmp_path_factory.mktemp("guarded"))
    one.start()
    stock(one)
    yield one
    one.stop()


def make_key(page: Page, name: str) -> str:
    """Make a key in the page; its token."""
    page.get_by_role("button", name="New key").click()
    form = page.get_by_role("dialog", name="New key")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Create key").click()
    shown = page.get_by_role("dialog", name="Your new key")
    token = shown.locator("code").inner_text()
    assert violations(page) == []
    shown.get_by_role("button", name="I have kept it").click()
    expect(shown).to_be_hidden()
    return token


def status_with(server: Served, token: str) -> int:
    """What the server answers to a token."""
    connection = HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    connection.request("GET", "/v1/me", headers={"Authorization": f"Bearer {token}"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_key_is_shown_once_works_and_is_revoked(guarded: WithAccounts, desk: Desk):
    page = desk.open(guarded, "/access")
    token = make_key(page, "laptop")
    assert status_with(guarded, token) == 200
    assert token not in page.content()
    row = page.get_by_role("row").filter(has_text="laptop")
    expect(row).to_contain_text("read · run · approve")
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog", name="Revoke this key?").get_by_role("button", name="Revoke").click()
    expect(row).to_contain_text("Revoked")
    assert status_with(guarded, token) == 401


def test_a_key_is_rotated_and_both_work_for_a_day(guarded: WithAccounts, desk: Desk):
    page = desk.open(guarded, "/access")
    first = make_key(page, "nightly")
    page.get_by_role("row").filter(has_text="nightly").get_by_role("button", name="Rotate").click()
    asked = page.get_by_role("dialog", name="Make a successor?")
    asked.get_by_role("button", name="Rotate").click()
    shown = page.get_by_role("dialog", name="Your new key")
    second = shown.locator("code").inner_text()
    shown.get_by_role("button", name="I have kept it").click()
    assert [status_with(guarded, one) for one in (first, second)] == [200, 200]
    expect(page.get_by_role("row").filter(has_text="nightly")).to_have_count(2)


def test_somebody_is_added_gets_roles_and_is_shut_out(guarded: WithAccounts, desk: Desk):
    page = desk.open(guarded, "/access?view=people")
    page.get_by_role("button", name="Add somebody").click()
    form = page.get_by_role("dialog", name="Add somebody")
    form.get_by_label("User id").fill("eve")
    form.get_by_label("Name").fill("Eve Adeyemi")
    form.get_by_role("checkbox", name="approver").check()
    form.get_by_label("Groups").fill("group:legal")
    assert violations(page) == []
    form.get_by_role("button", name="Save").click()
    row = page.get_by_role("row").filter(has_text="Eve Adeyemi")
    expect(row).to_contain_text("group:legal")
    assert guarded.call("GET", "/v1/users/eve")["roles"] == ["approver", "group:legal"]
    row.get_by_role("button", name="Edit").click()
    page.get_by_role("switch", name="Shut out").click()
    page.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Shut out")
    assert guarded.call("GET", "/v1/users/eve")["disabled_at"] > 0


def test_a_standing_rule_says_how_far_it_goes_and_is_taken_back(guarded: WithAccounts, desk: Desk):
    rule = guarded.call("POST", "/v1/rules", mail_to("bob@example.com"))["rule"]["id"]
    page = desk.open(guarded, "/access?view=rules")
    row = page.get_by_role("row").filter(has_text="to is bob@example.com")
    expect(row).to_contain_text("subject: anything")
    row.get_by_role("button", name="Revoke").click()
    asked = page.get_by_role("dialog", name="Ask again from now on?")
    asked.get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    assert guarded.call("GET", f"/v1/rules/{rule}")["live"] is False
    page.get_by_role("switch", name="Also those that ended").click()
    expect(row).to_contain_text("Revoked")


def test_a_yes_that_stands_is_narrowed_by_a_person_and_answers_the_next_call(
    server: Served, desk: Desk
):
    page = desk.open(server)
    say(page, "email cleo@example.com")
    asked = page.get_by_role("group", name="Waiting for you")
    asked.get_by_role("button", name="Allow the same from now on").click()
    asked.get_by_label("to", exact=True).select_option("prefix")
    yes = asked.get_by_role("button", name="Approve, and allow the same for 7 days")
    expect(yes).to_be_disabled()
    asked.get_by_label("to begins with").fill("cleo@")
    for field in ("subject", "body"):
        asked.get_by_label(field, exact=True).select_option("any")
    assert violations(page) == []
    yes.click()
    expect_answer(page, "cleo@example.com")
    [view] = server.call("GET", "/v1/rules")["rules"]
    assert (view["live"], view["rule"]["where"][0]) == (True, {"field": "to", "prefix": "cleo@"})
    say(page, "email cleo@example.com")
    expect_answer(page, "cleo@example.com")
    expect(page.get_by_role("group", name="Waiting for you")).to_have_count(0)
    page.get_by_role("link", name="Access").click()
    page.get_by_role("link", name="Always allowed").click()
    expect(page.get_by_role("row").filter(has_text="to begins with cleo@")).to_be_visible()


def test_what_destroys_can_never_be_allowed_for_good(server: Served, desk: Desk):
    page = desk.open(server)
    say(page, "delete old reports")
    asked = page.get_by_role("group", name="Waiting for you")
    expect(asked.get_by_role("button", name="Approve")).to_be_visible()
    expect(asked.get_by_role("button", name="Allow the same from now on")).to_have_count(0)


def test_the_audit_log_names_who_did_what_to_what(guarded: WithAccounts, desk: Desk):
    page = desk.open(guarded, "/access?view=audit")
    page.get_by_placeholder("Action, for example key.create").fill("user.put")
    rows = page.get_by_role("row").filter(has_text="user.put")
    expect(rows.first).to_contain_text(ADMIN)
    expect(page.get_by_role("row").filter(has_text="key.create")).to_have_count(0)
    rows.filter(has_text="carl").get_by_role("button").click()
    expect(page.get_by_role("main")).to_contain_text("Carl Lindqvist")
    page.get_by_placeholder("Who did it").fill("nobody")
    expect(page.get_by_text("No act fits")).to_be_visible()


def test_somebody_without_the_role_sees_their_own_keys_alone(guarded: WithAccounts, desk: Desk):
    made = guarded.call("POST", "/v1/keys", {"name": "beas own", "user": "bea"})
    page = desk.open(guarded, link=f"{guarded.url}/access#code={made['token']}")
    expect(page.get_by_role("row").filter(has_text="beas own")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="deploy bot")).to_have_count(0)
    expect(page.get_by_role("link", name="Audit log")).to_have_count(0)
    expect(page.get_by_role("link", name="Workers")).to_have_count(0)
    expect(page.get_by_role("link", name="Schedules")).to_be_visible()


def test_a_server_without_accounts_says_how_to_have_them(server: Served, desk: Desk):
    page = desk.open(server, "/access")
    expect(page.get_by_text("INTERLOCK_AUTH=server")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="People").click()
    expect(page.get_by_text("INTERLOCK_AUTH=server")).to_be_visible()
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("table", name="Audit log")).to_be_visible()
