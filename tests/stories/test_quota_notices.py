"""Somebody outside hears of a quota: once when it is nearly full, once when it has no room."""

import asyncio
from collections import Counter
from decimal import Decimal
from typing import Any

from tests.ledger.company import Company, says
from tests.mail.receiver import receiving

from interlock.commands.begin import Begin
from interlock.commands.hook import HookForm
from interlock.domain.agents import Agent
from interlock.domain.messages import TextPart, UserMessage
from interlock.domain.usage import Usage
from interlock.ledger.bounds import QuotaForm
from interlock.ledger.office import Office
from interlock.ports import Reader
from interlock.settings import Settings
from interlock.sight.check_outbox import check_outbox
from interlock.testing.story import ANN
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime

AT_ONCE = 20
TEXT = "word " * 20
MOST = 156  # tokens that a call with this text may use at most, with its answer of 40


async def say(parts: Runtime) -> str:
    """One run, to its end. Returns which brake ended it."""
    message = UserMessage("", (TextPart(TEXT),))
    begun = await parts.desk.begin(Begin(principal=ANN, agent="clerk", message=message))
    async for _ in parts.feed.follow(begun.run.id):
        pass
    run = await parts.store.read(lambda reader: reader.run(begun.run.id))
    assert run is not None
    return run.brake


async def test_a_receiver_gets_each_level_once_and_signed_though_twenty_runs_meet_the_quota(
    tmp_path, database
):
    settings = Settings(
        data_dir=str(tmp_path), database_url=database, webhooks_private=True, drain_seconds=0.1
    )
    model = Company([[says(usage=Usage(input_tokens=60, output_tokens=MOST - 60))]])
    agent = Agent("clerk", model=model, max_tokens=40)
    async with (
        receiving() as receiver,
        runtime(Interlock([agent]), settings, environment={}) as parts,
    ):
        form = HookForm(name="till", url=receiver.url, events=("quota.warning", "quota.exceeded"))
        hook = await parts.hooks.create(ANN, form)
        office = Office(parts.store, parts.clock, parts.till)
        wanted = QuotaForm(limit=Decimal(MOST * 10), measure="tokens", period="day")
        made = await office.put_quota(ANN, wanted)
        brakes = Counter(await asyncio.gather(*(say(parts) for _ in range(AT_ONCE))))
        assert brakes == {"": 10, "quota": 10}
        await receiver.wait(2)
        assert await say(parts) == "quota"
        told = {one["type"]: one["data"] for one in (g.verified(hook.secret) for g in receiver.got)}
        kept = await parts.store.read(
            lambda reader: reader.hooks.deliveries(hook.hook.id, None, 100, "")
        )
    assert len(receiver.got) == len(kept) == 2
    assert set(told) == {"quota.warning", "quota.exceeded"}
    assert {one["quota_id"] for one in told.values()} == {made.id}
    assert {one["limit"] for one in told.values()} == {str(MOST * 10)}
    assert int(told["quota.warning"]["used"]) == MOST * 8
    assert int(told["quota.exceeded"]["used"]) > MOST * 9


async def test_the_audit_misses_a_notice_of_a_quota_and_finds_one_of_which_nothing_is_known(
    tmp_path, database
):
    settings = Settings(data_dir=str(tmp_path), database_url=database, drain_seconds=0.1)
    agent = Agent("clerk", model=Company([[says()]]), max_tokens=40)
    async with runtime(Interlock([agent]), settings, environment={}) as parts:
        form = HookForm(name="till", url="https://example.com/", events=("quota.exceeded",))
        await parts.hooks.create(ANN, form)
        office = Office(parts.store, parts.clock, parts.till)
        await office.put_quota(ANN, QuotaForm(limit=Decimal(1), measure="tokens", period="day"))
        assert await say(parts) == "quota"
        now = parts.clock.now()

        async def differences() -> list[tuple[str, str]]:
            def look(reader: Reader) -> list[tuple[str, str]]:
                found = check_outbox(reader, ANN.tenant, [], now)
                return [(one.kept, one.right) for one in found]

            return await parts.store.read(look)

        assert await differences() == []
        await parts.store.write(lambda tx: execute(tx, "UPDATE quota_full SET subject = 'else'"))
        await parts.store.write(lambda tx: execute(tx, "UPDATE hooks SET updated_at = 1"))
        assert await differences() == [("told", ""), ("", "quota.exceeded")]
        await parts.store.write(lambda tx: execute(tx, "DELETE FROM outbox"))
        assert await differences() == [("", "quota.exceeded")]


def execute(tx: Any, statement: str) -> None:
    """What no command does."""
    tx.session.connection.execute(statement)
