"""Every file made from records: pages and plots of devices, sections of ladders' pages and README.

What stands between `<!-- results: gpu -->` (or cpu) and `<!-- /results -->` is made here; text
around the marks is left alone: each ladder's best rung at its own size, a line for each device, and
one device's plots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpusim.errors import UserError, nearest

from ...analyses.verification.compute_sanitizer import TOOLS
from ...core.ladder import Ladder
from ..records import Record, Recorded
from .device_page import image, link, page, table, where_and_when
from .groups import Group, best_source, checked, first_baseline, groups, on_cpu
from .ladder_pages import ladder_pages
from .plots import plots
from .units import digits, ratio_text, shape_text, time_text

MARKED = re.compile(r"(<!-- results: (\S+) -->\n)(.*?)(<!-- /results -->)", re.S)
NOTHING = {
    "gpu": "No GPU has been measured yet: `schedules bench` on a machine with one writes a record "
    "to `docs/results`, and `schedules publish` puts its tables here.",
    "cpu": "No CPU has been measured yet: `schedules bench gemm/sgemm_cpu` writes a record to "
    "`docs/results`, and `schedules publish` puts its table here.",
}


def published(
    recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path, text: str
) -> dict[Path, str]:
    """Every file to be, from the records and the README's present text."""
    files: dict[Path, str] = {}
    for of_device in recorded:
        drawn = plots(of_device.record, ladders)
        files[of_device.page] = page(of_device, ladders, list(drawn))
        files |= {of_device.folder / name: svg for name, svg in drawn.items()}
    files[readme] = filled_in(text, recorded, ladders, readme)
    docs = readme.parent / "docs"
    records = [each.record for each in recorded]
    return files | ladder_pages(docs / "ladders", records, ladders, docs / "tuning")


def filled_in(
    text: str, recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path
) -> str:
    """A page with its marked sections made anew; raises UserError where it has none."""

    def section(match: re.Match) -> str:
        kind = match[2]
        if kind not in NOTHING:
            raise nearest("results section", kind, NOTHING)
        members = [each for each in recorded if on_cpu(each.record) == (kind == "cpu")]
        body = summary(members, ladders, readme.parent) if members else f"{NOTHING[kind]}\n"
        return match[1] + body + match[4]

    filled, count = MARKED.subn(section, text)
    if not count:
        raise UserError(f"{readme} has no <!-- results: gpu --> ... <!-- /results --> to fill in")
    return filled


def summary(recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], root: Path) -> str:
    """The section's text of one device or more; its links are from the folder `root`.

    A line is of the device whose rungs were timed beside the most; the others' ratios at the same
    size stand in it. What only another one measured has a line that names it.
    """
    devices = [
        f"{where_and_when(each.record)}{checks_text(each.record, ladders)} "
        f"[Every table]({link(each.page, root)}) has all rungs and sizes.\n"
        for each in recorded
    ]
    drawn, *others = sorted(recorded, key=baselines_timed, reverse=True)
    known = [
        (each.record, {(one.ladder, one.dtype): one for one in groups(each.record, ladders)})
        for each in (drawn, *others)
    ]
    lines = []
    for key in dict.fromkeys(key for _, there in known for key in there):
        record, group = next((record, there[key]) for record, there in known if key in there)
        line = summary_row(group, record)
        if record is not drawn.record:
            line["ladder"] += f" on {record['device']}"
        for other, there in known[1:]:
            ratio = ratio_at(there.get(key), group.main_shape)
            line[f"against, {other['device']}"] = ratio
        lines.append(line)
    rows = table(lines, left=2)
    images = [image(drawn.folder / name, root) for name in plots_of_summary(drawn.record, ladders)]
    return "\n".join(["".join(devices), rows, " ".join(images) + "\n"])


def summary_row(group: Group, record: Record) -> dict[str, str | None]:
    shape = group.main_shape
    best = group.best(shape)
    name, values = first_baseline(best)
    return {
        "ladder": f"`{group.ladder}`, {group.dtype}",
        "best rung": f"`{best['rung']}`",
        "size": shape_text(shape),
        "time" if on_cpu(record) else "sustained": time_text(best["time_us"]),
        "speed": f"{digits(group.unit.of(best))} {group.unit.name}",
        "of ceiling": f"{best['percent_of_ceiling']:.0f} %",
        "against": f"{ratio_text(values['ratio'])} x {name}",
        "over its sizes": ratio_range(group),
        **({} if on_cpu(record) else {"cold, against the same": cold_ratio(group, shape)}),
        "its source's best": source_text(group),
    }


def ratio_at(group: Group | None, shape: tuple[int, ...]) -> str | None:
    """The best rung's ratio to the first library at a shape; None where it was not measured."""
    if group is None or shape not in group.shapes:
        return None
    return ratio_text(group.ratios()[shape])


def cold_ratio(group: Group, shape: tuple[int, ...]) -> str | None:
    """The best ratio of a single launch to the first library's; None where none was timed."""
    cold = [row["cold"] for row in group.shapes[shape] if "cold" in row]
    return ratio_text(max(first_baseline(one)[1]["ratio"] for one in cold)) if cold else None


def baselines_timed(recorded: Recorded) -> int:
    """How much a record's plots have to show beside the rungs."""
    return sum(len(row["baselines"]) for row in recorded.record["rows"])


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
    ends = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
    texts = (f"{ratio_text(ratios[shape])} at {shape_text(shape)}" for shape in ends)
    return " to ".join(texts) if len(ratios) > 1 else "-"


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
