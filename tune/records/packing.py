"""Packs a record: its lines without repetition, compressed.

A `context` line has the values that the candidates after it share, so their lines have only the
values that differ. A candidate's tile and trace are left out where its knobs reproduce them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from gpusim.errors import UserError
from schedules.core.files import write_bytes

from ..jobs.job import from_values
from ..space.knob_space import Space
from .record import Record

# A candidate with another value of these gets a new context.
CONSTANT = ("rung", "shape", "arch", "device", "versions", "source", "lowering", "strategy", "seed")
# A candidate's own value overrides the context's value of these.
USUAL = ("compiler", "drift", "message", "pruned", "varies", "worker")


def pack(record: Record) -> Path:
    """Replace a record by its packed form, whose path is returned.

    Raises UserError if another run writes to it, or if there is a packed record already.
    """
    path = record.path.with_name(f"{record.path.name}.gz")
    if path.exists():
        raise UserError(f"{path} exists: remove it first")
    # The lock keeps other runs from writing lines that would be lost.
    with closing(Record.open(record.path, record.notice)) as locked:
        lines = compact(without_reproduced(locked.every_line()))
        text = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
        write_bytes(path, text)
        record.path.unlink()
    return path


def compact(lines: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The lines with contexts, and candidates without the values that their context has."""
    context: dict[str, Any] = {}
    for line in lines:
        if line["type"] != "candidate":
            context = {} if line["type"] == "run" else context
            yield line
            continue
        same = all(context.get(name) == line.get(name) for name in CONSTANT)
        # A context cannot remove a value.
        if not same or context.keys() - line.keys():
            context = {name: line[name] for name in (*CONSTANT, *USUAL) if name in line}
            yield {"type": "context", **context}
        yield {
            name: value
            for name, value in line.items()
            if name not in context or context[name] != value
        }


def without_reproduced(lines: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The lines, candidates without the tile and the trace that their knobs reproduce."""
    job: Mapping[str, Any] = {}
    spaces: dict[tuple, Space | None] = {}
    for line in lines:
        if line["type"] == "run":
            job, spaces = line["job"], {}
        if line["type"] != "candidate" or not line.get("knobs"):
            yield line
            continue
        at = (*line["shape"], line["arch"])
        if at not in spaces:
            spaces[at] = space_of(job, line)
        again = reproduced(spaces[at], line["knobs"])
        yield {
            name: value for name, value in line.items() if name not in again or again[name] != value
        }


def space_of(job: Mapping[str, Any], line: Mapping[str, Any]) -> Space | None:
    """The space of a candidate's line; None if the job is no longer valid."""
    try:
        one = from_values({name: value for name, value in job.items() if name != "name"}, "job")
        return one.space_at(line["shape"], one.rung.lowered_for(line["arch"]))
    except UserError:
        return None


def reproduced(space: Space | None, knobs: Mapping[str, Any]) -> dict[str, Any]:
    """The tile and the trace of a candidate's knobs as JSON values; empty if the space lacks
    them."""
    if space is None:
        return {}
    try:
        candidate = space.proposed(space.point(knobs))
    except UserError:
        return {}
    return json.loads(json.dumps({"tile": candidate.request.knobs, "trace": candidate.trace}))
