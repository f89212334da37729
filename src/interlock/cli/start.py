"""Start a long-lived process: its log, its program, its event loop."""

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import uvloop

from interlock.cli.exits import Trouble
from interlock.cli.program import load_program
from interlock.domain.redact import Redactor
from interlock.errors import ConfigError, PartEnded
from interlock.settings import Settings, read_secrets
from interlock.wiring.app import Interlock
from interlock.wiring.known import known_secrets
from interlock.wiring.logs import log_to

GARBAGE = 10_000
"""New objects before the collector looks for cycles; a run leaves hundreds, and hardly a cycle."""

Main = Callable[[Interlock, Settings, Mapping[str, str]], Coroutine[Any, Any, None]]
"""What the process does until it stops; the mapping is the environment with its secrets."""


def start(program: str, settings: Callable[[], Settings], main: Main) -> None:
    """Load a program and run it until it is done.

    Raises:
        Trouble: The program or the settings are wrong, or a part of the process ended.
    """
    try:
        environment = read_secrets()
        chosen = settings()
        redactor = Redactor(known_secrets(environment, chosen))
        log_to(sys.stderr, chosen.log_level, redactor, chosen.log_format)
        app = load_program(program)
        _collect_seldom()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main(app, chosen, environment))
    except ConfigError as error:
        raise Trouble(str(error), code="config") from error
    except PartEnded as error:
        text = "A part of this process ended, so all of it stopped."
        raise Trouble(text, "start it again; the log says why", "part_ended") from error
    except OSError as error:
        text = f"The data directory can't be used: {error.strerror or error}."
        raise Trouble(text, "set INTERLOCK_DATA_DIR to a folder of yours", "data") from error


def data_place(settings: Settings) -> str:
    """Where the data are: a file, or a database without its password."""
    if settings.shares:
        scheme, _, rest = settings.database_url.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
    return str(settings.database())


def homely(place: str) -> str:
    """A path below the user's home, as people write it."""
    path, home = Path(place), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else place


def _collect_seldom() -> None:
    """Leave what was loaded out of every search for garbage, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)
