"""What a docstring says for the model: the prose, each argument, what comes back.

Google, NumPy and Sphinx styles are read; they are told apart by their headings and fields.
"""

import inspect
import re
from textwrap import dedent

from msgspec import Struct

_ARGUMENTS = frozenset({"args", "arguments", "parameters", "params", "other parameters"})
_RETURNS = frozenset({"returns", "return"})
_OTHER = frozenset(
    {"raises", "yields", "example", "examples", "note", "notes", "see also", "references"}
    | {"warnings", "warning", "todo", "attributes"}
)
_HEADINGS = _ARGUMENTS | _RETURNS | _OTHER

_GOOGLE_HEADING = re.compile(r"([A-Z][A-Za-z ]+):\s*")
_GOOGLE_ITEM = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")
_NUMPY_ITEM = re.compile(r"\*{0,2}(\w+(?:\s*,\s*\w+)*)\s*(?::.*)?")
_SPHINX_FIELD = re.compile(r":(\w+)(?:\s+([^:]*?))?:\s*(.*)")
_SPHINX_ARGUMENTS = frozenset({"param", "parameter", "arg", "argument", "key", "keyword"})


class Docs(Struct, frozen=True):
    """The parts of a docstring: the words for the whole, for each argument, and for the result."""

    text: str
    arguments: dict[str, str]
    returns: str = ""

    @property
    def description(self) -> str:
        """The prose, and what comes back when the docstring has a section about it."""
        return f"{self.text}\n\nReturns: {self.returns}".strip() if self.returns else self.text


def read_docstring(docstring: str | None) -> Docs:
    """Take a docstring apart. Never fails: what it does not know stays prose.

    Args:
        docstring: As Python keeps it; None counts as empty.
    """
    lines = inspect.cleandoc(docstring or "").splitlines()
    sections: dict[str, list[str]] = {"": []}
    heading = ""
    index = 0
    while index < len(lines):
        found, skip = _heading(lines, index)
        if found:
            heading = found
            sections.setdefault(heading, [])
        else:
            sections[heading].append(lines[index])
        index += skip
    prose, arguments, returns = _sphinx(sections[""])
    for name, body in sections.items():
        if name in _ARGUMENTS:
            arguments.update(_items(dedent("\n".join(body)).splitlines()))
        elif name in _RETURNS:
            returns = _joined(body)
    return Docs("\n".join(prose).strip(), arguments, returns)


def _heading(lines: list[str], index: int) -> tuple[str, int]:
    """The heading at a line, and how many lines it takes; no heading takes the one line."""
    line = lines[index]
    google = _GOOGLE_HEADING.fullmatch(line)
    if google and google.group(1).lower() in _HEADINGS:
        return google.group(1).lower(), 1
    underline = lines[index + 1].strip() if index + 1 < len(lines) else ""
    if line.strip().lower() in _HEADINGS and len(underline) > 2 and set(underline) == {"-"}:
        return line.strip().lower(), 2
    return "", 1


def _items(lines: list[str]) -> dict[str, str]:
    """Names and their words: ``name: words`` (Google), or words indented below it (NumPy)."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        if line[0].isspace():
            for name in names:
                found[name].append(line.strip())
            continue
        google, numpy = _GOOGLE_ITEM.fullmatch(line), _NUMPY_ITEM.fullmatch(line)
        typed = numpy is not None and " :" in line
        if google and not typed:
            names, words = [google.group(1)], [google.group(2)]
        elif numpy:
            names, words = [name.strip() for name in numpy.group(1).split(",")], list[str]()
        else:
            continue
        found.update({name: list(words) for name in names})
    return {name: " ".join(words).strip() for name, words in found.items()}


def _sphinx(lines: list[str]) -> tuple[list[str], dict[str, str], str]:
    prose: list[str] = []
    fields: dict[str, str] = {}
    last = ""
    for line in lines:
        found = _SPHINX_FIELD.match(line)
        if found:
            word, about, words = found.groups()
            last = _field(word, about or "")
            fields[last] = words
        elif last and line[:1].isspace() and line.strip():
            fields[last] += f" {line.strip()}"
        else:
            last = ""
            prose.append(line)
    returns = fields.pop("returns:", "")
    fields.pop("other:", "")
    return prose, {name: words.strip() for name, words in fields.items()}, returns


def _field(word: str, about: str) -> str:
    """The argument that a field is about (``:param int n:`` is about n); others end in a colon."""
    if word in _SPHINX_ARGUMENTS and about:
        return about.split()[-1].lstrip("*")
    return "returns:" if word in _RETURNS else "other:"


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip())
