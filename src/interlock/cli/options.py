"""What several commands share: options, and groups that list when nothing else is said."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

P = ParamSpec("P")
T = TypeVar("T")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def server_options(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command that speaks to a server: ``--url`` and ``--token``."""
    url = click.option("--url", default="", help="The server; INTERLOCK_URL, or the local one.")
    token = click.option("--token", default="", help="Its token; INTERLOCK_TOKEN, or the local's.")
    return url(token(command))


class ListByDefault(click.Group):
    """A group of which ``list`` is meant when no command is named: ``interlock runs --json``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``list`` in front unless a command, or help, is asked for."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)
