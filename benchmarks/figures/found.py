"""How fast found schedules and the kernels of `dispatch` are beside other makers' kernels."""

from __future__ import annotations

import statistics

from benchmarks.found.timing import DLIGHT, METASCHEDULE, RUNG, TORCH, groups, ratios

from .records import RESULTS, read, table


def found_table(device: str) -> str:
    """A row per half and kind of computations: geometric means and the least of the ratios."""
    cells, others = [], (DLIGHT, METASCHEDULE, TORCH)
    for name, group in groups(read(RESULTS / f"found-{device}.json")["computations"]).items():
        beside = [ratios(group, against) for against in others]
        figures = (
            (f"{statistics.geometric_mean(known):.2f}", f"{min(known):.2f}") if known else "--"
            for known in beside
        )
        cells.append([name, str(len(group)), *(x for pair in figures for x in pair)])
    heads = (f"{beside}: {what}" for beside in others for what in ("mean", "least"))
    return table(("computations", "number", *heads), cells)


def found_ladders(device: str) -> str:
    """A row per ladder: the schedule found for its computation beside its fastest rung."""
    rows = read(RESULTS / f"found-{device}.json")["computations"].values()
    cells = [
        (
            f"`{row['ladder']}`",
            f"{row['found_us']:.1f}",
            f"{ratios([row], RUNG)[0]:.0%}",
            f"{ratios([row], TORCH)[0]:.2f}",
        )
        for row in rows
        if "ladder" in row and "found_us" in row
    ]
    heads = ("computation of", "found, µs", "of the fastest rung's speed", "torch's time / found")
    return table(heads, cells)


def dispatch_table(device: str) -> str:
    """A row per linear layer of benchmarks/dispatch: times of dlight and cuBLAS over the rung's."""
    cells = []
    for row in read(RESULTS / f"dispatch-{device}.json")["layers"]:
        times = row["times_us"]
        beside = [
            f"{times[name] / times['dispatch']:.2f}" if name in times else "-"
            for name in ("dlight", "cuBLAS")
        ]
        shape = ", ".join(map(str, row["shape"]))
        cells.append((row["layer"], row["tokens"], shape, f"`{row['rung']}`",
                      f"{times['dispatch']:.1f}", *beside))  # fmt: skip
    heads = ("layer", "tokens", "M, N, K or N, K", "rung", "µs", "dlight / rung", "cuBLAS / rung")
    return table(heads, cells)
