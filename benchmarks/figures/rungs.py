"""The table at the top of a ladder's page: one row per rung, as one device timed it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from gpusim.columns import time_text
from schedules.core.ladder import Rung, ladders
from schedules.measure.units import ratio_text, shape_text

from .records import H200, rows_of, table

# The device that timed the ladders of CPUs.
CPU = "amd-epyc"
Shape = tuple[int, ...]
# A rung's name, and a shape at which it was timed.
Key = tuple[str, Shape]


def rung_table(name: str) -> str:
    """Time, share of the library's speed, gain over the previous rung, and idea of each rung of a
    ladder, at the ladder's own shape."""
    ladder = ladders()[name]
    first = next(iter(ladder.rungs.values()))
    own = tuple(ladder.workload.shape)
    timed = {
        (row["rung"], tuple(row["shape"])): row
        for row in rows_of(CPU if first.on_cpu else H200)
        if row["ladder"] == name
    }
    compared = [row for (_, shape), row in timed.items() if shape == own]
    libraries = {next(iter(row["baselines"])) for row in compared}
    library = os.path.commonprefix(sorted(libraries)).rstrip(" ,")
    head = (f"rung, at {shape_text(own)}", "time", f"of {library}", "gain", "idea")
    return table(head, _lines(name, own, timed))


def _lines(ladder: str, own: Shape, timed: dict[Key, dict[str, Any]]) -> Iterator[list[str]]:
    above = ""
    for rung in ladders()[ladder].rungs.values():
        link = f"../../lowered_ir/{ladder}/{rung.index:02d}-{rung.name}/"
        row = timed.get((rung.name, own))
        time = share = "-"
        if row:
            time = time_text(row["time_us"])
            share = f"{100 * next(iter(row['baselines'].values()))['ratio']:.0f} %"
        yield [
            f"[`{rung.name}`]({link})",
            time,
            share,
            _gain(rung, above, own, timed),
            rung.summary,
        ]
        above = rung.name


def _gain(rung: Rung, above: str, own: Shape, timed: dict[Key, dict[str, Any]]) -> str:
    """'1.08 x'; with the rung that it is compared with unless that is the row above, and with the
    size unless that is the ladder's own."""
    both = [
        (shape != own, -max(shape), before, shape)
        for before in rung.against
        for name, shape in timed
        if name == rung.name and (before, shape) in timed
    ]
    if not both:
        return "-"
    elsewhere, _, before, shape = min(both)
    ratio = timed[before, shape]["time_us"] / timed[rung.name, shape]["time_us"]
    told = f"{ratio_text(ratio)} x"
    told += "" if before == above else f" `{before}`"
    return told + (f" at {shape_text(shape)}" if elsewhere else "")


def percent(share: float) -> str:
    """'42 %', and '0.2 %' where that would be 0."""
    return f"{100 * share:.{0 if share >= 0.01 else 1}f} %"
