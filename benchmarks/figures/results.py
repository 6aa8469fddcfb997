"""Pages of devices and the README's summary, from the records of `schedules bench`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gpusim.columns import digits, time_text
from schedules.core.ladder import Figure, Ladder, Rung, ladders
from schedules.measure.records import Record, Row, named_ceilings
from schedules.measure.units import Unit, ratio_text, shape_text, unit_of

from ..reproduction import OTHER_TIMES, SECONDS
from .records import ROOT, records, table


@dataclass(frozen=True)
class Group:
    """A record's rows of one ladder and dtype, in ladder order, the smaller shapes first."""

    ladder: Ladder
    dtype: str
    rows: tuple[Row, ...]
    unit: Unit

    @property
    def name(self) -> str:
        return self.ladder.name.rpartition("/")[2]

    @cached_property
    def shapes(self) -> dict[tuple[int, ...], list[Row]]:
        by_shape: dict[tuple[int, ...], list[Row]] = {}
        for row in sorted(self.rows, key=lambda row: row["shape"]):
            by_shape.setdefault(tuple(row["shape"]), []).append(row)
        return by_shape

    @property
    def main_shape(self) -> tuple[int, ...]:
        """The ladder's own shape, or the largest one that was measured."""
        own = tuple(self.ladder.workload.shape)
        return own if own in self.shapes else max(self.shapes)

    def best(self, shape: tuple[int, ...]) -> Row:
        """The row with the best ratio to a library, which is the first one of the fastest row.

        Rows may be from several runs with other clocks, so their times are not compared; a ratio
        was measured within one run.
        """
        library = library_of(min(self.shapes[shape], key=lambda row: row["time_us"]))
        compared = [row for row in self.shapes[shape] if library in row["baselines"]]
        return max(compared, key=lambda row: row["baselines"][library]["ratio"])


def on_cpu(record: Record) -> bool:
    return record.get("kind") == "cpu"


def library_of(row: Row) -> str:
    """The library that a row's ratio is quoted against: the first one."""
    return next(iter(row["baselines"]))


def ratio_of(row: Row) -> float:
    return row["baselines"][library_of(row)]["ratio"]


def groups(record: Record) -> list[Group]:
    """A record's rows in the catalog's order; a ladder's dtypes in the order of their rungs."""
    found = []
    for ladder in ladders().values():
        by_dtype: dict[str, list[Row]] = {}
        rows = [row for row in record["rows"] if row["ladder"] == ladder.name]
        for row in sorted(rows, key=lambda row: (ladder[row["rung"]].index, row["shape"])):
            by_dtype.setdefault(row["dtype"], []).append(row)
        work = ladder.workload
        unit = unit_of(work.flops, work.bytes, on_gpu=not on_cpu(record))
        found += [Group(ladder, dtype, tuple(rows), unit) for dtype, rows in by_dtype.items()]
    return found


def document_rates(rung: Rung, unit: Unit) -> Iterator[tuple[Figure, float]]:
    """The document's figures of a kernel as speeds in `unit`, one per device and shape: its own
    speed if it gives one, otherwise computed from its time."""
    rates: dict[tuple, tuple[Figure, float]] = {}
    for figure in rung.figures:
        if not figure.value or figure.note.startswith(OTHER_TIMES):
            continue
        key = figure.device, figure.shape
        if figure.unit.replace("FLOPS", "FLOP/s") == unit.name:
            rates[key] = figure, figure.value
        elif figure.unit in SECONDS and figure.shape and key not in rates:
            workload = rung.workload.with_shape(figure.shape)
            rates[key] = figure, unit.rate(workload, figure.value * SECONDS[figure.unit])
    yield from rates.values()


# --- A device's page ------------------------------------------------------------------------------


def device_page(file: Path, record: Record, drawn: list[str]) -> str:
    """A row per rung in the sustained regime; `drawn` are the names of the plots."""
    plots = file.with_suffix("").name
    parts = [
        f"# {record['device']}\n\nWritten by `python -m benchmarks.figures` from "
        f"[{file.name}]({file.name}), which has all sizes, quartiles, libraries, counters and "
        f"single cold launches. [How the numbers are made](../benchmarks.md).\n\n"
        f"{measured_on(record)} {ceilings_text(record)}{checks_text(record)}\n\n"
        f"![roofline]({plots}/roofline.svg)\n"
    ]
    parts += [f"- {text}\n" for text in failures(record)]
    before = None
    for group in groups(record):
        if group.ladder is not before:
            before = group.ladder
            parts.append(f"## {before.name}: {before.title}\n")
            images = (f"{group.name}.svg", f"{group.name}-over-size.svg")
            parts += [f"![{Path(name).stem}]({plots}/{name})\n" for name in images if name in drawn]
        if group.dtype != group.ladder.workload.dtype:
            parts.append(f"In {group.dtype}:\n")
        parts.append(rung_table(group))
    return "\n".join(parts)


def rung_table(group: Group) -> str:
    """A row per rung, at the group's main shape or at the largest one that it was timed at."""
    last = {row["rung"]: row for row in group.rows}
    last |= {row["rung"]: row for row in group.shapes[group.main_shape]}
    library = library_of(group.best(group.main_shape))
    lines = [
        (
            group.ladder[name].index,
            f"`{name}`",
            shape_text(row["shape"]),
            time_text(row["time_us"]),
            digits(group.unit.of(row)),
            f"{row['percent_of_ceiling']:.0f} %, {row['bound']}",
            ratio_text(row["baselines"][library]["ratio"]) if library in row["baselines"] else "-",
            f"{row['relative_error']:.1e}",
        )
        for name, row in last.items()
    ]
    titles = ("#", "rung", "size", "time", group.unit.name, "of ceiling", f"x {library}", "error")
    return table(titles, lines, left=2)


def measured_on(record: Record) -> str:
    """A sentence: device, driver, versions, commit and day of the last run."""
    versions = record.get("versions", {})
    parts = [
        f"driver {record['driver']}" if record.get("driver") else "",
        f"{record['cores']} cores" if record.get("cores") else "",
        *(f"{name} {versions[name]}" for name in ("cuda", "torch", "blas") if versions.get(name)),
        f"TVM {versions['apache-tvm']}",
    ]
    run = f"last run: commit {record['commit'][:10]}, {record['date'][:10]}"
    return f"Measured on {record['device']} ({', '.join(filter(None, parts))}; {run})."


def ceilings_text(record: Record) -> str:
    """A sentence on the measured ceilings."""
    parts = []
    for name, rates in named_ceilings(record).items():
        flops = f"float32 FMA {digits(rates['fma_tflops'])} TFLOP/s"
        if on_cpu(record):
            flops = f"float32 FMA {digits(rates['fma_tflops'] * 1e3)} GFLOP/s"
        else:
            flops += f", float16 matrices {digits(rates['float16_tflops'])} TFLOP/s"
        memory = (
            f"copy {digits(rates['copy_gbps'], 4)} GB/s, read {digits(rates['read_gbps'], 4)} GB/s"
        )
        parts.append(f"{name}: {memory}, {flops}".removeprefix(": "))
    return f"Ceilings: {'; '.join(parts)}."


# Tools of compute-sanitizer, whose verdicts on every rung older records have.
PASSED, TOOLS = "passed", ("memcheck", "racecheck", "synccheck", "initcheck")


def checks_text(record: Record) -> str:
    """A sentence about compute-sanitizer's results; '' if it was not run."""
    checked = record.get("sanitized")
    if not checked:
        return ""
    passed = {tool: sum(entry[tool]["state"] == PASSED for entry in checked) for tool in TOOLS}
    if set(passed.values()) == {len(checked)}:
        tools = ", ".join(passed)
        return f" The {len(checked)} rungs of version 0.1.0 pass compute-sanitizer ({tools})."
    counts = ", ".join(f"{count} pass {tool}" for tool, count in passed.items())
    return f" In compute-sanitizer, of {len(checked)} rungs of version 0.1.0, {counts}."


def failures(record: Record) -> Iterator[str]:
    """The rungs that were wrong at a shape, and the tools' errors."""
    for entry in record.get("verified", ()):
        if not entry["right"]:
            yield f"{_where(entry)}: {entry['message']}"
    for entry in record.get("sanitized", ()):
        for tool in TOOLS:
            if entry[tool]["state"] != PASSED:
                yield f"{_where(entry)}, {tool}: {entry[tool]['message']}"


def _where(entry: dict[str, Any]) -> str:
    return f"`{entry['ladder']}:{entry['rung']}` at {shape_text(entry['shape'])}"


# --- The README's summary -------------------------------------------------------------------------


def summary() -> str:
    """A line per device, each ladder's best rung at its own size, and one device's plots.

    A ladder's row is from the device whose rungs were timed with the most library baselines. A
    ladder that only another device measured has a row that names that device.
    """

    def baselines(record: Record) -> int:
        return sum(len(row["baselines"]) for row in record["rows"])

    ranked = sorted(records().items(), key=lambda item: baselines(item[1]), reverse=True)
    devices = "".join(
        f"- {measured_on(record)}{checks_text(record)} "
        f"[All rungs]({_link(file.with_suffix('.md'))}).\n"
        for file, record in ranked
    )
    (first, main), *_ = ranked
    rows: dict[tuple[str, str], list[str]] = {}
    for _, record in ranked:
        where = "" if record is main else f" on {record['device']}"
        for group in groups(record):
            rows.setdefault((group.ladder.name, group.dtype), summary_row(group, where))
    order = list(ladders())
    lines = [rows[key] for key in sorted(rows, key=lambda key: order.index(key[0]))]
    members = groups(main)
    over_size = dict.fromkeys(
        f"{group.name}-over-size.svg"
        for group in members
        if len(group.main_shape) == 2 and len(group.shapes) > 1
    )
    images = " ".join(
        f"![{Path(name).stem}]({_link(first.with_suffix('') / name)})"
        for name in (f"{members[0].name}.svg", *over_size, "roofline.svg")
    )
    titles = (
        *("ladder", "best rung", "size", "time", "speed", "of ceiling"),
        *("speed vs. library", "vs. library, all sizes"),
    )
    note = f"Rows that name no device were measured on the {main['device']}."
    return f"{devices}\n{note}\n\n{table(titles, lines, left=2)}\n{images}\n"


def summary_row(group: Group, where: str) -> list[str]:
    best = group.best(group.main_shape)
    ratios = [ratio_of(group.best(shape)) for shape in group.shapes]
    ends = f"{ratio_text(min(ratios))} to {ratio_text(max(ratios))}" if len(ratios) > 1 else "-"
    dtype = group.dtype.replace(" as ", ", multiplied as ")
    return [
        f"`{group.ladder.name}`, {dtype.replace(' by tensor', ', one scale per tensor')}{where}",
        f"`{best['rung']}`",
        shape_text(group.main_shape),
        time_text(best["time_us"]),
        f"{digits(group.unit.of(best))} {group.unit.name}",
        f"{best['percent_of_ceiling']:.0f} %",
        f"{ratio_text(ratio_of(best))} x {library_of(best)}",
        ends,
    ]


def _link(path: Path) -> str:
    return Path(os.path.relpath(path, ROOT)).as_posix()
