"""A bench's record while it grows, and the table of each shape."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ...catalog import ladders
from ...errors import NoTool, UserError
from ...files import write_text
from ...results.plots import plots
from ...results.records import load, merge, write
from ...timing.contest import tied
from ...workloads import Workload
from ..terminal import print_table


@dataclass
class Run:
    """A record that grows: what is measured is written at once, so that a run can be cut short."""

    path: Path
    header: dict[str, Any]
    record: dict[str, Any] = field(default_factory=dict)
    failed: int = 0

    def __post_init__(self) -> None:
        # Another device's record is refused before anything is measured.
        self.record = merge(load(self.path), {"device": self.header["device"]}, ())

    def keep(self, rows: list[dict[str, Any]], timed: bool = True) -> None:
        """Add or replace rows, and write the record. Rows without a time leave the header, which
        says when and how the times were taken, as it is."""
        header = self.header if timed else {"device": self.header["device"]}
        if timed:
            # The header is the last run's, a row is its own's.
            dated = {name: self.header[name] for name in ("commit", "date") if name in self.header}
            rows = [row | dated for row in rows]
        self.record = merge(self.record, header, rows)
        write(self.path, self.record)

    @contextmanager
    def shape(self) -> Iterator[None]:
        """What goes wrong with a shape is said, and the others are still measured."""
        try:
            yield
        except NoTool:
            raise
        except UserError as error:
            click.echo(f"schedules: {error}", err=True)
            self.failed += 1
        sys.stdout.flush()

    def finish(self, plot: Path | None) -> int:
        """Draw the record's plots if asked to; returns the exit code."""
        if plot is not None:
            save_plots(self.record, plot)
        return 1 if self.failed else 0


def save_plots(record: dict[str, Any], folder: Path) -> None:
    """The record's plots as SVG files."""
    for name, text in plots(record, ladders()).items():
        write_text(folder / name, text)


# Column of the printed table -> its text from a row; one that no row has is left out.
BENCH_COLUMNS: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "us": ("time_us", lambda row: row["time_us"]),
    "TFLOP/s": ("tflops", lambda row: row["tflops"]),
    "GB/s": ("gbps", lambda row: row["gbps"]),
    "% of ceiling": (
        "percent_of_ceiling",
        lambda row: f"{row['percent_of_ceiling']} ({row['bound']})",
    ),
    "error": ("relative_error", lambda row: f"{row['relative_error']:.1e}"),
    "threads": ("threads", lambda row: row["threads"]),
    "regs": ("registers", lambda row: row["registers"]),
    "shared": ("shared_bytes", lambda row: row["shared_bytes"]),
    "whole us": ("whole_us", lambda row: row["whole_us"]),
    "grid": ("whole_us", lambda row: launch_dims(row["grid"])),
    "block": ("whole_us", lambda row: launch_dims(row["block"])),
    "CPU us": ("cpu_us", lambda row: row["cpu_us"]),
    "CPU - GPU": ("host_difference", lambda row: f"{row['host_difference']:.1e}"),
}


def launch_dims(launches: list[list[int]]) -> str:
    """'32x32' for a kernel, 'AxB, CxD' for two."""
    return ", ".join("x".join(map(str, dims)).removesuffix("x1") for dims in launches)


def print_bench(rows: list[dict[str, Any]], workload: Workload) -> None:
    """A shape's table: slow to fast as the ladder has them, then the baselines."""
    names = list(rows[0]["baselines"])
    columns = {
        name: text
        for name, (field, text) in BENCH_COLUMNS.items()
        if any(field in row for row in rows)
    }
    table = [
        [
            f"{row['ladder']}:{row['rung']}",
            *(text(row) for text in columns.values()),
            *(row["baselines"][name]["ratio"] for name in names),
        ]
        for row in rows
    ]
    times = ", ".join(f"{name} {rows[0]['baselines'][name]['time_us']} us" for name in names)
    tie = rows[0]["tie_ratio"]
    title = f"{workload}: {times}, tie {tie}"
    print_table(["rung", *columns, *(f"x {name}" for name in names)], table, title)
    if not tied(tie):
        click.echo(
            f"schedules: {workload}: {names[0]} took {tie} times as long when it was timed again: "
            "other programs are at work, and these times are marked so in the record's tables",
            err=True,
        )
