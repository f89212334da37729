"""What an earlier release left goes on under this one. Dumps: ``scripts/dump_release.py``."""

import sqlite3
from pathlib import Path

import pytest
from tests.databases import restore

from interlock.ports import Wanted
from interlock.testing.story import ANN

RELEASES = Path(__file__).parent.parent / "fixtures" / "releases"
DUMPS = sorted(RELEASES.glob("*.sql"))


def put_back(dump: Path, folder: Path, database: str) -> None:
    text = dump.read_text("utf-8")
    if database:
        restore(text, database)
        return
    with sqlite3.connect(folder / "interlock.db") as connection:
        connection.executescript(text)
    connection.close()


def test_every_release_left_a_dump_of_both_databases():
    kinds = [dump.stem.rpartition("-")[2] for dump in DUMPS]
    assert (kinds.count("sqlite"), kinds.count("postgres")) == (len(DUMPS) / 2, len(DUMPS) / 2)
    assert DUMPS


@pytest.mark.parametrize("release", sorted({dump.stem.rpartition("-")[0] for dump in DUMPS}))
async def test_a_run_that_waited_under_an_earlier_release_goes_on(
    release, tell, desk, database, tmp_path
):
    kind = "postgres" if database else "sqlite"
    put_back(RELEASES / f"{release}-{kind}.sql", tmp_path, database)
    async with tell(["text: Done."]) as story:
        questions = await story.runtime.store.read(lambda reader: reader.questions(ANN, Wanted()))
        [question] = [question.interrupt for question in questions]
        told = await story.answer(question, {"approved": True})
        before = await story.runtime.store.read(lambda reader: reader.events(question.run_id))
    assert (question.tool, question.arguments) == ("delete", {"folder": "a"})
    assert (told.status, told.text, desk.effects) == ("success", "Done.", ["delete a 90"])
    assert [event.seq for event in before] == list(range(1, len(before) + 1))
