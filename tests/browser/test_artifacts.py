"""Pages that an agent wrote: shown in a frame of no origin, no network and no way out."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Desk
from tests.browser.served import Served
from tests.browser.steps import expect_answer, say

SPY = """
<h1>Hello from the artifact</h1><p id="out"></p>
<img src="https://evil.example/artifact.png">
<script>
  const tried = {}
  const attempt = (name, act) => {
    try { tried[name] = String(act()) } catch (error) { tried[name] = 'refused: ' + error.name }
  }
  attempt('parent', () => parent.document.title)
  attempt('cookie', () => document.cookie)
  attempt('storage', () => sessionStorage.length)
  attempt('local', () => localStorage.length)
  attempt('top', () => { top.location.href = 'https://evil.example/top'; return 'asked' })
  attempt('open', () => String(open('https://evil.example/popup')))
  attempt('socket', () => new WebSocket('wss://evil.example/socket') && 'opened')
  tried.origin = String(self.origin)
  fetch('https://evil.example/fetch').then(() => 'answered', (error) => 'refused: ' + error.name)
    .then((word) => { tried.fetch = word })
    .then(() => fetch('/v1/threads').then(() => 'answered', (error) => 'refused: ' + error.name))
    .then((word) => { tried.own = word; out.textContent = JSON.stringify(tried) })
</script>
"""


def with_artifact(page: Page, source: str) -> None:
    """Let the thread's last message carry an artifact; no tool of the server makes one."""

    def answer(route: Route) -> None:
        messages: list[dict[str, Any]] = route.fetch().json()
        data = {"title": "A page", "form": "html", "source": source}
        messages[-1]["parts"].insert(0, {"type": "data-artifact", "id": "a1", "data": data})
        route.fulfill(json=messages)

    page.route("**/api/chat/*/*/messages", answer)


def test_an_artifact_is_shown_and_reaches_nothing(server: Served, desk: Desk):
    page = desk.open(server)
    desk.watch.accept("evil.example", "Content Security Policy", "sandboxed", "Blocked")
    say(page, "think")
    expect_answer(page, "I thought about it.")
    with_artifact(page, SPY)
    page.reload()
    frame = page.frame_locator("iframe[title='Artifact: A page']")
    expect(frame.get_by_role("heading", name="Hello from the artifact")).to_be_visible()
    expect(frame.locator("#out")).not_to_be_empty()
    tried = json.loads(frame.locator("#out").inner_text())
    assert tried == {
        "parent": "refused: SecurityError",
        "cookie": "refused: SecurityError",
        "storage": "refused: SecurityError",
        "local": "refused: SecurityError",
        "top": "refused: SecurityError",
        "open": "null",
        "socket": tried["socket"],
        "origin": "null",
        "fetch": "refused: TypeError",
        "own": "refused: TypeError",
    }
    assert page.url.startswith(server.url)
    assert len(page.context.pages) == 1
