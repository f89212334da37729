"""The command ``interlock``. A command's module is imported when the command is used."""

import json
import sys
from importlib import import_module
from importlib.metadata import version as installed

import click

from interlock.cli.exits import Exit, Trouble

COMMANDS = {
    "serve": "interlock.cli.serve:serve",
    "worker": "interlock.cli.worker:worker",
    "workers": "interlock.cli.workers:workers",
    "run": "interlock.cli.run:run",
    "chat": "interlock.cli.chat:chat",
    "approvals": "interlock.cli.approvals:approvals",
    "runs": "interlock.cli.runs:runs",
    "threads": "interlock.cli.threads:threads",
    "agents": "interlock.cli.agents:agents",
    "schedule": "interlock.cli.schedule:schedule",
    "webhooks": "interlock.cli.webhooks:webhooks",
    "open": "interlock.cli.open:open_page",
    "stats": "interlock.cli.stats:stats",
    "tools": "interlock.cli.stats:tools",
    "usage": "interlock.cli.usage:usage",
    "quotas": "interlock.cli.quotas:quotas",
    "keys": "interlock.cli.keys:keys",
    "rules": "interlock.cli.rules:rules",
    "audit": "interlock.cli.audit:audit",
    "admin": "interlock.cli.admin:admin",
    "db": "interlock.cli.db:db",
    "prove": "interlock.cli.prove:prove",
    "version": "interlock.cli.main:version",
}
"""Where each command lives."""


class Commands(click.Group):
    """A group whose commands are imported one at a time: ``version`` does not load a server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, or None."""
        del ctx
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def interlock() -> None:
    """Serve agents, talk to them, and answer what they ask."""


@click.command()
def version() -> None:
    """Print the version."""
    click.echo(f"interlock {installed_version()}")


def installed_version() -> str:
    """The version of the installed package."""
    return installed("interlock")


def main() -> None:
    """Run the command that the arguments name, and exit with its code.

    With ``--json`` an error is a JSON document on standard output, too.
    """
    try:
        code = interlock.main(prog_name="interlock", standalone_mode=False)
    except Trouble as trouble:
        if "--json" in sys.argv:
            error = {"code": trouble.code, "text": trouble.text, "hint": trouble.hint}
            click.echo(json.dumps({"error": error}))
        trouble.show()
        code = trouble.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        code = Exit.STOPPED
    sys.exit(code if isinstance(code, int) else 0)
