"""The load: a client of any server that answers a POST with server-sent events.

It opens a connection for each run, as a browser does that comes for the first time, reads to the
end, and counts a run only if it is whole: the status is 200, the stream ended as it should, every
marked chunk of the answer came, in order, and the words are there with which the protocol ends.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from bench.markers import CHUNKS, find

_LIMIT = ClientTimeout(total=600)


@dataclass(frozen=True)
class Order:
    """One kind of request. ``{run}`` in the body becomes a fresh id for each run."""

    url: str
    body: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    ending: bytes = b""
    chunks: int = CHUNKS


@dataclass
class Outcome:
    """What one run was like. Times in ms; ``problem`` is empty when it was whole."""

    problem: str = ""
    first: float = 0.0
    total: float = 0.0
    size: int = 0
    events: int = 0
    delays: list[float] = field(default_factory=list[float])


async def load(order: Order, runs: int, at_once: int) -> tuple[float, list[Outcome]]:
    """Do some runs, so many at a time. Returns the seconds that passed, and the outcomes."""
    numbers = iter(range(runs))
    outcomes: list[Outcome] = []

    async def work() -> None:
        for _ in numbers:
            outcome = await _run(session, order)
            outcomes.append(outcome)

    pool = TCPConnector(limit=0, force_close=True)
    async with ClientSession(
        connector=pool, cookie_jar=DummyCookieJar(), timeout=_LIMIT
    ) as session:
        began = time.monotonic()
        await asyncio.gather(*(work() for _ in range(at_once)))
        return time.monotonic() - began, outcomes


async def pace(model: str, rate: float) -> None:
    """Tell the model how many chunks a second it may send; 0 is all at once."""
    async with ClientSession() as session:
        await session.post(f"{model}/pace", data=str(rate))


def failures(outcomes: Sequence[Outcome]) -> list[str]:
    """What went wrong."""
    return [outcome.problem for outcome in outcomes if outcome.problem]


async def _run(session: ClientSession, order: Order) -> Outcome:
    outcome = Outcome()
    try:
        await _read(session, order, outcome)
    except (ClientError, TimeoutError) as error:
        outcome.problem = repr(error)
    return outcome


async def _read(session: ClientSession, order: Order, outcome: Outcome) -> None:
    began = time.monotonic()
    run = f"{time.monotonic_ns():x}"
    body = bytearray()
    seen = place = 0
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream", **order.headers}
    data = order.body.replace("{run}", run)
    async with session.post(order.url, data=data, headers=headers) as response:
        async for piece in response.content.iter_any():
            now = time.monotonic_ns() // 1_000
            outcome.first = outcome.first or (time.monotonic() - began) * 1e3
            body += piece
            for number, sent, end in find(body, place):
                place = end
                if number == seen:
                    seen += 1
                    outcome.delays.append((now - sent) / 1e3)
    outcome.total = (time.monotonic() - began) * 1e3
    outcome.size = len(body)
    outcome.events = body.count(b"\n\n") + body.count(b"\r\n\r\n")
    if response.status != 200:
        outcome.problem = f"status {response.status}: {bytes(body[:200])!r}"
    elif seen != order.chunks:
        outcome.problem = f"{seen} of {order.chunks} chunks came; the end: {bytes(body[-200:])!r}"
    elif order.ending not in body:
        outcome.problem = f"no {order.ending!r} came; the end: {bytes(body[-200:])!r}"
