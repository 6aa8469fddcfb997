"""How far predictions are off on kernels that the timing model was not developed on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.unseen.kernels_by_name import SETS
from benchmarks.unseen.reporting import figures, rows
from schedules.core.files import read_json

from .records import RESULTS, table

HEAD = """\
| GPU | kernels | compared | mean error | bias | within 15 % | within the printed band |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def unseen(folder: Path = RESULTS) -> str:
    """A row per set, GPU and part of the set, if it was both predicted and timed."""
    lines = []
    for chosen in SETS.values():
        for file in sorted(folder.glob(f"{chosen.stem}-*.json")):
            made = read_json(file)
            for part in chosen.parts:
                record = part.times(folder, made["device"])
                if record.exists():
                    times = read_json(record)["kernels"]
                    totals = figures(rows(made["kernels"], times))
                    lines.append(_line(f"| {made['device']} | {part.title} ", totals))
    return HEAD + "".join(lines)


def _line(head: str, totals: dict[str, Any]) -> str:
    share = totals["in_band"] / totals["predicted"]
    return (
        f"{head}| {totals['predicted']} of {totals['rows']} "
        f"| {totals['mean_error']:.1%} | {totals['bias']:+.1%} "
        f"| {totals['within_15']:.0%} | {share:.0%} |\n"
    )


# Smaller errors of the open half are not listed.
LARGE = 0.1


def open_half() -> str:
    """A row per kernel of the open half that is off by more than LARGE on a GPU."""
    chips, by_name = [], {}
    for file in sorted(RESULTS.glob("unseen-predictions-*.json"), reverse=True):
        made = read_json(file)
        chips.append(made["chip"])
        record = SETS["unseen"].parts[0].times(RESULTS, made["device"])
        times = read_json(record)
        for row in rows(made["kernels"], times["kernels"]):
            if "problem" not in row:
                error = row["predicted_us"] / row["recorded_us"] - 1
                by_name.setdefault(row["name"], {})[made["chip"]] = error, row["bound"]
    most = {name: max(abs(error) for error, _ in on.values()) for name, on in by_name.items()}
    cells = [
        [name, *(f"{on[chip][0]:+.0%}, {on[chip][1]}" if chip in on else "-" for chip in chips)]
        for name, on in sorted(by_name.items(), key=lambda item: -most[item[0]])
        if most[name] > LARGE
    ]
    return table(("kernel", *(f"{chip.upper()}: error, bound by" for chip in chips)), cells)
