"""The web UI's files, as they were built. Every page is the same document; the rest is its own."""

import gzip
import mimetypes
from pathlib import Path

from interlock.server.asgi import Headers, Reply
from interlock.server.call import Call
from interlock.server.problems import Unacceptable
from interlock.server.route import Handler, Route

PAGES = (
    "/",
    "/chat/{rest:path}",
    "/inbox",
    "/runs",
    "/runs/{rest:path}",
    "/threads",
    "/dashboard",
    "/usage",
    "/workers",
    "/schedules",
    "/schedules/{rest:path}",
    "/webhooks",
    "/webhooks/{rest:path}",
    "/access",
    "/settings",
)
"""Addresses that the UI's own router knows."""

_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; "
    b"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ARTIFACT_POLICY = (
    b"sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    b"style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'"
)
"""An artifact runs what a model wrote: in an origin of its own, without a network."""

_DIAGRAM_POLICY = (
    b"sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    b"style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    b"frame-ancestors 'self'"
)
"""A diagram is drawn from what a model wrote: likewise. The page itself allows no scripts but its
own, by their digests; they stand in it, as a page without an origin can load none from here."""

_FOREVER = (b"cache-control", b"public, max-age=31536000, immutable")
"""Built files carry a digest in their names, those under ``assets``."""

_FRESH = (b"cache-control", b"no-cache")

_SMALLEST_GZIP = 1000
_TEXT = ("text/", "application/javascript", "application/json", "image/svg")


class Site:
    """The built files of one folder, kept in memory once they were asked for.

    Args:
        folder: Where ``index.html`` is; it may be missing when the UI was not built.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[bytes, bytes, str]] = {}
        names = (file for file in folder.rglob("*") if file.is_file()) if folder.is_dir() else ()
        self._names = frozenset(str(file.relative_to(folder)) for file in names)

    def routes(self) -> tuple[Route, ...]:
        """What the server's table gets; nothing when there are no files."""
        if "index.html" not in self._names:
            return ()
        pages = (self._route(path, self._page, "The web UI.") for path in PAGES)
        files = (
            self._route(path, self._file, "A file of the web UI.")
            for path in ("/assets/{name:path}", "/{name}.html", "/{name}.js", "/{name}.svg")
        )
        return (*pages, *files)

    async def _page(self, _call: Call) -> Reply:
        headers = ((b"content-security-policy", _POLICY), _FRESH)
        return self._reply("index.html", _call, headers)

    async def _file(self, call: Call) -> Reply:
        path = str(call.scope["path"]).lstrip("/")
        kept = _FOREVER if path.startswith("assets/") else _FRESH
        policy = _policy_of(path)
        sent = ((b"content-security-policy", policy), kept) if policy else (kept,)
        return self._reply(path, call, sent)

    def _reply(self, name: str, call: Call, headers: Headers) -> Reply:
        found = self._read(name) if name in self._names else None
        if found is None:
            text = "There is no such file. Load the page again."
            raise Unacceptable(404, "no_such_file", text)
        plain, small, kind = found
        sent = ((b"content-type", kind.encode()), (b"vary", b"accept-encoding"), *headers)
        if small and "gzip" in (call.header("accept-encoding") or ""):
            return Reply(small, 200, (*sent, (b"content-encoding", b"gzip")))
        return Reply(plain, 200, sent)

    def _read(self, name: str) -> tuple[bytes, bytes, str] | None:
        """A file in both forms, with its type; None when a new build took it away."""
        if name not in self._kept:
            try:
                plain = (self._folder / name).read_bytes()
            except FileNotFoundError:
                return None
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            text = kind.startswith(_TEXT)
            small = gzip.compress(plain, 6) if text and len(plain) > _SMALLEST_GZIP else b""
            charset = "; charset=utf-8" if text else ""
            self._kept[name] = (plain, small, kind + charset)
        return self._kept[name]

    def _route(self, path: str, handler: Handler, summary: str) -> Route:
        return Route(method="GET", path=path, handler=handler, summary=summary, public=True)


def _policy_of(path: str) -> bytes:
    """The policy of a page that is shown in a frame; empty for anything else."""
    if path == "artifact.html":
        return _ARTIFACT_POLICY
    return _DIAGRAM_POLICY if path.startswith("assets/diagram-") else b""
