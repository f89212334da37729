"""A receiver of webhooks in a process that nothing kills: writes each notice down, and says yes.

``python -m interlock.prove.mailbox FOLDER`` says its port on standard output, and ends with
standard input.
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from interlock.prove.scene import World

POSTS = "posts"


class _Box(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def _handler(world: World) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Takes posts."""

        def do_POST(self) -> None:
            """Write the notice down before anything is said."""
            self.rfile.read(int(self.headers.get("content-length", "0")))
            world.write(POSTS, self.headers.get("webhook-id", "none"))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


def main() -> None:
    """Serve until standard input ends."""
    server = _Box(("127.0.0.1", 0), _handler(World(Path(sys.argv[1]))))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
