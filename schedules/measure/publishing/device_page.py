"""A device's page: every table of a record, in ladder order, with its plots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.ladder import Ladder
from ..contest import tied
from ..counters import ratios
from ..records import Record, Recorded, Row
from .groups import Group, ceilings, checked, first_baseline, groups, on_cpu, source_rates
from .units import digits, ratio_text, shape_text

NO_TIE = ", **no tie**: other programs were at work, and these times are rough"

# Column of a device's page -> field of a row; only columns with values are shown.
RESOURCES = {
    "threads": "threads",
    "registers": "registers",
    "stack (B)": "stack_bytes",
    "shared (B)": "shared_bytes",
}


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
        if "read_gbps" in measured:
            rates.append(f"read {digits(measured['read_gbps'], 4)} GB/s")
        if on_cpu(record):
            rates.append(f"float32 FMA {digits(measured['fma_tflops'] * 1e3)} GFLOP/s")
        else:
            rates.append(f"float32 FMA {digits(measured['fma_tflops'])} TFLOP/s")
            rates.append(f"float16 matrices {digits(measured['float16_tflops'])} TFLOP/s")
        parts.append((f"{name}: " if name else "") + ", ".join(rates))
    return "Ceilings: " + "; ".join(parts) + "."


def checks(record: Record, ladders: Mapping[str, Ladder]) -> list[str]:
    """A table of how many rungs of each ladder are correct and pass each sanitizer tool."""
    if not (record.get("sanitized") or record.get("verified")):
        return []
    known = checked(record, ladders)
    rows = [{"ladder": f"`{of.ladder}`", "rungs": of.rungs, **of.passed} for of in known]
    failures = [f"- {text}\n" for of in known for text in of.failures]
    return [
        "## Checks\n\nRungs that were right against float64 wherever they were run, and that "
        "compute-sanitizer's tools passed.\n",
        table(rows),
        "".join(failures) or "No failure.\n",
    ]


def shape_tables(group: Group, shape: tuple[int, ...], rows: Sequence[Row]) -> str:
    """The table of a shape, with the source's columns and the counters if there are any."""
    names = list(dict.fromkeys(name for row in rows for name in row["baselines"]))
    lines = [
        {
            "#": group.rungs[row["rung"]].index if row["rung"] in group.rungs else "-",
            "rung": f"`{row['rung']}`",
            "sustained (µs)": row["time_us"],
            "quartiles (µs)": " to ".join(map(str, row["quartiles_us"])),
            **(
                {"SM MHz": row.get("sm_mhz")}
                if any("sm_mhz" in other_row for other_row in rows)
                else {}
            ),
            "TFLOP/s": digits(row["tflops"]),
            "GB/s": digits(row["gbps"]),
            "% of ceiling": f"{row['percent_of_ceiling']:.1f}, {row['bound']}",
            "error": f"{row['relative_error']:.1e}",
            **{title: row.get(field) for title, field in RESOURCES.items() if field in rows[0]},
            **{f"x {name}": ratio_to(row["baselines"].get(name)) for name in names},
            **(
                cold_columns(row, names[0])
                if any("cold" in other_row for other_row in rows)
                else {}
            ),
            "in the document": own_figures(group, row, shape),
        }
        for row in rows
    ]
    known = {name: base["time_us"] for row in rows for name, base in row["baselines"].items()}
    times = ", ".join(f"{name} {known[name]} µs" for name in names)
    text = f"{table(lines)}\n{times}; {first_baseline(rows[0])[0]} timed again: "
    tie = rows[0]["tie_ratio"]
    text += f"{tie} of it{'' if tied(tie) else NO_TIE}.\n"
    return "\n".join([text, *source_table(rows), *counter_table(rows)])


def cold_columns(row: Row, library: str) -> dict[str, Any]:
    """The columns of single cold launches: time, quartiles, ratio to the first library."""
    cold = row.get("cold")
    quartiles = " to ".join(map(str, cold["quartiles_us"])) if cold else None
    return {
        "cold (µs)": cold and cold["time_us"],
        "cold quartiles (µs)": quartiles,
        f"cold x {library}": ratio_to(cold["baselines"].get(library)) if cold else None,
    }


def ratio_to(baseline: Mapping[str, float] | None) -> str | None:
    return ratio_text(baseline["ratio"]) if baseline else None


def own_figures(group: Group, row: Row, shape: tuple[int, ...]) -> str:
    """The source's speeds of this rung: at this shape, or else at the source's own shape, which
    is named."""
    known = list(source_rates(group.rungs.get(row["rung"]), group.unit))
    here = [entry for entry in known if entry[0].shape in (shape, None)]
    texts = []
    for figure, rate in here or known:
        size = "" if here else f" at {shape_text(figure.shape)}"
        texts.append(f"{digits(rate)} {group.unit.name} on {figure.device}{size}")
    return "; ".join(texts[:4]) or "-"


def source_table(rows: Sequence[Row]) -> list[str]:
    """The columns of a source that timed whole programs."""
    timed = [row for row in rows if "whole_us" in row]
    if not timed:
        return []
    lines = [
        {
            "rung": f"`{row['rung']}`",
            "grid": dims(row["grid"]),
            "block": dims(row["block"]),
            "whole (µs)": row["whole_us"],
            "kernel (µs)": row["time_us"],
            "CPU (µs)": row["cpu_us"],
            "CPU - GPU": f"{row['host_difference']:.1e}",
        }
        for row in timed
    ]
    note = (
        "The source's columns: whole is wall-clock time with the transfers, from pageable host "
        f"memory and back; CPU is {timed[0]['cpu']}, where the source has a serial loop; the last "
        "is the largest difference between the two results.\n"
    )
    return [f"{table(lines)}\n{note}"]


def dims(launches: Sequence[Sequence[int]]) -> str:
    return ", ".join(" x ".join(map(str, extents)) for extents in launches)


def counter_table(rows: Sequence[Row]) -> list[str]:
    """A table of ncu's counters, as ratios."""
    counted = [
        {"rung": f"`{row['rung']}`", **ratios(row["counters"])}
        for row in rows
        if row.get("counters")
    ]
    return [table(counted)] if counted else []


def table(rows: Sequence[Mapping[str, Any]], left: int = 2) -> str:
    """A Markdown table of rows by column, '-' for None; columns after the first `left` are
    right-aligned."""
    rule = ["---" if number < left else "---:" for number in range(len(rows[0]))]
    lines = [rows[0], rule, *(row.values() for row in rows)]
    texts = (map(str, ("-" if cell is None else cell for cell in line)) for line in lines)
    return "".join("| " + " | ".join(line) + " |\n" for line in texts)


def link(path: Path, root: Path) -> str:
    """A link from a page in the folder `root` to a file."""
    return Path(os.path.relpath(path, root)).as_posix()


def image(path: Path, root: Path) -> str:
    return f"![{path.stem}]({link(path, root)})"
