"""Plays in which the model shows things beside its answer."""

import json

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
"""A page that tries every way out of its frame."""

_PAGE = json.dumps({"name": "spy", "title": "A page", "source": SPY})

SHOWS = {"artifact": [f"call: show_artifact {_PAGE}", "text: Here is the page."]}
"""Turns by the name that a person gives."""
