"""Every setting, trait and limit has its row in a page, with the default that the code has."""

import json
import re

import msgspec
import pytest
from msgspec import Struct
from tests.docs.pages import PAGES, rows

from interlock import Agent
from interlock.domain.agents import Limits
from interlock.domain.interrupts import InterruptKind, InterruptStatus
from interlock.domain.tools import OutcomeKind
from interlock.settings import PREFIX, Settings
from interlock.tools.traits import Traits

PLACES = [
    ("docs/agents.md", Agent.__struct_fields__),
    ("docs/agents.md", Limits.__struct_fields__),
    ("docs/tools.md", tuple(Traits.__annotations__)),
    ("docs/tools.md", OutcomeKind.__args__),  # pyright: ignore[reportAttributeAccessIssue]
    ("docs/questions.md", InterruptKind.__args__),  # pyright: ignore[reportAttributeAccessIssue]
    ("docs/questions.md", InterruptStatus.__args__),  # pyright: ignore[reportAttributeAccessIssue]
]


@pytest.mark.parametrize(("page", "names"), PLACES)
def test_every_name_has_a_row(page: str, names: tuple[str, ...]):
    first = {row[0] for row in rows(page)}
    assert [name for name in names if f"`{name}`" not in first] == []


@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_a_setting_has_a_row_with_its_variable_and_its_default(name: str):
    [row] = [row for row in rows("docs/settings.md") if row[0] == f"`{name}`"]
    default = json.loads(msgspec.json.encode(getattr(Settings(), name)))
    assert row[1] == f"`{PREFIX}{name.upper()}`"
    assert json.loads(row[2].strip("`")) == default


def test_no_row_names_a_setting_that_does_not_exist():
    named = set(re.findall(rf"^\| `\w+` \| `{PREFIX}(\w+)`", PAGES["docs/settings.md"], re.M))
    assert named == {name.upper() for name in Settings.__struct_fields__}


def test_the_limits_stand_with_their_defaults():
    assert defaults("docs/agents.md", Limits()) == msgspec.to_builtins(Limits())


def defaults(page: str, values: Struct) -> dict[str, object]:
    wanted = {f"`{name}`": name for name in values.__struct_fields__}
    return {
        wanted[row[0]]: json.loads(row[1].strip("`").replace("_", ""))
        for row in rows(page)
        if row[0] in wanted
    }
