"""The error bands of predictions by what bounds a kernel, and what share of times they contain."""

from __future__ import annotations

from benchmarks.bands import HELD_BACK, LADDERS, UNTUNED, held, read
from gpusim.timing.constants import bands

from .records import table

HEAD = ("bound by", "band", *(f"within it: {kind}" for kind in (LADDERS, UNTUNED, HELD_BACK)))


def error_bands() -> str:
    """A row per bound, and one of all: the band, and how many times of each kind it contains."""
    ratios, known = read(), bands()
    cells = []
    for bound, band in known.items():
        shares = (
            _share([row for row in ratios[kind] if row[0] == bound])
            for kind in (LADDERS, UNTUNED, HELD_BACK)
        )
        cells.append([bound, f"{band.low:.2f} to {band.high:.2f}", *shares])
    cells.append(["all", "", *(_share(rows) for rows in ratios.values())])
    return table(HEAD, cells)


def _share(rows: list[tuple[str, float]]) -> str:
    inside, every = held(rows, bands())
    return f"{inside} of {every} ({inside / every:.0%})" if every else "-"
