"""Find the program that ``serve`` is told to serve."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from interlock.cli.exits import Exit, Trouble
from interlock.wiring.app import Interlock

DEMO = "interlock.demo.app:build"
"""What is served when nothing is named."""

_HINT = "write it as MODULE:NAME, for example: interlock serve myprogram:app"


def load_program(place: str) -> Interlock:
    """Import a program.

    Args:
        place: ``module:name``; the name is an ``Interlock``, or a function that returns one. The
            working directory is searched first, as ``python -m`` does.

    Raises:
        Trouble: It can't be found, or is something else.
    """
    module_name, colon, name = place.partition(":")
    if not colon or not module_name or not name:
        raise Trouble(f"'{place}' does not name a program.", _HINT, "bad_program", Exit.USAGE)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    found = _find(module_name, name)
    if callable(found) and not isinstance(found, Interlock):
        found = cast("Callable[[], object]", found)()
    if not isinstance(found, Interlock):
        text = f"{place} is no program but a {type(found).__name__}."
        hint = "assign interlock.Interlock(agents=[…]) to it, or let a function return one"
        raise Trouble(text, hint, "bad_program", Exit.USAGE)
    return found


def _find(module_name: str, name: str) -> object:
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        text = f"There is no module {module_name} here."
        raise Trouble(text, _HINT, "bad_program", Exit.USAGE) from error
    if not hasattr(module, name):
        text = f"The module {module_name} has no {name}."
        raise Trouble(text, _HINT, "bad_program", Exit.USAGE)
    return getattr(module, name)
