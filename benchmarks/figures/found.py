"""How fast the schedules of `schedules find` are: benchmarks/found beside dlight and torch."""

from __future__ import annotations

import statistics

from benchmarks.found.timing import DLIGHT, TORCH, groups, ratios

from .records import RESULTS, read, table


def found_table(device: str) -> str:
    """A row per half and kind of computations: geometric means and the least of the ratios."""
    cells = []
    for name, group in groups(read(RESULTS / f"found-{device}.json")["computations"]).items():
        beside = [ratios(group, against) for against in (DLIGHT, TORCH)]
        figures = ((statistics.geometric_mean(known), min(known)) for known in beside)
        cells.append([name, str(len(group)), *(f"{x:.2f}" for pair in figures for x in pair)])
    heads = (f"{beside}: {what}" for beside in ("dlight", "torch") for what in ("mean", "least"))
    return table(("computations", "number", *heads), cells)
