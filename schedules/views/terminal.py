"""Terminal output: code, JSON and tables."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpusim.columns import CUT, LEFT_OUT, Column

from ..core.data import Cell, Table, document, plain
from ..core.results import Result

if TYPE_CHECKING:
    from rich.table import Table as RichTable

PIPED_WIDTH = 200
# Longer words may be broken in a table.
WORD = 12
# On a terminal with fewer columns, a table that does not fit is narrowed by Column.narrow.
NARROW = 100
# The minimum length of a text that is cut.
LEAST_TEXT = 8
NUMERIC = {"#", "+", "-", "ms", "steps", "kernels", "runs", "bytes", "worst error"}
NUMERIC |= {"line", "bits", "requests", "wavefronts", "conflicts", "sectors"}
NUMERIC |= {"issued", "least"}


def print_code(text: str, language: str) -> None:
    """Print code: highlighted on a terminal, plain when piped."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.syntax import Syntax

    Console().print(Syntax(text, language, theme="ansi_dark", background_color="default"))


def print_json(kind: str, items: Iterable[Any]) -> None:
    """Print a JSON document of a kind (see `schedules schema`) from results or plain data."""
    click.echo(json.dumps(document(kind, map(plain, items)), indent=2))


def print_result(result: Result, as_json: bool, title: str = "", *, text: bool = True) -> None:
    """A result as JSON, or as its short text, unless without `text`, and its table."""
    if as_json:
        click.echo(result.to_json())
        return
    if text:
        click.echo(repr(result))
    if parts := result.parts():
        print_rows(Table.of(parts), title)


def file_record(path: Path, state: str) -> dict[str, Any]:
    """The JSON entry of a file that was written, removed, or is stale."""
    size = path.stat().st_size if path.exists() else None
    return {"path": str(path), "state": state, "bytes": size}


def print_table(
    columns: Sequence[str | Column], rows: Sequence[Sequence[Any]], title: str = ""
) -> None:
    """A table: drawn on a terminal, aligned text when piped.

    If the terminal is too narrow, columns are omitted or cut (Column.narrow).
    """
    heads = [column if isinstance(column, Column) else Column(column) for column in columns]
    cells = [[Cell(value, str(value)) for value in row] for row in rows]
    print_rows(Table(tuple(heads), tuple(map(tuple, cells))), title)


def print_rows(table: Table, title: str = "") -> None:
    """Print a table of results."""
    from rich.console import Console

    if sys.stdout.isatty():
        console = Console(highlight=False, markup=False)
        if _fits(table, console.width):
            console.print(_drawn(table, title))
            return
        console.print(_drawn(narrowed(table, console.width), title))
        if gone := [column.label for column in table.columns if column.narrow == LEFT_OUT]:
            click.echo(f"  columns that need a wider terminal: {', '.join(gone)}")
        return
    buffer = io.StringIO()
    Console(file=buffer, width=PIPED_WIDTH, highlight=False, markup=False).print(
        _drawn(table, title)
    )
    click.echo("\n".join(line.rstrip() for line in buffer.getvalue().rstrip().splitlines()))


def _drawn(table: Table, title: str) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    drawn = RichTable(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for number, column in enumerate(table.columns):
        numbers = [
            isinstance(row[number].value, int | float) for row in table.rows if row[number].text
        ]
        right = column.label in NUMERIC or (bool(numbers) and all(numbers))
        least = _widest_word([column.label, *(row[number].text for row in table.rows)])
        justify = "right" if right else "left"
        drawn.add_column(column.label, overflow="fold", justify=justify, min_width=least)
    for row in table.rows:
        drawn.add_row(*(cell.text for cell in row))
    return drawn


def narrowed(table: Table, width: int) -> Table:
    """The table for a terminal of `width` columns: without LEFT_OUT columns, and with the texts of
    CUT ones shortened to the remaining width."""
    kept = [at for at, column in enumerate(table.columns) if column.narrow != LEFT_OUT]
    rows = [[row[at] for at in kept] for row in table.rows]
    # 'wavefronts (least)' in two lines.
    heads = (table.columns[at] for at in kept)
    short = tuple(replace(column, label=column.label.replace(" (", "\n(")) for column in heads)
    cut = [at for at, column in enumerate(short) if column.narrow == CUT]
    needed = [
        max(len(line) for text in texts for line in text.splitlines() or [""])
        for texts in _texts(Table(short, tuple(map(tuple, rows))))
    ]
    rest = width - sum(size + 3 for at, size in enumerate(needed) if at not in cut) - 1
    room = max(rest // len(cut) - 3, LEAST_TEXT) if cut else 0
    for row in rows:
        for at in cut:
            if len(row[at].text) > room:
                row[at] = replace(row[at], text=f"{row[at].text[: room - 1]}…")
    return Table(short, tuple(map(tuple, rows)))


def _texts(table: Table) -> list[list[str]]:
    """The texts of each column, its label first."""
    return [
        [column.label, *(row[number].text for row in table.rows)]
        for number, column in enumerate(table.columns)
    ]


def _fits(table: Table, width: int) -> bool:
    """Whether columns need not break words, except very long ones; below NARROW, nor lines."""
    needed = [
        max(map(len, texts)) if width < NARROW else _widest_word(texts) for texts in _texts(table)
    ]
    return sum(needed) + 3 * len(needed) + 1 <= width


def _widest_word(texts: Iterable[str]) -> int:
    return max(min(len(word), WORD) for text in texts for word in [*text.split(), ""])
