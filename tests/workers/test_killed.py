"""A process dies between the commit and the post: the receiver hears of everything all the same."""

import asyncio
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.databases import postgres_schema
from tests.mail.receiver import Receiver, receiving
from tests.store.build import BOUND
from tests.workers.mail import subscribe, working
from tests.workers.tell_until_killed import opened

from interlock.failpoints import VARIABLE
from interlock.ports import Store, Tx

RUNS = 40
ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["postgres", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "interlock.db")
        return
    with postgres_schema() as url:
        yield url


@pytest.mark.parametrize(
    "point",
    [
        "store.before_commit:30",
        "store.after_commit:30",
        "notices.taken:1",
        "notices.taken:3",
        "notices.posted:1",
        "notices.posted:17",
    ],
)
async def test_no_notice_is_lost_wherever_its_sender_dies(database: str, point: str):
    async with receiving() as receiver:
        store = opened(database)
        await subscribe(store, receiver.url)
        await store.close()
        durable = await killed(database, point)
        store = opened(database)
        try:
            await store.write(make_due)
            async with working(store):
                await everything_told(store)
        finally:
            await store.close()
        assert set(durable) <= told(receiver)
        ids = {got.headers["webhook-id"] for got in receiver.got}
        assert len(ids) == len(told(receiver))


async def killed(database: str, point: str) -> list[str]:
    """Let a process work until it dies at a point. The runs whose end it knew to be durable."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.workers.tell_until_killed",
        database,
        str(RUNS),
        cwd=ROOT,
        env={**os.environ, VARIABLE: point},
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(BOUND):
        out, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    return out.decode().split()


def make_due(tx: Tx) -> None:
    """As if every lease were over."""
    for one in tx.hooks.deliveries("hook_1", "pending", 1_000, ""):
        tx.session.run("claim_delivery", {"id": one.id, "until": 1})  # pyright: ignore[reportAttributeAccessIssue]


async def everything_told(store: Store) -> None:
    async with asyncio.timeout(BOUND):
        while True:
            if not await store.read(lambda reader: reader.hooks.anything_due(2**52)):
                return
            await asyncio.sleep(0.02)


def told(receiver: Receiver) -> set[str]:
    return {got.json["data"]["run_id"] for got in receiver.got}
