"""SQL comes from SQL files: named queries, and numbered migrations."""

import re
from importlib import resources
from typing import NamedTuple

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_COMMENT = re.compile(r"^\s*--.*$", re.MULTILINE)
_MIGRATION = re.compile(r"^(\d{4})_\w+\.sql$")


class Migration(NamedTuple):
    """One step from a version of the schema to the next."""

    version: int
    sql: str


def queries(file: str) -> dict[str, str]:
    """The statements of a file of this package by their names, without comments.

    Args:
        file: For example ``sqlite_queries.sql``.
    """
    text = resources.files("interlock.store").joinpath(file).read_text(encoding="utf-8")
    parts = _NAME.split(text)
    named = zip(parts[1::2], parts[2::2], strict=True)
    return {name: " ".join(_COMMENT.sub("", sql).split()).rstrip(";") for name, sql in named}


def migrations(database: str) -> list[Migration]:
    """The migrations of a kind of database in their order.

    Args:
        database: The folder under ``migrations``, for example ``sqlite``.
    """
    folder = resources.files("interlock.store").joinpath("migrations", database)
    numbered = ((_MIGRATION.match(file.name), file) for file in folder.iterdir())
    return sorted(
        Migration(int(match[1]), file.read_text(encoding="utf-8"))
        for match, file in numbered
        if match
    )
