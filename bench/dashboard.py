"""How long a dashboard takes on a million spans: ``python -m bench.dashboard [--spans N]``.

A month of runs is made up event by event, counted as the counter counts them and added to an
embedded database; then the dashboard is made for several ranges, from nothing that is kept warm.
"""

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.lived import TENANT, Life, lives

from interlock.domain.count_run import count_run
from interlock.domain.figures import DAY, HOUR
from interlock.domain.ledger import Owner, entry_of
from interlock.domain.quotas import day_of
from interlock.domain.records import Thread
from interlock.sight.board import Wanted, dashboard
from interlock.store.connect import connect_reader, connect_writer
from interlock.store.migrate import migrate
from interlock.store.reader import SqlReader
from interlock.store.sql import queries
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx

NOW = 1_796_000_000_000
GROUP = 200
RANGES = {
    "1 hour": HOUR,
    "24 hours": DAY,
    "7 days": 7 * DAY,
    "30 days": 30 * DAY,
    "90 days": 90 * DAY,
}
ROUNDS = 5


def fill(
    file: Path, spans: int, now: int, *, booked: bool, seed: int = 7
) -> tuple[int, int, float]:
    """Fill a database. The runs, the spans, and the seconds that adding figures took.

    Args:
        file: A new database.
        spans: So many.
        now: Its last moment, ms since the epoch.
        booked: Whether the ledger is filled, too; a screenshot wants that.
        seed: Repeats it.
    """
    connection = connect_writer(file, "NORMAL")
    migrate(connection)
    tx = SqlTx(SqliteSession(connection, queries("sqlite")))
    connection.execute("BEGIN")
    for number in range(1_000):
        tx.put_thread(_thread(number, now))
    connection.execute("COMMIT")
    runs = made = 0
    seconds = 0.0
    group: list[Life] = []
    for life in lives(spans, now, 30, seed):
        group.append(life)
        runs, made = runs + 1, made + life.spans
        if len(group) == GROUP:
            seconds += _add(connection, tx, group, booked=booked)
            group = []
    seconds += _add(connection, tx, group, booked=booked)
    connection.close()
    return runs, made, seconds


def _thread(number: int, now: int) -> Thread:
    return Thread(
        id=f"thread_{number:08d}",
        tenant=TENANT,
        user="ann",
        agent="clerk",
        created_at=now,
        updated_at=now,
    )


def _add(
    connection: sqlite3.Connection, tx: SqlTx, group: Sequence[Life], *, booked: bool
) -> float:
    connection.execute("BEGIN")
    for life in group:
        tx.insert_run(life.run)
        if booked:
            _book(tx, life)
    counts = [count_run(life.events, lambda life=life: life.questions) for life in group]
    began = time.perf_counter()
    tx.figures.add(counts)
    connection.execute("COMMIT")
    return time.perf_counter() - began


def _book(tx: SqlTx, life: Life) -> None:
    names = {"run_id": life.id, "tenant": TENANT, "user": life.user, "agent": life.agent}
    owner = Owner(thread_id=life.run.thread_id, **names)
    for event in life.events:
        entry = entry_of(owner, event)
        if entry is not None:
            tx.ledger.book(entry)
    where = {"tenant": TENANT, "user": life.user, "agent": life.agent}
    day = day_of(life.at, "UTC")
    tx.session.run("count_run", {**where, "day": day, "status": life.run.status})


def measure(file: Path, now: int) -> dict[str, list[tuple[float, float]]]:
    """Seconds that a dashboard takes, and of them on the processor; each over a new connection."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name, length in RANGES.items():
        for _ in range(ROUNDS):
            connection = connect_reader(file)
            reader = SqlReader(SqliteSession(connection, queries("sqlite")))
            began, used = time.perf_counter(), time.process_time()
            dashboard(reader, TENANT, Wanted(since=now - length, until=now))
            spent = time.perf_counter() - began, time.process_time() - used
            found.setdefault(name, []).append(spent)
            connection.close()
    return found


def main() -> None:
    """Fill, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spans", type=int, default=1_000_000)
    parser.add_argument("--file", type=Path)
    parser.add_argument("--zone", default="UTC", help="Where the tenant's days begin.")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = chosen.file or Path(folder) / "interlock.db"
        runs, made, seconds = fill(file, chosen.spans, NOW, booked=False)
        print(f"{made:,} spans in {runs:,} runs over 30 days; {file.stat().st_size / 1e6:,.0f} MB")
        print(f"adding a run to the figures: {1_000 * seconds / runs:.2f} ms")
        connection = sqlite3.connect(file)
        zone = "INSERT OR REPLACE INTO ledger_zones (tenant, zone) VALUES (?, ?)"
        connection.execute(zone, (TENANT, chosen.zone))
        connection.commit()
        for grain, rows in connection.execute("SELECT grain, count(*) FROM figures GROUP BY 1"):
            print(f"figures by {grain // 60_000} min: {rows:,} rows")
        connection.close()
        for name, times in measure(file, NOW).items():
            wall, processor = (1_000 * statistics.median(part) for part in zip(*times, strict=True))
            print(f"{name:>9}: {wall:6.0f} ms, of them {processor:.0f} on the processor")


if __name__ == "__main__":
    main()
