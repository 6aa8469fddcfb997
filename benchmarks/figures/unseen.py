"""How far predictions are off on kernels that the timing model was not developed on."""

from __future__ import annotations

import json

from benchmarks.unseen.predicting import times_paths
from benchmarks.unseen.reporting import HALVES, figures, rows

from .records import ROOT

HEAD = """\
| GPU | half | compared | mean error | bias | within 15 % | within the printed band |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def unseen() -> str:
    """A row per GPU and half of the forty kernels, from the records of predictions and times."""
    lines = []
    for file in sorted((ROOT / "docs" / "results").glob("unseen-predictions-*.json")):
        made = json.loads(file.read_text(encoding="utf-8"))
        for half, record in zip(HALVES, times_paths(file.parent, made["device"]), strict=True):
            times = json.loads(record.read_text(encoding="utf-8"))["kernels"]
            found = figures(rows(made["kernels"], times))
            share = found["in_band"] / found["predicted"]
            lines.append(
                f"| {made['device']} | {half} | {found['predicted']} of {found['rows']} "
                f"| {found['mean_error']:.1%} | {found['bias']:+.1%} "
                f"| {found['within_15']:.0%} | {share:.0%} |\n"
            )
    return HEAD + "".join(lines)
