"""What a tab must never do, watched in every test: complain, break the policy, leave the origin."""

from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

WITHIN = ("data:", "blob:", "about:", "chrome-error:")
"""Addresses that reach nobody."""

HELD_BACK = ("csp", "net::ERR_BLOCKED_BY_CSP")
"""How the browser calls a request that the page's own policy forbids."""

HELD_IN_FRAME = "Executing inline event handler violates"
"""Said when a diagram brings a handler: its frame, which has no origin, refuses it."""

RECORD = (Path(__file__).parent / "watch.js").read_text("utf-8")


class Watch:
    """Watches one browser context.

    Args:
        context: Whose pages are watched.
        origin: The only origin that they may speak to.
    """

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.origin = origin
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._accepted: tuple[str, ...] = ()
        self._context = context
        context.add_init_script(RECORD)
        context.on("request", self._note_request)
        context.on("requestfailed", self._note_failure)
        context.on("console", self._note_console)
        context.on("weberror", lambda error: self.complaints.append(f"thrown: {error.error}"))

    def accept(self, *words: str) -> None:
        """Complaints with one of these words are what the test provokes."""
        self._accepted += words

    @property
    def foreign(self) -> list[str]:
        """Requests that left the origin."""
        return [url for url in self.requests if not url.startswith((self.origin + "/", *WITHIN))]

    def check(self) -> None:
        """Fail if anything happened that may not."""
        complaints = [c for c in self.complaints if not any(w in c for w in self._accepted)]
        violations = [one for page in self._context.pages for one in violations_of(page)]
        wrong = [f"left the origin: {url}" for url in self.foreign]
        wrong += [f"broke the policy: {one}" for one in violations]
        wrong += [f"complained: {one}" for one in complaints]
        if wrong:
            raise AssertionError("\n".join(wrong))

    def _note_request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _note_failure(self, request: Request) -> None:
        """What a policy held back never left: the browser tells of it all the same."""
        if request.failure in HELD_BACK and request.url in self.requests:
            self.requests.remove(request.url)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")


def violations_of(page: Page) -> list[str]:
    """Breaches of the content security policy in a page."""
    return [] if page.is_closed() else page.evaluate("window.__violations ?? []")


def shift_of(page: Page) -> list[dict[str, object]]:
    """Layout shifts that nobody's input explains."""
    return page.evaluate("window.__shifts")
