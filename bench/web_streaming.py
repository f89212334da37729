"""What an answer of 200 words/s costs the browser, in a thread of 200 messages.

    python -m bench.web_streaming [--rounds 3]

The web UI and a page that draws the same stream with plain react-markdown visit the same server in
turns. Long tasks are those of the browser: 50 ms and more in which no click is heard. Busy is the
share of the time that the page's main thread worked.
"""

import argparse
import mimetypes
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright
from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.served import ROOT, Served
from tests.browser.steps import log, say, still

TURNS = 100
PACE = "0.005"
"""Seconds between two words."""

STREAM = "play long stream"
LAST = "That was the stream."
BOUND_MS = 120_000

OBSERVE = """
window.__long = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.__long.push(duration)
}).observe({ type: 'longtask', buffered: false })
"""


@dataclass(frozen=True)
class Cost:
    """What one answer cost. Times in ms; ``busy`` is a share of ``seconds``."""

    tasks: int
    total: float
    longest: float
    busy: float
    seconds: float


def web_ui(page: Page, server: Served, thread: str) -> Callable[[], None]:
    """Open the thread in the web UI. Returns what sends the message."""
    page.goto(f"{server.url}/chat/actor/{thread}#code={server.invite()}")
    page.get_by_role("textbox").wait_for()
    return lambda: say(page, STREAM)


def plain(page: Page, server: Served, thread: str) -> Callable[[], None]:
    """Open the thread in the plain page. Returns what sends the message."""
    built = ROOT / "web" / "bench" / "dist"

    def answer(route: Route) -> None:
        name = route.request.url.partition("/plain/")[2].partition("#")[0] or "index.html"
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        route.fulfill(path=built / name, content_type=kind)

    page.route("**/plain/**", answer)
    token = server.ready["token"]
    page.goto(f"{server.url}/plain/#agent=actor&thread={thread}&token={token}&say={STREAM}")
    button = page.get_by_role("button", name="Send")
    button.wait_for()
    return button.click


PAGES: Mapping[str, Callable[[Page, Served, str], Callable[[], None]]] = {
    "Interlock": web_ui,
    "plain react-markdown": plain,
}


def visit(browser: Browser, server: Served, name: str, thread: str) -> Cost:
    """Let one page read one answer."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(OBSERVE)
    send = PAGES[name](page, server, thread)
    still(page)
    session = context.new_cdp_session(page)
    session.send("Performance.enable")

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")

    answers: Locator = log(page).get_by_text(LAST)
    before, busy, began = answers.count(), worked(), time.monotonic()
    page.evaluate("window.__long.length = 0")
    send()
    expect(answers).to_have_count(before + 1, timeout=BOUND_MS)
    expect(log(page)).to_have_attribute("aria-busy", "false", timeout=BOUND_MS)
    seconds = time.monotonic() - began
    long: list[float] = page.evaluate("window.__long")
    share = (worked() - busy) / seconds
    context.close()
    return Cost(len(long), sum(long), max(long, default=0.0), share, seconds)


def thread_of(server: Served) -> str:
    """A thread of two hundred messages."""
    thread = ""
    for _ in range(TURNS):
        thread = server.run("play middling answer", "actor", thread)["run"]["thread_id"]
    return thread


def table(costs: Mapping[str, list[Cost]]) -> str:
    """The medians in Markdown."""
    lines = [
        "| page | long tasks | long-task ms | longest ms | busy | s |",
        "|---|---|---|---|---|---|",
    ]
    for name, seen in costs.items():
        tasks = statistics.median(one.tasks for one in seen)
        total = statistics.median(one.total for one in seen)
        longest = statistics.median(one.longest for one in seen)
        busy = statistics.median(one.busy for one in seen)
        seconds = statistics.median(one.seconds for one in seen)
        lines.append(
            f"| {name} | {tasks:.0f} | {total:.0f} | {longest:.0f} | {busy:.0%} | {seconds:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    build = ["npx", "vite", "build", "--config", "bench/vite.config.ts", "--logLevel", "error"]
    subprocess.run(build, cwd=ROOT / "web", check=True)
    costs: dict[str, list[Cost]] = {name: [] for name in PAGES}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        thread = thread_of(server)
        server.stop()
        server.environment["PACE"] = PACE
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS])
        for _ in range(given.rounds):
            for name in PAGES:
                costs[name].append(visit(browser, server, name, thread))
        browser.close()
        server.stop()
    print(table(costs))


if __name__ == "__main__":
    main()
