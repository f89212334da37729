"""Lists for people: columns that fit any width."""

from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from interlock.cli.plain import plain


def show_table(
    console: Console, columns: Sequence[str], rows: Sequence[Sequence[str]], empty: str
) -> None:
    """Print rows. Where nobody looks (a pipe), each row is one line with tabs between the cells.

    Args:
        console: Where to.
        columns: Their titles; the first column is never cut.
        rows: The cells.
        empty: What to say when there are none.
    """
    if not rows:
        console.print(Text(empty, "dim"))
        return
    if not console.is_terminal:
        for row in rows:
            click.echo("\t".join(_line(cell) for cell in row))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, column in enumerate(columns):
        table.add_column(column, overflow="fold" if place == 0 else "ellipsis", no_wrap=place > 0)
    for row in rows:
        table.add_row(*(Text(_line(cell)) for cell in row))
    console.print(table)


def _line(cell: str) -> str:
    return " ".join(plain(cell).split())
