"""What a webhook is told: every notice has to arrive, at least once and under one id."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from msgspec import json

Log = Sequence[dict[str, Any]]
EVENTS = ("interrupt.opened", "interrupt.decided", "run.ended")
PAUSE_SECONDS = 0.2
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Letters:
    """Listens on a free port and keeps what comes."""

    def __init__(self) -> None:
        self.kept: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """What each event and subject was told under: ids of messages."""
        self.received = 0
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()

    @property
    def url(self) -> str:
        """Where it listens."""
        assert self._server is not None  # noqa: S101 - inside the block
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/"

    async def until(self, wanted: set[tuple[str, str]], patience: float) -> None:
        """Wait until all of it is here, or for so many seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._all(wanted)
        except TimeoutError:
            pass

    def count(self, wanted: set[tuple[str, str]]) -> Counter[str]:
        """What is wrong with it, and a few figures."""
        return Counter(
            {
                "notices lost": len(wanted - self.kept.keys()),
                "notices under two ids": sum(len(ids) > 1 for ids in self.kept.values()),
                "notices of what never was": len(self.kept.keys() - wanted),
                "notices": len(wanted),
                "notices received": self.received,
            }
        )

    async def _all(self, wanted: set[tuple[str, str]]) -> None:
        while True:
            if wanted <= self.kept.keys():
                return
            await asyncio.sleep(PAUSE_SECONDS)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            body = json.decode(await reader.readexactly(int(fields["content-length"])))
            self._keep(fields["webhook-id"], body)
            writer.write(OK)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the sender died; somebody sends it again
        finally:
            writer.close()

    def _keep(self, message_id: str, body: Mapping[str, Any]) -> None:
        self.received += 1
        data = body["data"]
        subject = data["run_id"] if body["type"] == "run.ended" else data["interrupt_id"]
        self.kept[body["type"], subject].add(message_id)


def expected(logs: Iterable[Log]) -> set[tuple[str, str]]:
    """What has to be told, by the logs."""
    found: set[tuple[str, str]] = set()
    for log in logs:
        for event in log:
            fact = event["data"]
            match fact["type"]:
                case "interrupt.open":
                    found.add(("interrupt.opened", fact["interrupt"]["id"]))
                case "interrupt.close":
                    found.add(("interrupt.decided", fact["interrupt_id"]))
                case "run.end":
                    found.add(("run.ended", event["run_id"]))
                case _:
                    pass
    return found
