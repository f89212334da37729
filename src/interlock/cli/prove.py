"""``interlock prove``: the guarantees as counted experiments on servers of its own."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import click
from msgspec import json, to_builtins
from rich.console import Console
from rich.table import Table

from interlock.cli.exits import Exit, Trouble
from interlock.errors import ConfigError
from interlock.prove.experiments import EXPERIMENTS, Experiment, on_postgres
from interlock.prove.report import Count, Proof

_NAMES = tuple(experiment.name for experiment in EXPERIMENTS)


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(_NAMES), metavar="[EXPERIMENT]...")
@click.option("--kills", type=click.IntRange(1), help="How many servers are killed; 500.")
@click.option("--clicks", type=click.IntRange(3), help="Clicks at one question; 200.")
@click.option("--reconnects", type=click.IntRange(1), help="How many disconnects; 500.")
@click.option("--faults", "cluster", type=click.IntRange(1), help="Faults in the cluster; 300.")
@click.option("--matrix", type=click.IntRange(0), help="Cases drawn for the matrix; 200, 0: all.")
@click.option("--database-url", default="", help="Play the matrix on a PostgreSQL database, too.")
@click.option("--seed", type=int, help="Repeats the random choices of an earlier proof.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def prove(
    names: tuple[str, ...],
    seed: int | None,
    database_url: str,
    *,
    as_json: bool,
    **sizes: int | None,
) -> None:
    """Count the guarantees: servers are killed, clicked at and cut off, and effects are counted.

    Experiments: kills, clicks, forgeries, reconnects, matrix, cluster; all of them unless some are
    named. They run on servers, a database and a witness of their own, and touch nothing else.
    ``cluster`` also starts a PostgreSQL and a Redis of its own from this machine's programs. The
    exit code is 1 when a count is not what it must be.
    """
    known = [*EXPERIMENTS, *([on_postgres(database_url)] if database_url else [])]
    chosen = [one for one in known if not names or one.name in names]
    luck = secrets.randbelow(1_000_000) if seed is None else seed
    console = Console(stderr=as_json, highlight=False)
    proofs: list[Proof] = []
    for experiment in chosen:
        console.print(f"[bold]{experiment.name}[/]  {experiment.promise}")
        given = sizes.get(experiment.name)
        size = experiment.size if given is None else given
        try:
            proof = asyncio.run(_run(experiment, size, luck))
        except ConfigError as error:
            raise Trouble(str(error), code="config") from error
        _tell(console, proof)
        proofs.append(proof)
    holds = all(proof.holds for proof in proofs)
    if as_json:
        click.echo(json.encode(_document(proofs, luck, holds=holds)))
    else:
        _sum_up(console, proofs, luck)
    raise SystemExit(Exit.SUCCESS if holds else Exit.FAILED)


async def _run(experiment: Experiment, size: int, seed: int) -> Proof:
    return await experiment.run(size, seed)


def _tell(console: Console, proof: Proof) -> None:
    """The counts of one experiment."""
    for count in proof.counts:
        console.print(f"  {_mark(count)} {count.found:>7}  {count.what}{_wanted(count)}")
    for note in proof.notes:
        console.print(f"          {note}", markup=False)
    console.print()


def _mark(count: Count) -> str:
    if count.wanted is None:
        return " "
    return "[green]✓[/]" if count.right else "[red]✗[/]"


def _wanted(count: Count) -> str:
    return "" if count.right else f"  [red](must be {count.wanted})[/]"


def _sum_up(console: Console, proofs: Sequence[Proof], seed: int) -> None:
    table = Table(title="What was counted", title_justify="left")
    for column in ("experiment", "size", "counts that must hold", "wrong", "seconds"):
        table.add_column(column, justify="left" if column == "experiment" else "right")
    for proof in proofs:
        held = [count for count in proof.counts if count.wanted is not None]
        wrong = sum(not count.right for count in held)
        table.add_row(
            proof.name,
            f"{proof.counts[0].found} {proof.counts[0].what}",
            str(len(held)),
            f"[red]{wrong}[/]" if wrong else "0",
            f"{proof.seconds:.1f}",
        )
    console.print(table)
    holds = all(proof.holds for proof in proofs)
    verdict = "[green]Every promise held.[/]" if holds else "[red]A promise was broken.[/]"
    console.print(f"{verdict} Seed {seed}.")


def _document(proofs: Sequence[Proof], seed: int, *, holds: bool) -> dict[str, Any]:
    return {"holds": holds, "seed": seed, "proofs": [to_builtins(proof) for proof in proofs]}
