"""The README's section on a device: each ladder's best rung at its own size, and plots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..checks.sanitize import TOOLS
from ..ladder import Ladder
from .device_page import where_and_when
from .groups import Group, first_baseline, groups
from .markdown import image, link, table
from .records import Record, Recorded
from .source_figures import best_source
from .units import digits, ratio_text, shape_text, time_text
from .verdicts import checked

COLUMNS = (
    "ladder",
    "best rung",
    "size",
    "time",
    "speed",
    "of ceiling",
    "against",
    "over its sizes",
    "its source's best",
)


def summary(recorded: Recorded, ladders: Mapping[str, Ladder], root: Path) -> str:
    """The section's text; its links are from the folder `root`."""
    record = recorded.record
    rows = []
    for group in groups(record, ladders):
        shape = group.main_shape
        best = group.best(shape)
        name, values = first_baseline(best)
        rows.append(
            (
                f"`{group.ladder}`, {group.dtype}",
                f"`{best['rung']}`",
                shape_text(shape),
                time_text(best["time_us"]),
                f"{digits(group.unit.of(best))} {group.unit.name}",
                f"{best['percent_of_ceiling']:.0f} %",
                f"{ratio_text(values['ratio'])} x {name}",
                ratio_range(group),
                source_text(group),
            )
        )
    images = [image(recorded.folder / name, root) for name in plots_of_summary(record, ladders)]
    return (
        f"{where_and_when(record)}{checks_text(record, ladders)} "
        f"[Every table]({link(recorded.page, root)}) has all rungs and sizes.\n\n"
        f"{table(COLUMNS, rows)}\n" + "\n\n".join(images) + "\n"
    )


def plots_of_summary(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """The plots that the README shows: the first ladder's, GEMVs over size, and the roofline."""
    members = groups(record, ladders)
    if not members:
        return []
    over_size = [
        f"{group.name}-over-size.svg"
        for group in members
        if len(group.main_shape) == 2 and len(group.shapes) > 1
    ]
    return [f"{members[0].name}.svg", *dict.fromkeys(over_size), "roofline.svg"]


def ratio_range(group: Group) -> str:
    """'0.98 at 16384³ to 1.05 at 1024³', or '-' for a single size."""
    ratios = group.ratios()
    if len(ratios) == 1:
        return "-"
    low, high = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
    return (
        f"{ratio_text(ratios[low])} at {shape_text(low)} to "
        f"{ratio_text(ratios[high])} at {shape_text(high)}"
    )


def source_text(group: Group) -> str:
    """'20.8 TFLOP/s on RTX 3090 (`vectorized_read`)', with the size where it is another."""
    best = best_source(group)
    if best is None:
        return "no figure"
    rung, figure, rate = best
    elsewhere = figure.shape != group.main_shape and figure.shape is not None
    at = f", {shape_text(figure.shape)}" if elsewhere else ""
    return f"{digits(rate)} {group.unit.name} on {figure.device} (`{rung.name}`{at})"


def checks_text(record: Record, ladders: Mapping[str, Ladder]) -> str:
    """A sentence on what compute-sanitizer said; '' where it has not been run."""
    if not record.get("sanitized"):
        return ""
    known = checked(record, ladders)
    rungs = sum(ladder.rungs for ladder in known)
    counts = [f"{tool} {sum(ladder.passed[tool] or 0 for ladder in known)}" for tool in TOOLS]
    return f" Of {rungs} rungs, compute-sanitizer passes: {', '.join(counts)}."
