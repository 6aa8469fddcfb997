"""Pages from records: a section of the README, and a page of every table per device.

What stands between `<!-- results: gpu -->` (or cpu) and `<!-- /results -->` is made here; text
around the marks is left alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks.sanitize import TOOLS
from ..errors import UserError, nearest
from ..ladder import Ladder
from ..timing.counters import RATIOS, ratios
from ..timing.gpu import tied
from .groups import (
    Group,
    Record,
    Row,
    best_source,
    checked,
    digits,
    first_baseline,
    groups,
    on_cpu,
    ratio_text,
    shape_text,
    source_rates,
    time_text,
)
from .plots import ceilings, plots

MARKED = re.compile(r"(<!-- results: (\S+) -->\n)(.*?)(<!-- /results -->)", re.S)
KINDS = ("gpu", "cpu")
NOTHING = {
    "gpu": "No GPU has been measured yet: `schedules bench` on a machine with one writes a record "
    "to `docs/results`, and `schedules publish` puts its tables here.",
    "cpu": "No CPU has been measured yet: `schedules bench gemm/sgemm_cpu` writes a record to "
    "`docs/results`, and `schedules publish` puts its table here.",
}


@dataclass(frozen=True)
class Recorded:
    """A record and the file it came from. Its page and its plots lie beside that."""

    path: Path
    record: Record

    @property
    def page(self) -> Path:
        return self.path.with_suffix(".md")

    @property
    def folder(self) -> Path:
        return self.path.with_suffix("")


def published(
    recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path, text: str
) -> dict[Path, str]:
    """Every file to be, from the records and the README's present text."""
    files: dict[Path, str] = {}
    for one in recorded:
        drawn = plots(one.record, ladders)
        files[one.page] = page(one, ladders, list(drawn))
        files |= {one.folder / name: svg for name, svg in drawn.items()}
    files[readme] = filled_in(text, recorded, ladders, readme)
    return files


def filled_in(
    text: str, recorded: Sequence[Recorded], ladders: Mapping[str, Ladder], readme: Path
) -> str:
    """A page with its marked sections made anew; raises UserError where it has none."""

    def section(match: re.Match) -> str:
        kind = match[2]
        if kind not in KINDS:
            raise nearest("results section", kind, KINDS)
        members = [one for one in recorded if on_cpu(one.record) == (kind == "cpu")]
        body = [summary(one, ladders, readme.parent) for one in members]
        return match[1] + ("\n".join(body) or f"{NOTHING[kind]}\n") + match[4]

    filled, count = MARKED.subn(section, text)
    if not count:
        raise UserError(f"{readme} has no <!-- results: gpu --> ... <!-- /results --> to fill in")
    return filled


# --- tables ---------------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A Markdown table; columns after the first two stand right."""
    rule = ["---" if at < 2 else "---:" for at in range(len(columns))]
    lines = [columns, rule, *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def speed_text(group: Group, row: Row) -> str:
    return f"{digits(group.unit.of(row))} {group.unit.name}"


def summary(one: Recorded, ladders: Mapping[str, Ladder], root: Path) -> str:
    """The README's section on a device: each ladder's best rung at its own size, and plots."""
    record = one.record
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
                speed_text(group, best),
                f"{best['percent_of_ceiling']:.0f} %",
                f"{ratio_text(values['ratio'])} x {name}",
                ratio_range(group),
                source_text(group),
            )
        )
    columns = (
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
    page_link = _link(one.page, root)
    images = [_image(one, name, root) for name in plots_of_summary(record, ladders)]
    return (
        f"{where_and_when(record)}{checks_text(record, ladders)} "
        f"[Every table]({page_link}) has all rungs and sizes.\n\n"
        f"{table(columns, rows)}\n"
        + "".join(f"{image}\n\n" for image in images).rstrip("\n")
        + "\n"
    )


def plots_of_summary(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """The plots that the README shows: the first ladder's, GEMVs over size, and the roofline."""
    found = groups(record, ladders)
    names = [f"{found[0].name}.svg"] if found else []
    for group in found:
        name = f"{group.name}-over-size.svg"
        if len(group.main_shape) == 2 and len(group.shapes) > 1 and name not in names:
            names.append(name)
    return [*names, "roofline.svg"] if found else []


def ratio_range(group: Group) -> str:
    """'0.98 at 16384³ to 1.05 at 1024³', or '-' for a single size."""
    found = group.ratios()
    if len(found) == 1:
        return "-"
    low, high = min(found, key=found.get), max(found, key=found.get)
    return (
        f"{ratio_text(found[low])} at {shape_text(low)} to "
        f"{ratio_text(found[high])} at {shape_text(high)}"
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


def where_and_when(record: Record) -> str:
    """A sentence: device, driver, versions, commit and day of the last run."""
    versions = record.get("versions", {})
    parts = [
        f"driver {record['driver']}" if record.get("driver") else "",
        f"{record['cores']} cores" if record.get("cores") else "",
        *(f"{name} {versions[name]}" for name in ("cuda", "torch", "blas") if versions.get(name)),
        f"TVM {versions['apache-tvm']}" if versions.get("apache-tvm") else "",
    ]
    run = [
        f"commit {record['commit'][:10]}" if record.get("commit") else "",
        record.get("date", "")[:10],
    ]
    known = [", ".join(filter(None, parts)), "last run: " + ", ".join(filter(None, run))]
    return f"Measured on {record['device']} ({'; '.join(known)})."


def ceilings_text(record: Record) -> str:
    """A sentence on the measured ceilings."""
    parts = []
    for name, one in ceilings(record):
        rates = [f"copy {digits(one['copy_gbps'], 4)} GB/s"]
        if on_cpu(record):
            rates.append(f"float32 FMA {digits(one['fma_tflops'] * 1e3)} GFLOP/s")
        else:
            rates.append(f"float32 FMA {digits(one['fma_tflops'])} TFLOP/s")
            rates.append(f"float16 matrices {digits(one['float16_tflops'])} TFLOP/s")
        parts.append((f"{name}: " if name else "") + ", ".join(rates))
    return "Ceilings of the last run: " + "; ".join(parts) + "."


def checks_text(record: Record, ladders: Mapping[str, Ladder]) -> str:
    """A sentence on what compute-sanitizer said; '' where it has not been run."""
    if not record.get("sanitized"):
        return ""
    known = checked(record, ladders)
    rungs = sum(one.rungs for one in known)
    counts = [f"{tool} {sum(one.passed[tool] or 0 for one in known)}" for tool in TOOLS]
    return f" Of {rungs} rungs, compute-sanitizer passes: {', '.join(counts)}."


# --- a device's page ------------------------------------------------------------------------------


def page(one: Recorded, ladders: Mapping[str, Ladder], drawn: Sequence[str]) -> str:
    """Every table of a record, in ladder order, with its plots."""
    record = one.record
    root = one.page.parent
    parts = [
        f"# {record['device']}\n\n"
        f"Made by `schedules publish` from [{one.path.name}]({_link(one.path, root)}). "
        f"{_how(root)}\n\n{where_and_when(record)} {ceilings_text(record)}\n"
    ]
    if "roofline.svg" in drawn:
        parts.append(_image(one, "roofline.svg", root) + "\n")
    parts += checks(record, ladders)
    by_ladder: dict[str, list[Group]] = {}
    for group in groups(record, ladders):
        by_ladder.setdefault(group.ladder, []).append(group)
    for name, members in by_ladder.items():
        title = ladders[name].title if name in ladders else "not in this version"
        parts.append(f"## {name}: {title}\n")
        short = members[0].name
        parts += [
            _image(one, plot, root) + "\n"
            for plot in (f"{short}.svg", f"{short}-over-size.svg")
            if plot in drawn
        ]
        for group in members:
            for shape, rows in group.shapes.items():
                parts.append(f"### {name}, {group.dtype}, {shape_text(shape)}\n")
                parts.append(shape_tables(group, shape, rows))
    return "\n".join(parts)


def checks(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """How many rungs of each ladder were right and passed each sanitizer tool, and what failed."""
    if not (record.get("sanitized") or record.get("verified")):
        return []
    known = checked(record, ladders)
    columns = ("ladder", "rungs", *known[0].passed)
    lines = [(f"`{one.ladder}`", one.rungs, *map(shown, one.passed.values())) for one in known]
    failures = [f"- {text}\n" for one in known for text in one.failures]
    return [
        "## Checks\n\nRungs that were right against float64 wherever they were run, and that "
        "compute-sanitizer's tools passed.\n",
        table(columns, lines),
        "".join(failures) or "No failure.\n",
    ]


def shape_tables(group: Group, shape: tuple[int, ...], rows: Sequence[Row]) -> str:
    """The table of a shape; the source's columns and the counters where there are any."""
    names = list(dict.fromkeys(name for row in rows for name in row["baselines"]))
    columns = ["#", "rung", "time (µs)", "quartiles (µs)", "TFLOP/s", "GB/s", "% of ceiling"]
    columns += ["error", *(title for title, field in RESOURCES if field in rows[0])]
    columns += [f"x {name}" for name in names] + ["its source"]
    lines = [
        [
            group.rungs[row["rung"]].index if row["rung"] in group.rungs else "-",
            f"`{row['rung']}`",
            row["time_us"],
            " to ".join(map(str, row["quartiles_us"])),
            digits(row["tflops"]),
            digits(row["gbps"]),
            f"{row['percent_of_ceiling']:.1f}, {row['bound']}",
            f"{row['relative_error']:.1e}",
            *(shown(row.get(field)) for _, field in RESOURCES if field in rows[0]),
            *(
                ratio_text(row["baselines"][name]["ratio"]) if name in row["baselines"] else "-"
                for name in names
            ),
            own_figures(group, row, shape),
        ]
        for row in rows
    ]
    known = {
        name: row["baselines"][name]["time_us"]
        for row in rows
        for name in names
        if name in row["baselines"]
    }
    times = ", ".join(f"{name} {time} µs" for name, time in known.items())
    text = f"{table(columns, lines)}\n{times}; {first_baseline(rows[0])[0]} timed again: "
    tie = rows[0]["tie_ratio"]
    text += f"{tie} of it{'' if tied(tie) else NO_TIE}.\n"
    return "\n".join([text, *source_table(rows), *counter_table(rows)])


NO_TIE = ", **no tie**: other programs were at work, and these times are rough"

# Column of a device's page -> the field of a row; for those that the device has.
RESOURCES = (
    ("threads", "threads"),
    ("registers", "registers"),
    ("stack (B)", "stack_bytes"),
    ("shared (B)", "shared_bytes"),
)


def shown(value: Any) -> Any:
    return "-" if value is None else value


def own_figures(group: Group, row: Row, shape: tuple[int, ...]) -> str:
    """The source's speeds of this rung: at this shape, or else at its own, which is then said."""
    known = list(source_rates(group.rungs.get(row["rung"]), group.unit))
    here = [entry for entry in known if entry[0].shape in (shape, None)]
    texts = []
    for figure, rate in here or known:
        at = "" if here else f" at {shape_text(figure.shape)}"
        texts.append(f"{digits(rate)} {group.unit.name} on {figure.device}{at}")
    return "; ".join(texts[:4]) or "-"


def source_table(rows: Sequence[Row]) -> list[str]:
    """The columns of a source that timed whole programs."""
    timed = [row for row in rows if "whole_us" in row]
    if not timed:
        return []
    columns = ("rung", "grid", "block", "whole (µs)", "kernel (µs)", "CPU (µs)", "CPU - GPU")
    lines = [
        (
            f"`{row['rung']}`",
            dims(row["grid"]),
            dims(row["block"]),
            row["whole_us"],
            row["time_us"],
            row["cpu_us"],
            f"{row['host_difference']:.1e}",
        )
        for row in timed
    ]
    note = (
        "The source's columns: whole is wall-clock time with the transfers, from pageable host "
        f"memory and back; CPU is {timed[0]['cpu']}, where the source has a serial loop; the last "
        "is the largest difference between the two results.\n"
    )
    return [f"{table(columns, lines)}\n{note}"]


def dims(launches: Sequence[Sequence[int]]) -> str:
    return ", ".join(" x ".join(map(str, one)) for one in launches)


def counter_table(rows: Sequence[Row]) -> list[str]:
    """What ncu counted, as ratios."""
    counted = [row for row in rows if row.get("counters")]
    if not counted:
        return []
    lines = [(f"`{row['rung']}`", *ratios(row["counters"]).values()) for row in counted]
    return [table(("rung", *RATIOS), lines)]


def _link(path: Path, root: Path) -> str:
    return Path(os.path.relpath(path, root)).as_posix()


def _image(one: Recorded, name: str, root: Path) -> str:
    return f"![{name.removesuffix('.svg')}]({_link(one.folder / name, root)})"


def _how(root: Path) -> str:
    guide = root.parent / "benchmarks.md"
    return f"[How the numbers are made]({_link(guide, root)})." if guide.exists() else ""
