"""A device's page: every table of a record, in ladder order, with its plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..ladder import Ladder
from ..timing.contest import tied
from ..timing.counters import RATIOS, ratios
from .groups import Group, ceilings, first_baseline, groups, on_cpu
from .markdown import image, link, table
from .records import Record, Recorded, Row
from .source_figures import source_rates
from .units import digits, ratio_text, shape_text
from .verdicts import checked

NO_TIE = ", **no tie**: other programs were at work, and these times are rough"

# Column of a device's page -> the field of a row; for those that the device has.
RESOURCES = (
    ("threads", "threads"),
    ("registers", "registers"),
    ("stack (B)", "stack_bytes"),
    ("shared (B)", "shared_bytes"),
)


def page(recorded: Recorded, ladders: Mapping[str, Ladder], drawn: Sequence[str]) -> str:
    """The page's text; `drawn` are the plots that there are."""
    record, root = recorded.record, recorded.page.parent
    parts = [
        f"# {record['device']}\n\n"
        f"Made by `schedules publish` from [{recorded.path.name}]({link(recorded.path, root)}). "
        f"{_how(root)}\n\n{where_and_when(record)} {ceilings_text(record)}\n"
    ]

    def add_plots(*names: str) -> None:
        parts.extend(f"{image(recorded.folder / name, root)}\n" for name in names if name in drawn)

    add_plots("roofline.svg")
    parts += checks(record, ladders)
    before = ""
    for group in groups(record, ladders):
        if group.ladder != before:
            before = group.ladder
            title = ladders[before].title if before in ladders else "not in this version"
            parts.append(f"## {before}: {title}\n")
            add_plots(f"{group.name}.svg", f"{group.name}-over-size.svg")
        for shape, rows in group.shapes.items():
            parts.append(f"### {group.ladder}, {group.dtype}, {shape_text(shape)}\n")
            parts.append(shape_tables(group, shape, rows))
    return "\n".join(parts)


def _how(root: Path) -> str:
    guide = root.parent / "benchmarks.md"
    return f"[How the numbers are made]({link(guide, root)})." if guide.exists() else ""


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
    for name, measured in ceilings(record):
        rates = [f"copy {digits(measured['copy_gbps'], 4)} GB/s"]
        if on_cpu(record):
            rates.append(f"float32 FMA {digits(measured['fma_tflops'] * 1e3)} GFLOP/s")
        else:
            rates.append(f"float32 FMA {digits(measured['fma_tflops'])} TFLOP/s")
            rates.append(f"float16 matrices {digits(measured['float16_tflops'])} TFLOP/s")
        parts.append((f"{name}: " if name else "") + ", ".join(rates))
    return "Ceilings of the last run: " + "; ".join(parts) + "."


def checks(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """How many rungs of each ladder were right and passed each sanitizer tool, and what failed."""
    if not (record.get("sanitized") or record.get("verified")):
        return []
    known = checked(record, ladders)
    columns = ("ladder", "rungs", *known[0].passed)
    lines = [(f"`{of.ladder}`", of.rungs, *map(shown, of.passed.values())) for of in known]
    failures = [f"- {text}\n" for of in known for text in of.failures]
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
    return ", ".join(" x ".join(map(str, extents)) for extents in launches)


def counter_table(rows: Sequence[Row]) -> list[str]:
    """What ncu counted, as ratios."""
    counted = [row for row in rows if row.get("counters")]
    if not counted:
        return []
    lines = [(f"`{row['rung']}`", *ratios(row["counters"]).values()) for row in counted]
    return [table(("rung", *RATIOS), lines)]
