import ast
from pathlib import Path

import interlock.store
from interlock.store.sql import queries

FOLDER = Path(interlock.store.__file__).parent
FILE = "sqlite_queries.sql"


def strings() -> set[str]:
    """Every string in the code of the store."""
    trees = [ast.parse(file.read_text("utf-8")) for file in FOLDER.glob("*.py")]
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_query_has_one_name_and_a_description():
    blocks = (FOLDER / FILE).read_text("utf-8").split("\n-- name: ")[1:]
    names = [block.split("\n", 1)[0] for block in blocks]
    undescribed = [block for block in blocks if not block.split("\n")[1].startswith("-- ")]
    assert (names, undescribed) == (list(queries(FILE)), [])
    assert len(names) == len(set(names))


def test_every_query_is_asked_for():
    assert set(queries(FILE)) - strings() == set()


def test_a_query_is_one_statement_without_comments():
    texts = queries(FILE).values()
    assert [text for text in texts if ";" in text or "--" in text or not text] == []


def test_sql_lives_in_sql_files():
    verbs = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ")
    allowed = {"migrate.py"}  # it keeps its own table, before there are any others
    found = {
        file.name
        for file in FOLDER.glob("*.py")
        if any(f'"{verb}' in file.read_text("utf-8") for verb in verbs)
    }
    assert found - allowed == set()
