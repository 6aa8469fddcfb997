"""How far predictions are off on kernels that the timing model was not developed on."""

from __future__ import annotations

import json

from benchmarks.unseen.predicting import times_paths
from benchmarks.unseen.reporting import HALVES, figures, rows

from .records import RESULTS, table

HEAD = """\
| GPU | half | compared | mean error | bias | within 15 % | within the printed band |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def unseen() -> str:
    """A row per GPU and half of the forty kernels, from the records of predictions and times."""
    lines = []
    for file in sorted(RESULTS.glob("unseen-predictions-*.json")):
        made = json.loads(file.read_text(encoding="utf-8"))
        for half, record in zip(HALVES, times_paths(file.parent, made["device"]), strict=True):
            times = json.loads(record.read_text(encoding="utf-8"))["kernels"]
            totals = figures(rows(made["kernels"], times))
            share = totals["in_band"] / totals["predicted"]
            lines.append(
                f"| {made['device']} | {half} | {totals['predicted']} of {totals['rows']} "
                f"| {totals['mean_error']:.1%} | {totals['bias']:+.1%} "
                f"| {totals['within_15']:.0%} | {share:.0%} |\n"
            )
    return HEAD + "".join(lines)


# Smaller errors of the open half are not listed.
LARGE = 0.1


def open_half() -> str:
    """A row per kernel of the open half that is off by more than LARGE on a GPU."""
    chips, by_name = [], {}
    for file in sorted(RESULTS.glob("unseen-predictions-*.json"), reverse=True):
        made = json.loads(file.read_text(encoding="utf-8"))
        chips.append(made["chip"])
        times = json.loads(times_paths(file.parent, made["device"])[0].read_text(encoding="utf-8"))
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
