"""SQL comes from SQL files: named queries, and numbered migrations."""

import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_COMMENT = re.compile(r"^\s*--.*$", re.MULTILINE)
_MIGRATION = re.compile(r"^(\d{4})_\w+\.sql$")


class Migration(NamedTuple):
    """One step from a version of the schema to the next."""

    version: int
    sql: str


def queries(database: str) -> dict[str, str]:
    """The statements for a kind of database by their names, without comments.

    All databases share ``queries/*.sql``; a statement in ``queries/<database>/`` takes the place
    of the shared one of its name. Values are written ``:name``.

    Args:
        database: ``sqlite`` or ``postgres``.
    """
    shared = resources.files("interlock.store").joinpath("queries")
    return {**_folder(shared), **_folder(shared.joinpath(database))}


def _folder(folder: Traversable) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    texts = [file.read_text(encoding="utf-8") for file in files if file.name.endswith(".sql")]
    return {name: sql for text in texts for name, sql in _statements(text)}


def _statements(text: str) -> Iterator[tuple[str, str]]:
    parts = _NAME.split(text)
    for name, sql in zip(parts[1::2], parts[2::2], strict=True):
        yield name, " ".join(_COMMENT.sub("", sql).split()).rstrip(";")


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
