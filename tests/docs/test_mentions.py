"""What the documents name exists: pages, files, tests, commands and their options, make targets."""

import re
import shlex
from pathlib import Path

import click
import pytest
from tests.docs.pages import PAGES, ROOT, code, links

from interlock.cli.main import COMMANDS, interlock

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
VARIABLES = set(re.findall(r"^([A-Z]+) \?=", MAKEFILE, re.MULTILINE))
TEST = re.compile(r"tests/[\w/]+(?:\.py)?(?:::(\w+))?")


def anchors(page: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", PAGES[page], re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str):
    for target in links(page):
        path, _, anchor = target.partition("#")
        place = (ROOT / page).parent / path
        assert place.exists(), target
        if anchor:
            name = str(place.resolve().relative_to(ROOT))
            assert anchor in anchors(name), target


def commands(page: str, program: str) -> list[list[str]]:
    """Every mention of a program with arguments, split as a shell would."""
    found: list[list[str]] = []
    for line in code(page):
        for part in re.findall(rf"(?:^|[\s/]){program} ([^#|;&]+)", line):
            try:
                found.append(shlex.split(part))
            except ValueError:
                pytest.fail(f"{page} has a command that no shell reads: {line}")
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_is_named_exists(page: str):
    for words in commands(page, "make"):
        for word in words:
            name, equals, _ = word.partition("=")
            assert name in (VARIABLES | {"PYTHON"} if equals else TARGETS), (page, word)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_is_named_exists_with_its_options(page: str):
    for words in commands(page, "interlock"):
        command, rest = find(words)
        known = {option for one in command.params for option in one.opts} | {"--help", "-h"}
        for word in rest:
            if re.fullmatch(r"--?[a-z-]+", word):
                assert word in known, (page, words)


def find(words: list[str]) -> tuple[click.Command, list[str]]:
    command: click.Command = interlock
    while isinstance(command, click.Group) and words and not words[0].startswith(("-", "[")):
        context = click.Context(command)
        inner = command.get_command(context, words[0])
        assert inner is not None, words
        command, words = inner, words[1:]
    return command, words


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_is_named_exists(page: str):
    for found in TEST.finditer(PAGES[page]):
        file = Path(ROOT / found[0].partition("::")[0])
        assert file.exists(), found[0]
        if found[1]:
            assert f"def {found[1]}(" in file.read_text("utf-8"), found[0]


def test_every_command_has_its_place_in_the_page_about_them():
    text = PAGES["docs/cli.md"]
    for name in COMMANDS:
        assert re.search(rf"^\| `?(?:.*`)?{name}\b", text, re.MULTILINE), name
        command = interlock.get_command(click.Context(interlock), name)
        inner = command.commands if isinstance(command, click.Group) else ()
        for word in inner:
            assert re.search(rf"\b{name}\b[^\n]*\b{word}\b", text), f"{name} {word}"
