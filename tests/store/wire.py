"""A wire to PostgreSQL that a test can cut, also in the middle of a commit."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

COMMIT = (b"COMMIT\0", b"word that commits itself")
"""What a commit looks like: the order to, or an append that is a transaction of its own."""


class Wire:
    """Passes bytes on between a local port and the server of a URL.

    ``before_commit`` and ``after_commit`` say how many of the next commits are lost: on their way
    to the server, or on the way of their answer back; ``for_good`` cuts the wire with that.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "127.0.0.1", parts.port or 5432)
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        login = f"{parts.username}@" if parts.username else ""
        self.url = parts._replace(netloc=f"{login}127.0.0.1:{port}").geturl()
        self.before_commit = 0
        self.after_commit = 0
        self.up = True
        self.for_good = False
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and refuse new ones until ``mend``."""
        self.up = False
        self.drop()

    def drop(self) -> None:
        """Break every connection that there is."""
        for one in tuple(self._open):
            _end(one)

    def mend(self) -> None:
        self.up = True

    def close(self) -> None:
        self.cut()
        _end(self._door)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            if not self.up:
                client.close()
                continue
            server = socket.create_connection(self._server)
            self._open |= {client, server}
            for work in (self._to_server, self._to_client):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65_536):
                if commits(data) and self.before_commit:
                    self.before_commit -= 1
                    break
                if commits(data) and self.after_commit:
                    self.after_commit -= 1
                    self.up = not self.for_good
                    self._open.discard(client)
                    client.shutdown(socket.SHUT_RD)
                    server.sendall(data)
                    return  # the answer ends this connection
                server.sendall(data)
        _end(client)
        _end(server)

    def _to_client(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                if client not in self._open:
                    break
                client.sendall(data)
        _end(client)
        _end(server)


def commits(data: bytes) -> bool:
    return any(mark in data for mark in COMMIT)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
