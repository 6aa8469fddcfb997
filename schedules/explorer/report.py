"""The page as one offline HTML file, with the data of every rung inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..catalog import ladders
from ..names import named_paths, resolve
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
    rung = resolve(reference).rung
    record = model.rung_record(rung, recorded=True)
    ladder = ladders().get(rung.ladder)
    about = model.ladder_record(ladder) if ladder else model.file_record(rung)
    return Built(about, model.outline_of(record), compressed(record))


def report(references: Sequence[str] = ()) -> str:
    """The page of all rungs that the references name (ladders, rungs, files; all ladders where
    there are none); raises UserError where one fails."""
    told: dict[str, dict[str, Any]] = {}
    chunks: dict[str, str] = {}
    ids: dict[str, str] = {}
    for number, built in enumerate(in_processes(build, named_paths(references))):
        ladder = told.setdefault(built.ladder["name"], {**built.ladder, "rungs": []})
        ladder["rungs"].append(built.outline)
        ids[built.outline["path"]] = f"rung-{number}"
        chunks[f"rung-{number}"] = built.chunk
    return page(index_of(told.values(), ids), chunks)
