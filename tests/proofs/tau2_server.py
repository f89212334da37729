"""A world's MCP server that looks at its file for every call, so that several can serve one world.

``python -m tests.proofs.tau2_server retail``. The server as published keeps what it has read.
"""

import importlib
import sys
from typing import Any


class Forgetful(dict[str, Any]):
    """States of which none is remembered."""

    def get(self, key: str, default: Any = None) -> Any:
        del key
        return default


if __name__ == "__main__":
    server = importlib.import_module(f"tau2_{sys.argv.pop()}_mcp.server")
    vars(server)["_STATES"] = Forgetful()
    server.main()
