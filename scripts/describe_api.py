"""Print the OpenAPI document that a server of this version serves.

The web UI's types come from it: ``python -m scripts.describe_api | npm run wire`` in ``web``.
"""

import sys

from msgspec import json

from interlock.server.app import TABLE
from interlock.server.openapi import describe


def document() -> bytes:
    """The document as JSON; its version says nothing, so that a release changes no type."""
    return json.encode(describe(TABLE, "0"))


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
