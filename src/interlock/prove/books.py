"""What PostgreSQL itself saw: who wrote each event, and who had the run at that moment.

A trigger notes both, whatever the engine believes. Each life of a process has a name of its own in
the list of connections, which is also the name under which it claims runs.
"""

from collections import Counter
from typing import ClassVar, LiteralString

import psycopg

OPEN: LiteralString = """
CREATE TABLE prove_writes (
    run_id text, seq bigint, fence bigint, holder text, writer text, status text
);
GRANT ALL ON prove_writes TO PUBLIC;
CREATE FUNCTION prove_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO prove_writes
    SELECT NEW.run_id, NEW.seq, runs.fence, runs.worker, current_setting('application_name'),
        runs.status
    FROM runs WHERE runs.id = NEW.run_id;
    RETURN NULL;
END $$;
CREATE TRIGGER prove_note AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION prove_note();
"""

STALE: LiteralString = """
SELECT count(*) FROM prove_writes
WHERE writer LIKE 'worker-%' AND holder <> '' AND writer <> holder
"""
SHARED: LiteralString = """
SELECT count(*) FROM (
    SELECT run_id, fence FROM prove_writes WHERE writer LIKE 'worker-%'
    GROUP BY run_id, fence HAVING count(DISTINCT writer) > 1
) AS shared
"""
CLAIMS: LiteralString = """
SELECT count(*) FROM (
    SELECT DISTINCT run_id, fence FROM prove_writes WHERE writer LIKE 'worker-%'
) AS claims
"""
MOVED: LiteralString = """
SELECT count(*) FROM (
    SELECT run_id FROM prove_writes WHERE writer LIKE 'worker-%'
    GROUP BY run_id HAVING count(DISTINCT writer) > 1
) AS moved
"""


class Books:
    """The trigger and what it noted.

    Args:
        database: Its address, past all cables.
    """

    MUST_NOT_BE: ClassVar = ("rows of stale writers", "claims with two writers")
    FIGURES: ClassVar = ("claims of runs", "runs that went from one worker to another")

    def __init__(self, database: str) -> None:
        self._database = database

    async def open(self) -> None:
        """Begin to note. The schema is there."""
        async with await psycopg.AsyncConnection.connect(self._database) as connection:
            await connection.execute(OPEN)

    async def read(self) -> Counter[str]:
        """What was noted."""
        questions = zip(
            (*self.MUST_NOT_BE, *self.FIGURES), (STALE, SHARED, CLAIMS, MOVED), strict=True
        )
        found: Counter[str] = Counter()
        async with await psycopg.AsyncConnection.connect(self._database) as connection:
            for what, question in questions:
                row = await (await connection.execute(question)).fetchone()
                found[what] = 0 if row is None else int(row[0])
        return found
