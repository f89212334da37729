"""The board's days are those of the tenant's time zone, and no figure is lost between them."""

from collections import Counter
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from tests.databases import postgres_schema
from tests.store.build import CHIEF, add_run

from interlock.bus.local import LocalBus
from interlock.domain.dashboard import Dashboard
from interlock.domain.figures import DAY, HOUR, MINUTE, Count, Place, minute_of
from interlock.domain.money import to_pico
from interlock.ports import Store, Tx
from interlock.sight.board import Wanted, dashboard
from interlock.store.postgres import PostgresStore
from interlock.store.sqlite import SqliteStore

FROM = 1_790_726_400_000  # 2026-09-30T00:00:00Z; Berlin's clocks change on October 25
UNTIL = FROM + 60 * DAY
GAP = 7 * HOUR + 13 * MINUTE
TIMES = range(FROM + 29 * MINUTE, UNTIL, GAP)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu")


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request, tmp_path):
    """A store with something every seven hours, for two months."""
    with postgres_schema() as url:
        made: Store = (
            SqliteStore(tmp_path / "interlock.db", LocalBus().publish, "NORMAL")
            if request.param == "sqlite"
            else PostgresStore(url, LocalBus().publish)
        )
        await made.write(fill)
        yield made
        await made.close()


def fill(tx: Tx) -> None:
    for number, time in enumerate(TIMES):
        name, minute = f"run_{number}", minute_of(time)
        add_run(tx, name, f"thread_{number}")
        tx.session.connection.execute(f"UPDATE runs SET ended_at = 1 WHERE id = '{name}'")  # pyright: ignore  # noqa: PGH003, S608
        figures: dict[Place, int] = {
            ("run", minute, "", "ended"): 1,
            ("run", minute, "", "success"): 1,
            ("role", minute, "", "cost"): to_pico(Decimal(1)),
        }
        count = Count(
            run_id=name, agent="clerk", version="v", ended_at=time, figures=figures, marks={}
        )
        assert tx.figures.add([count]) == 1


async def board(store: Store, since: int, until: int) -> Dashboard:
    wanted = Wanted(since=since, until=until)
    return await store.read(lambda reader: dashboard(reader, CHIEF.tenant, wanted))


@pytest.mark.parametrize("zone", ZONES)
async def test_each_day_holds_what_happened_on_it_in_the_tenants_zone(store: Store, zone: str):
    await store.write(lambda tx: tx.ledger.put_zone(CHIEF.tenant, zone))
    found = await board(store, FROM, UNTIL)
    where = ZoneInfo(zone)

    def day(time: int) -> str:
        return datetime.fromtimestamp(time // 1000, where).strftime("%m-%d")

    assert found.zone == zone
    assert found.step == DAY
    assert {
        datetime.fromtimestamp(one // 1000, where).strftime("%H:%M") for one in found.steps
    } == {"00:00"}
    assert {point.at for point in found.points} <= set(found.steps)
    right = Counter(day(time) for time in TIMES)
    assert {day(point.at): point.success for point in found.points} == right
    assert {day(point.at): int(point.cost) for point in found.points} == right
    assert found.totals.success == len(TIMES)


async def test_hours_stay_hours(store: Store):
    await store.write(lambda tx: tx.ledger.put_zone(CHIEF.tenant, "Asia/Kathmandu"))
    found = await board(store, FROM + DAY, FROM + 2 * DAY)
    assert (found.step, len(found.steps)) == (15 * MINUTE, 96)
    week = await board(store, FROM, FROM + 7 * DAY)
    assert {one % (3 * HOUR) for one in week.steps} == {0}
    assert sum(point.success for point in week.points) == len(
        [time for time in TIMES if time < FROM + 7 * DAY]
    )
