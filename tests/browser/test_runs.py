"""The runs: a list, and one run looked into, while it goes on and after its end."""

import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.served import Served


def decided(server: Served) -> dict[str, str]:
    """A turn of two runs: three questions, the middle one answered with no. Ids by name."""
    asked = server.json("run", "demo", "delete reports in a, b and c")
    first, second, third = (question["id"] for question in asked["questions"])
    server.command("approvals", "approve", first)
    server.command("approvals", "reject", second, "--reason", "still audited")
    server.command("approvals", "approve", third)
    runs = server.json("runs", "list")["runs"]
    resumed = next(run for run in runs if run.get("resumes") == asked["run_id"])
    return {"first": asked["run_id"], "second": resumed["id"]}


def test_the_list_leads_to_a_run_and_is_narrowed_by_status(server: Served, desk: Desk):
    server.json("run", "demo", "think")
    page = desk.open(server, "/runs")
    table = page.get_by_role("table", name="Runs, newest first")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Done")
    page.get_by_label("Status", exact=True).select_option("Failed")
    expect(page.get_by_text("No run matches")).to_be_visible()
    page.get_by_label("Status", exact=True).select_option("Done")
    table.get_by_role("link", name="think").first.click()
    expect(page.get_by_role("heading", name="think")).to_be_visible()


def test_a_call_shows_its_verdict_who_decided_and_what_came_of_it(server: Served, desk: Desk):
    page = desk.open(server, f"/runs/{decided(server)['second']}?view=calls")
    calls = page.get_by_role("article", name="delete_reports")
    expect(calls).to_have_count(3)
    refused = calls.nth(1)
    for words in (
        "A person must say yes",
        "tool_asks",
        "still audited",
        "command line",
        "never ran",
    ):
        expect(refused).to_contain_text(words)


def test_a_turn_shows_all_its_runs_and_the_time_that_people_took(server: Served, desk: Desk):
    runs = decided(server)
    page = desk.open(server, f"/runs/{runs['second']}?view=trace")
    trace = page.get_by_role("region", name="Trace of the turn")
    expect(
        trace.get_by_role("button", name=re.compile("^Waiting for a person delete_reports"))
    ).to_have_count(3)
    expect(trace).to_contain_text("waited for people, not counted")
    page.get_by_role("navigation", name="Runs of this turn").get_by_role(
        "link", name="Run 1"
    ).click()
    page.wait_for_url(f"**/runs/{runs['first']}")
    expect(page.get_by_text("Run ended: it waits for a person")).to_be_visible()


def test_a_trace_is_searched_and_narrowed_to_what_went_wrong(server: Served, desk: Desk):
    run = server.run("fail twice")["run"]["id"]
    page = desk.open(server, f"/runs/{run}?view=trace")
    trace = page.get_by_role("region", name="Trace of the turn")
    lines = trace.get_by_role("list", name="Trace of the turn").get_by_role("button")
    flaky = trace.get_by_role("button", name=re.compile("^Tool flaky"))
    expect(flaky).to_have_count(2)
    expect(lines.first).to_have_accessible_name(re.compile(r"^Run 1, .*tokens"))
    every = lines.count()
    trace.get_by_role("switch", name="Only errors (2)").click()
    expect(lines).to_have_count(3)  # the run, and what failed in it
    failed = lines.nth(1)
    expect(failed).to_have_accessible_name(re.compile("^Tool flaky, .* error: tool_error$"))
    failed.click()
    expect(trace.get_by_role("status")).to_contain_text("error: tool_error")
    trace.get_by_role("button", name="Attributes").click()
    expect(trace.get_by_text("gen_ai.tool.call.id")).to_be_visible()
    assert violations(page) == []
    trace.get_by_role("switch").click()
    search = trace.get_by_role("searchbox", name="Find in the trace")
    search.fill("gen_ai.operation.name=chat")
    expect(flaky).to_have_count(0)
    search.fill("nowhere to be found")
    expect(trace.get_by_text("Nothing in this trace matches.")).to_be_visible()
    search.fill("")
    expect(lines).to_have_count(every)


def test_an_address_names_an_event_even_a_folded_one(server: Served, desk: Desk):
    run = server.json("run", "actor", "play long answer")["run_id"]
    page = desk.open(server, f"/runs/{run}")
    expect(page.get_by_text(re.compile(r"\d+ fragments")).first).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#e4")
    expect(page.get_by_label("Event 4 as JSON")).to_be_visible()


def test_a_replay_tells_what_was_known_at_an_event(server: Served, desk: Desk):
    page = desk.open(server, f"/runs/{decided(server)['first']}?view=replay")
    slider = page.get_by_role("slider", name="Event")
    expect(page.get_by_text("Waiting for a person")).to_have_count(3)
    slider.press("Home")
    expect(page.get_by_text("No call yet")).to_be_visible()
    expect(page.get_by_text("Nothing is said yet")).to_be_visible()
    slider.press("End")
    expect(page.get_by_text("Deletes the reports in folder b for good.")).to_be_visible()


def test_a_run_is_followed_while_it_goes_on_and_can_be_cancelled(
    own_server: Callable[..., Served], desk: Desk
):
    server = own_server(pace="1")
    run = server.begin("count slowly")
    page = desk.open(server, f"/runs/{run}")
    expect(page.get_by_text("Following the run")).to_be_visible()
    expect(page.get_by_text("slow_count runs")).to_be_visible()
    page.get_by_role("button", name="Cancel the run").click()
    expect(page.get_by_text("Run ended: cancelled")).to_be_visible()
    expect(page.get_by_text("Following the run")).to_be_hidden()


def test_a_run_loses_no_event_when_the_server_dies_and_returns(
    own_server: Callable[..., Served], desk: Desk
):
    server = own_server(pace="0.3")
    run = server.begin("weather in Shenzhen, fit for a run?")
    page = desk.open(server, f"/runs/{run}")
    expect(page.get_by_text("get_weather: done")).to_be_visible()
    server.kill()
    desk.watch.accept("Failed to load resource", "net::ERR_")
    server.start()
    expect(page.get_by_text("Run ended: done")).to_be_visible(timeout=60_000)
    known = server.json("runs", "show", run)["run"]["last_seq"]
    page.get_by_role("tab", name="Replay").click()
    expect(page.get_by_role("slider", name="Event")).to_have_attribute("max", str(known))
