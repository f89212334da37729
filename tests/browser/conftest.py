"""A served program and a browser in front of it. A machine without a browser fails the tests."""

import fcntl
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.chromium import FLAGS, find_chromium
from tests.browser.served import ROOT, Served
from tests.browser.watch import Watch

BOUND_MS = 15_000
"""What anything on a page may take; more is a failure."""

SIGNED_IN = "() => sessionStorage.getItem('interlock.token')"
"""True once the code of the address was redeemed: whoever goes on earlier loses it."""


@pytest.fixture(scope="session")
def built_ui() -> None:
    """The built web UI; two workers do not build it at the same time."""
    if (ROOT / "src" / "interlock" / "web" / "index.html").is_file():
        return
    with (Path(tempfile.gettempdir()) / "interlock-web.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "web"], cwd=ROOT, check=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file."""
    expect.set_options(timeout=BOUND_MS)
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS])
        yield one
        one.close()


@pytest.fixture(scope="module")
def server(built_ui: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose model and tools take no time."""
    one = Served(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def own_server(built_ui: None, tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Makes servers that a test may stop and kill. They are killed at the end."""
    made: list[Served] = []

    def make(pace: str = "0", **environment: str) -> Served:
        server = Served(tmp_path, pace, **environment)
        made.append(server)
        server.start()
        return server

    yield make
    for server in made:
        if server.process.poll() is None:
            server.kill()


class Desk:
    """Opens tabs, and watches them.

    Args:
        browser: Where they open.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.watches: list[Watch] = []
        self._contexts: list[BrowserContext] = []

    def open(self, server: Served, path: str = "/", link: str = "", **options: Any) -> Page:
        """A tab in a browser profile of its own: signed in at a path, or at a link as it is."""
        options.setdefault("locale", "en-GB")
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = self._browser.new_context(**options)
        context.set_default_timeout(BOUND_MS)
        self._contexts.append(context)
        self.watches.append(Watch(context, server.url))
        page = context.new_page()
        page.goto(link or f"{server.url}{path}#code={server.invite()}")
        if not link:
            page.wait_for_function(SIGNED_IN)
        return page

    @property
    def watch(self) -> Watch:
        """What watches the last tab that was opened."""
        return self.watches[-1]

    def check(self) -> None:
        """Fail if a tab did what it may not."""
        for watch in self.watches:
            watch.check()

    def close(self) -> None:
        """Close all tabs."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def desk(browser: Browser) -> Iterator[Desk]:
    """Tabs of this test. What they may not do fails it, whatever else it looks at."""
    one = Desk(browser)
    try:
        yield one
        one.check()
    finally:
        one.close()
