"""The witness: the outside world, in a process that nothing kills. It counts what really happened.

A payment service in small. Tools send it their calls; it books an effect the moment it reads the
line, and answers a little later, as services do. For a caller that wants its key honoured, the
same key again is the same effect; for any other, each call is an effect of its own. It also sees
every call of the model, and answers "did it happen?" to whoever asks. Its books are in memory: it
lives from the first call to the last count, or the experiment fails.

    python -m interlock.prove.witness SOCKET
"""

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct, json

SECONDS_TO_ANSWER = 0.004
"""The longest time between an effect and its answer."""

PASSES = 3


class Tally(Struct):
    """What happened.

    Args:
        effects: How often each item was really booked.
        receipts: The booking of each key.
        calls: How many requests came.
        asked: The calls of the model: turn to message ids, in order.
        forged: The calls of the model that held words which only a forger wrote.
    """

    effects: dict[str, int]
    receipts: dict[str, int]
    calls: int
    asked: dict[str, list[str]]
    forged: int = 0


class Witness:
    """Answers on a Unix socket."""

    def __init__(self) -> None:
        self.tally = Tally({}, {}, 0, {})
        self._receipts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one question."""
        line = await reader.readline()
        if line.endswith(b"\n"):
            writer.write(await self.answer(json.decode(line)) + b"\n")
        writer.close()

    async def answer(self, question: dict[str, Any]) -> bytes:
        """The answer to a question, as JSON."""
        match question["about"]:
            case "effect":
                receipt = self._book(question["key"], question["item"], honour=question["honour"])
                await asyncio.sleep(random.uniform(0, SECONDS_TO_ANSWER))
                return json.encode({"receipt": receipt})
            case "model":
                self.tally.asked.setdefault(question["turn"], []).append(question["message_id"])
                self.tally.forged += bool(question["forged"])
                return b"{}"
            case "happened":
                await self._read_what_is_there()
                return json.encode({"receipt": self.tally.receipts.get(question["key"])})
            case _:
                await self._read_what_is_there()
                return json.encode(self.tally)

    def _book(self, key: str, item: str, *, honour: bool) -> int:
        self.tally.calls += 1
        if honour and key in self.tally.receipts:
            return self.tally.receipts[key]
        self._receipts += 1
        self.tally.receipts[key] = self._receipts
        self.tally.effects[item] = self.tally.effects.get(item, 0) + 1
        return self._receipts

    async def _read_what_is_there(self) -> None:
        """A killed process may have sent a call that is still in a socket: it comes first."""
        for _ in range(PASSES):
            await asyncio.sleep(0)


async def witness(path: Path) -> None:
    """Serve until standard input ends, which it does when whoever began this has died."""
    server = await asyncio.start_unix_server(Witness().serve, path)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    async with server:
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(witness(Path(sys.argv[1])))
