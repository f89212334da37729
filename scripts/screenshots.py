"""Takes the pictures of docs/screenshots/ from the real server: ``make screenshots``."""

import argparse
import itertools
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.dashboard import fill
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.accounts import WithAccounts
from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.conftest import SIGNED_IN
from tests.browser.served import Served
from tests.browser.steps import say, still
from tests.browser.stock import stock

from interlock.bus.clock import SystemClock

DOCS = Path(__file__).parents[1] / "docs" / "screenshots"
LARGEST = 200_000
"""Bytes of one picture: they are part of the repository."""

THINKING_MS = 4_000
"""How long the person of a picture takes to decide."""

LIVE_MS = 1_500
"""After this the counts beside the pages are up to date, too."""

PACE = "0.2"

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
THEMES = ("light", "dark")

Prepare = Callable[[Page, Served], None]


def chat_approval(page: Page, server: Served) -> None:
    """A turn that has read outside content and asks before it deletes."""
    del server
    say(page, "weather and delete")
    page.get_by_role("group", name="Waiting for you").wait_for()


def timeline(page: Page, server: Served) -> None:
    """A finished turn with its work opened."""
    del server
    page.get_by_role("combobox", name="Agent").select_option("actor")
    say(page, "play look around")
    page.get_by_text("All quiet.").wait_for()
    page.get_by_role("log").get_by_role("button", expanded=False).first.click()


def inbox(page: Page, server: Served) -> None:
    """Open questions of every kind, one of them looked at."""
    for message in ("fail twice", "ask me", "email anna@example.com"):
        server.run(message)
    question = server.ask("delete reports in a and b")[0]
    page.goto(f"{server.url}/inbox?question={question}")
    page.get_by_role("article").wait_for()


def run_of(view: str) -> Prepare:
    """A finished turn of several calls in the inspector."""

    def prepare(page: Page, server: Served) -> None:
        asked = server.run("delete reports in a, b and c")
        page.wait_for_timeout(THINKING_MS)
        yes, no, *rest = (one["interrupt"]["id"] for one in asked["open"])
        server.answer(yes, approved=True)
        server.answer(no, approved=False, reason="not before the audit")
        for question in rest:
            server.answer(question, approved=True)
        page.goto(f"{server.url}/runs/{asked['run']['id']}?view={view}")
        page.get_by_role("heading", level=1).wait_for()

    return prepare


def page_of(name: str) -> Prepare:
    """A page of those who look after the server, with something on it."""

    def prepare(page: Page, server: Served) -> None:
        page.goto(server.url + stock(server)[name])
        page.get_by_role("table").first.wait_for()

    return prepare


def sight(path: str) -> Prepare:
    """A page of figures after a month of work that was made up."""

    def prepare(page: Page, server: Served) -> None:
        for quota in QUOTAS:
            server.call("PUT", "/v1/quotas", {"period": "month", **quota})
        server.run("weather in Oslo")
        page.goto(server.url + path)
        page.get_by_role("table").first.wait_for()

    return prepare


QUOTAS = (
    {"limit": "100", "measure": "usd"},
    {"limit": "50", "measure": "usd", "scope": "user", "subject": "local"},
    {"limit": "2000000", "measure": "tokens", "scope": "agent", "subject": "demo"},
)
SIGHT = {"dashboard": "/dashboard?range=7d", "usage": "/usage"}
"""Pages that need a server at which much has happened."""

SPANS = 24_000

TITLES = (
    "Where is order 4711?",
    "Summarise the open tickets",
    "Refund for invoice 2026-117",
    "Which reports are older than a year?",
    "Answer the letter of Berg & Sons",
    "Figures of the third quarter",
    "Who has access to the archive?",
)

OPERATE = ("schedule", "webhook", "keys", "rules", "audit")
"""Their pages that have a picture; they need a server with accounts."""

PICTURES: dict[str, tuple[dict[str, int], Prepare]] = {
    "chat-approval": (WIDE, chat_approval),
    "timeline": (WIDE, timeline),
    "inbox": (WIDE, inbox),
    "run-events": (WIDE, run_of("")),
    "run-calls": (WIDE, run_of("calls")),
    "run-trace": (WIDE, run_of("trace")),
    "phone-approval": (PHONE, chat_approval),
    "phone-inbox": (PHONE, inbox),
    **{name: (WIDE, page_of(name)) for name in OPERATE},
    **{name: (WIDE, sight(path)) for name, path in SIGHT.items()},
}
"""Size and preparation by name."""


def take(browser: Browser, server: Served, name: str, folder: Path) -> None:
    """Take one picture in both themes."""
    size, prepare = PICTURES[name]
    phone = size is PHONE
    context = browser.new_context(
        viewport=size,  # pyright: ignore[reportArgumentType]
        device_scale_factor=2 if phone else 1,
        has_touch=phone,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{server.url}/#code={server.invite()}")
    page.wait_for_function(SIGNED_IN)
    prepare(page, server)
    page.wait_for_timeout(LIVE_MS)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        still(page)
        path = folder / f"{name}-{theme}.png"
        page.screenshot(path=path)
        note = "" if path.stat().st_size <= LARGEST else "  too large for the repository"
        sys.stdout.write(f"{path.name}  {path.stat().st_size / 1000:.0f} kB{note}\n")
    context.close()


def _served(name: str, home: Path) -> Served:
    if name in SIGHT:
        file = home / "data" / "interlock.db"
        file.parent.mkdir(mode=0o700)
        fill(file, SPANS, SystemClock().now(), booked=True)
        _name_threads(file)
    return WithAccounts(home, PACE) if name in OPERATE else Served(home, PACE)


def _name_threads(file: Path) -> None:
    """Give the threads that were made up titles, as first messages do."""
    connection = sqlite3.connect(file)
    with connection:
        rows = connection.execute("SELECT id FROM threads WHERE title = ''").fetchall()
        named = zip(itertools.cycle(TITLES), (row[0] for row in rows), strict=False)
        connection.executemany("UPDATE threads SET title = ? WHERE id = ?", named)
    connection.close()


def main() -> None:
    """Take all pictures, or those that are named."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=DOCS)
    options.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS])
        for name in given.names or PICTURES:
            home = Path(folder) / name
            home.mkdir()
            server = _served(name, home)
            server.start()
            try:
                take(browser, server, name, given.folder)
            finally:
                server.stop()
        browser.close()


if __name__ == "__main__":
    main()
