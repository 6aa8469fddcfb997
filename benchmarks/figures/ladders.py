"""Tables of docs/ladders: each step's ratio in its document and in the records, and tuned tiles."""

from __future__ import annotations

import json
import math
import statistics
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from schedules.core.files import read_bytes
from schedules.core.ladder import ladder as find
from schedules.measure.units import shape_text, short_digits

from ..reproduction import (
    differences,
    record_cell,
    recorded_times,
    rows_of,
    source_cell,
)
from .prose import recorded
from .records import ROOT, TUNING, records, table

PAGES = ROOT / "docs/ladders"
Log = list[dict[str, Any]]


def reproduced(name: str) -> str:
    """Each step's ratio in the document and in the records, and a note for each step whose effect
    differs from the document."""
    ladder, said = find(name), differences(PAGES).get(name, {})
    recorded = recorded_times(records().values(), ladder)
    if not recorded and not any(rung.figures for rung in ladder.rungs.values()):
        return "Not measured yet.\n"
    lines, notes = [], []
    for rung, steps in rows_of(ladder, recorded):
        if not rung.against:
            continue
        before = list(dict.fromkeys(step.before for step in steps)) or rung.against[:1]
        cells = [source_cell(rung, steps), *(record_cell(rung, steps, d) for d in recorded)]
        lines.append([f"`{rung.name}`", ", ".join(f"`{name}`" for name in before), *cells])
        if any(step.differs for step in steps) or rung.name in said:
            notes.append(f"- `{rung.name}`: {said.get(rung.name, 'why is not known.')}\n")
    listed = f"\n{''.join(notes)}" if notes else ""
    return table(("step", "from", "source", *recorded), lines) + listed


def by_size(name: str, sizes: str, rungs: str, *paths: str) -> str:
    """A row per rung and a column per size, both separated by commas, of numbers of the chips'
    records, 'h200:time_us'; a second one in brackets."""

    def cell(rung: str, size: str) -> str:
        shown = []
        for chip, _, path in (path.partition(":") for path in paths):
            number = recorded(path, chip, f"{name}:{rung}", size)
            shown.append(f"{number:.3f}" if path.endswith("ratio") else short_digits(number))
        return shown[0] + "".join(f" ({number})" for number in shown[1:])

    lines = [
        [f"`{rung}`", *(cell(rung, size) for size in sizes.split(","))] for rung in rungs.split(",")
    ]
    return table(("rung", *(size.partition("x")[0] for size in sizes.split(","))), lines)


@cache
def logs() -> dict[Path, Log]:
    """The lines of every record of the tuner."""
    files = sorted(TUNING.glob("*.jsonl*"))
    return {file: [json.loads(text) for text in read_bytes(file).splitlines()] for file in files}


def tuned(name: str) -> str:
    """A table that compares the tuner's winners with the ladder's own tiles."""
    ladder = find(name)
    rows, shared, recorded = [], [], set()
    for file, log in logs().items():
        job = next((line["job"] for line in log if line["type"] == "run"), {})
        own, _, rung = job.get("workload", "").partition(":")
        recorded.add(file.name.partition("-")[0])
        if own != name:
            continue
        for winner in confirmed(log):
            cells = (
                f"[`{rung}`](../tuning/{file.name})",
                winner["device"],
                shape_text(winner["shape"]),
                winner["candidates"],
                short_digits(winner["hand_written_us"]),
                short_digits(winner["time_us"]),
                f"{winner['hand_written_us'] / winner['time_us']:.3f}",
                winner["knobs"],
            )
            rows.append((ladder.rungs[rung].index, winner["device"], tuple(winner["shape"]), cells))
        shared += one_tile(file.name.partition("-")[0], job, log)
    waiting = [f"`{job}`" for job in jobs_of(name) if job not in recorded]
    if waiting:
        shared.append(f"Not measured: {', '.join(waiting)}.\n")
    if not rows:
        return "".join(shared) or "No job searches a tile of this ladder.\n"
    titles = (
        "rung",
        "device",
        "size",
        "candidates",
        "by hand, us",
        "best, us",
        "ratio",
        "best tile",
    )
    notes = f"\n{''.join(shared)}" if shared else ""
    return table(titles, (cells for *_, cells in sorted(rows))) + notes


def confirmed(log: Log) -> list[dict[str, Any]]:
    """The winners in a tuner's record, the last confirmed one of each shape, with the device.

    Excludes MetaSchedule's own space: a trace is not a tile.
    """
    finals: dict[tuple, dict] = {}
    run: dict[str, Any] = {}
    counts: dict[str, int] = {}
    for line in log:
        if line["type"] == "run":
            run = line
        elif line["type"] == "candidate":
            size = line["key"].partition(" ")[0]
            counts[size] = counts.get(size, 0) + 1
        elif line["type"] == "final" and line.get("hand_written_us"):
            finals[tuple(line["shape"])] = line
    return [
        line | {"device": run["device"], "knobs": knobs, "candidates": counts.get(size, 0)}
        for line in finals.values()
        for size, _, knobs in [line["key"].partition(" ")]
    ]


def one_tile(name: str, job: dict[str, Any], log: Log) -> Iterator[str]:
    """A sentence: the cost of using one tile for all sizes of a job that tried its whole space."""
    times: dict[str, dict[str, float]] = {}
    for line in log if job["strategy"] == "grid" else ():
        if line["type"] == "candidate" and line["kind"] == "ok":
            size, _, knobs = line["key"].partition(" ")
            times.setdefault(knobs, {})[size] = statistics.median(line["times_us"])
    sizes = {size for known in times.values() for size in known}
    best = {size: min(known[size] for known in times.values() if size in known) for size in sizes}
    over = {
        knobs: [known[size] / best[size] for size in sizes]
        for knobs, known in times.items()
        if known.keys() == sizes
    }
    if len(sizes) > 1 and over:
        chosen = min(over, key=lambda knobs: math.prod(over[knobs]))
        yield (
            f"One tile for the {len(sizes)} sizes of `{name}`: `{chosen}` takes "
            f"{min(over[chosen]):.3f} to {max(over[chosen]):.3f} times each size's best as "
            "searched.\n"
        )


def jobs_of(name: str) -> Iterator[str]:
    """The tuner's jobs for rungs of a ladder."""
    for file in sorted((ROOT / "tune/jobs").glob("*.toml")):
        if tomllib.loads(file.read_text(encoding="utf-8"))["workload"].startswith(f"{name}:"):
            yield file.stem
