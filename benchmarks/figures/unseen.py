"""How far predictions are off on kernels that the timing model was not developed on."""

from __future__ import annotations

from benchmarks.predictions import summary
from benchmarks.unseen import OPEN_TIMES, TITLES, in_band, rows, times_file

from .records import RESULTS, read, table

HEAD = """\
| GPU | kernels | compared | mean error | bias | within 15 % | within the printed band |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def unseen() -> str:
    """A row per GPU and half of the set."""
    lines = []
    for file in sorted(RESULTS.glob("unseen-predictions-*.json")):
        made = read(file)
        for stem, title in TITLES.items():
            times = read(times_file(stem, made["device"]))["kernels"]
            known = rows(made["kernels"], times)
            totals = summary([row for row in known if "problem" not in row])
            lines.append(
                f"| {made['device']} | {title} | {totals['predicted']} of {len(known)} "
                f"| {totals['mean_error']:.1%} | {totals['bias']:+.1%} | {totals['within_15']:.0%} "
                f"| {in_band(known) / totals['predicted']:.0%} |\n"
            )
    return HEAD + "".join(lines)


# Smaller errors of the open half are not listed.
LARGE = 0.1


def open_half() -> str:
    """A row per kernel of the open half that is off by more than LARGE on a GPU."""
    chips, by_name = [], {}
    for file in sorted(RESULTS.glob("unseen-predictions-*.json"), reverse=True):
        made = read(file)
        chips.append(made["chip"])
        times = read(times_file(OPEN_TIMES, made["device"]))
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
