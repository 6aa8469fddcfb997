"""What is printed: code, tables, tables that grow, progress."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ..schemas import document

PIPED_WIDTH = 200
# A word so long may be broken in a table.
WORD = 12
NUMERIC = {"#", "+", "-", "ms", "steps", "kernels", "runs", "bytes", "worst error"}
NUMERIC |= {"line", "bits", "requests", "wavefronts", "conflicts", "sectors"}
NUMERIC |= {"issued", "least"}


def print_code(text: str, language: str) -> None:
    """Highlighted on a terminal, plain when piped."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    Console().print(Syntax(text, language, theme="ansi_dark", background_color="default"))


def print_json(kind: str, items: Iterable[Any]) -> None:
    """A document of a kind (`schedules schema`)."""
    click.echo(json.dumps(document(kind, items), indent=2))


def file_record(path: Path, state: str) -> dict[str, Any]:
    """A file that was written or removed, or is stale, for JSON."""
    size = path.stat().st_size if path.exists() else None
    return {"path": str(path), "state": state, "bytes": size}


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "") -> None:
    """A table: drawn on a terminal, tab-free aligned text when piped. On a terminal that is too
    narrow for its words, a block of lines for each row."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for name in columns:
        table.add_column(name, overflow="fold", justify="right" if name in NUMERIC else "left")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    if sys.stdout.isatty():
        console = Console(highlight=False, markup=False)
        if _least_width(columns, rows) > console.width:
            _print_blocks(columns, rows, title)
        else:
            console.print(table)
        return
    buffer = io.StringIO()
    Console(file=buffer, width=PIPED_WIDTH, highlight=False, markup=False).print(table)
    click.echo("\n".join(line.rstrip() for line in buffer.getvalue().rstrip().splitlines()))


def _least_width(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> int:
    """The least width at which columns need not break words, but for very long ones."""
    words = [
        max(min(len(word), WORD) for cell in cells for word in [*str(cell).split(), ""])
        for cells in zip(columns, *rows, strict=True)
    ]
    return sum(words) + 2 * len(words) + 2


def _print_blocks(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str) -> None:
    """Each row as a block: a line 'column: cell' for each cell that holds something."""
    if title:
        click.echo(title)
    for row in rows:
        filled = [(name, str(cell)) for name, cell in zip(columns, row, strict=True) if str(cell)]
        click.echo("\n".join(["", *(f"{name}: {cell}" for name, cell in filled)]))
    click.echo()


class GrowingTable:
    """A table whose rows are printed as they come: a long run shows what it has found so far."""

    def __init__(self, columns: Sequence[str], least: Sequence[int]) -> None:
        self._widths = [max(len(name), low) for name, low in zip(columns, least, strict=True)]
        self.add(columns)

    def add(self, row: Sequence[Any]) -> None:
        cells = [f"{cell!s:{width}}" for cell, width in zip(row, self._widths, strict=True)]
        click.echo("  ".join(cells).rstrip())
        sys.stdout.flush()
