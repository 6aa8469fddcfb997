"""How fast the schedules of `schedules find` are: benchmarks/found beside dlight and torch."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from benchmarks.found.timing import DLIGHT, FOUND, TORCH

from .records import RESULTS, read, table


def found_table(device: str) -> str:
    """A row per kind of computation and per half: geometric means and the least of the ratios."""
    rows = read(RESULTS / f"found-{device}.json")["computations"]
    groups = {"all": list(rows.values())}
    groups |= {
        f"{half}": [row for row in rows.values() if row["half"] == half]
        for half in ("open", "blind")
    }
    for name, row in rows.items():
        groups.setdefault(name.partition("_")[0], []).append(row)
    cells = [
        [name, f"{len(group)}", *cell(group, DLIGHT), *cell(group, TORCH)]
        for name, group in groups.items()
    ]
    heads = (f"{beside}: {what}" for beside in ("dlight", "torch") for what in ("mean", "least"))
    return table(("computations", "number", *heads), cells)


def cell(rows: Sequence[dict[str, Any]], against: str) -> tuple[str, str]:
    ratios = [
        row[f"{against}_us"] / row[f"{FOUND}_us"]
        for row in rows
        if f"{against}_us" in row and f"{FOUND}_us" in row
    ]
    return f"{statistics.geometric_mean(ratios):.2f}", f"{min(ratios):.2f}"
