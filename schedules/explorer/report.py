"""The page as one offline HTML file, with the data of every rung inside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from ..files import write_text
from ..process_pool import in_processes
from . import model
from .page import compressed, index_of, page


class Built(NamedTuple):
    """A rung's part of the page; plain data, since it crosses a process boundary."""

    ladder: dict[str, Any]
    outline: dict[str, Any]
    chunk: str


def build(reference: str) -> Built:
    """A rung's record, compressed."""
    from ..catalog import ladders
    from ..commands.cli import resolve

    rung = resolve(reference).rung
    record = model.rung_record(rung) | {"measured": model.measured(rung)}
    ladder = ladders().get(rung.ladder)
    about = model.ladder_record(ladder) if ladder else model.file_record(rung)
    return Built(about, model.outline_of(record), compressed(record))


def report(references: Sequence[str] = ()) -> str:
    """The page of all rungs that the references name (ladders, rungs, files; all ladders where
    there are none); raises UserError where one fails."""
    from ..commands.dump import tasks_for

    paths = [task.reference for task in tasks_for(references, None, None, True, False)]
    ladders: dict[str, dict[str, Any]] = {}
    chunks: dict[str, str] = {}
    ids: dict[str, str] = {}
    for number, built in enumerate(in_processes(build, paths)):
        ladder = ladders.setdefault(built.ladder["name"], {**built.ladder, "rungs": []})
        ladder["rungs"].append(built.outline)
        ids[built.outline["path"]] = f"rung-{number}"
        chunks[f"rung-{number}"] = built.chunk
    return page(index_of(ladders.values(), ids), chunks)


def run_report(references: Sequence[str], out: Path) -> int:
    """`schedules report`: writes the file whole, and returns the exit code."""
    text = report(references)
    write_text(out, text)
    rungs = text.count('<script type="application/octet-stream"')
    click.echo(f"{out}: {rungs} rungs, {len(text.encode()) / 1e6:.1f} MB")
    return 0
