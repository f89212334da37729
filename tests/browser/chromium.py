"""The browser that is used, and how it is started."""

import os
import shutil

BROWSERS = ("chromium", "google-chrome")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""A quiet browser: it speaks to nobody on its own."""


def find_chromium() -> str:
    """The path of a browser; ``CHROMIUM`` names another one.

    Raises:
        RuntimeError: There is none.
    """
    named = [os.environ.get("CHROMIUM", ""), *(shutil.which(name) for name in BROWSERS)]
    found = next(filter(None, named), None)
    if not found:
        raise RuntimeError("Chromium is missing (Debian and Ubuntu: apt-get install chromium).")
    return found
