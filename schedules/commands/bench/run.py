"""Timing shape by shape, into a record that grows, with a table of each shape."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from gpusim.errors import NoTool, UserError

from ...analyses.verification.on_gpu import References
from ...compile.compiler import Compiler
from ...core.data import Table
from ...core.files import slug
from ...core.gpu import device_name, device_target
from ...core.kernel import Kernel, compiled_kernels, last_kernel
from ...core.target import THIS_CPU
from ...measure import cpu, gpu
from ...measure.baselines import checkouts
from ...measure.ceilings import measure_ceilings
from ...measure.contest import identity, tied
from ...measure.environment import cpu_header, cpu_model, gpu_header
from ...measure.records import Growing, code_key, row_key
from ...measure.timing import Timing
from ...processes.platforms import FileLimits
from ...processes.worker import progress
from ...sources.names import resolve, resolve_whole
from ...views.terminal import print_json, print_rows, print_table
from ...workloads import Workload
from ..options import by_workload, gpu_rungs
from ..program import INTERNAL_ERROR
from ..rungs import Outcome, outcomes_of, print_problem

RESULTS = Path("docs/results")


class Run(Growing):
    """A bench's record, by default the device's; `as_json` prints JSON instead of tables."""

    def __init__(
        self, path: Path | None, header: dict[str, Any], as_json: bool, default: str
    ) -> None:
        super().__init__(path or RESULTS / slug(default), header)
        self.as_json = as_json
        self.timed: list[dict[str, Any]] = []

    code = 0  # the exit status

    @contextmanager
    def shape(self, what: str) -> Iterator[None]:
        """A context that reports an error with one shape; the other shapes are still measured."""
        try:
            yield
        except NoTool:
            raise
        except UserError as error:
            self.failed("", error)
        except Exception as error:
            self.failed(what, error)
        sys.stdout.flush()

    def failed(self, what: str, error: Exception) -> None:
        """Report the error of a rung or a shape; the others are still measured."""
        if what and isinstance(error, UserError):
            error = UserError(f"{what}: {error}")
        failed = Outcome.failed(what, error)
        print_problem(failed)
        self.code = max(self.code, INTERNAL_ERROR if failed.traceback else 1)

    def time(self, measured: Iterable[dict[str, Any]], workload: Workload) -> None:
        """Add the rows of a workload to the record, and print their table."""
        rows: list[dict[str, Any]] = []
        try:
            rows.extend(measured)
        finally:
            # Even if timing was interrupted.
            if rows:
                self._keep_timed(rows, workload)

    def _keep_timed(self, rows: list[dict[str, Any]], workload: Workload) -> None:
        differing = differences(self.record, rows)
        self.keep(rows)
        self.timed += rows
        if not self.as_json:
            print_bench(rows, workload)
        for line in differing:
            click.echo(f"schedules: {line}", err=True)
        tell_ties(rows, workload)

    def finish(self) -> int:
        """Print JSON if requested; returns the exit code."""
        if self.as_json:
            print_json("measurements", self.timed)
        return self.code


def run_file_bench(references: Sequence[str], as_json: bool) -> int:
    """Verify and time kernels in files; returns the exit code.

    Each runs in a process of its own, since an illegal access ends the use of the GPU.
    """
    device_target()
    outcomes = outcomes_of(time_file, references, FileLimits(memory=None))
    code = max(map(print_problem, outcomes))
    timed = [each.result for each in outcomes if each.result]
    if as_json:
        print_json(Timing.kind, timed)
    elif timed:
        print_rows(Table.of(timed), timed[0].device)
    return code


def time_file(reference: str) -> Timing:
    """The time of a kernel in a file, in a worker process; raises as `time_kernel`."""
    from ...measure.timing import time_kernel

    return time_kernel(resolve(reference).kernel())


def run_bench(
    references: Sequence[str],
    as_json: bool,
    *,
    sizes: Sequence[int] | None,
    shape: Sequence[int] | None,
    record: Path | None,
    missing: bool,
    first_baseline: bool,
    against: Path | None,
) -> int:
    """Time rungs on a GPU, or only those `missing` whose present kernel has no record, with all
    baselines or only the first, and public kernels of the folder `against`; returns the exit code.

    Each shape is completely recorded before the next one begins.
    """
    if against:
        checkouts(against)
    compiler = Compiler(device_target())
    groups = by_workload(gpu_rungs(references, compiler.target), sizes, shape)
    run = Run(record, gpu_header(), as_json, device_name())
    ceilings = None
    with progress(len(groups) * gpu.TICKS, "bench") as tick:
        for workload, rungs in groups.items():
            with run.shape(str(workload)):
                asked_for = [(rung, workload) for rung in rungs]
                kernels = compiled_kernels(asked_for, compiler, run.failed)
                if missing:
                    kernels = lacking(run.record, kernels)
                if not kernels:
                    for _ in range(gpu.TICKS):
                        tick()
                    continue
                if ceilings is None:
                    ceilings = measure_ceilings(compiler)
                    run.header["ceilings"] = ceilings.as_record()
                beside = ceilings, References(), tick, first_baseline, run.failed, against
                run.time(gpu.bench_shape(kernels, *beside), workload)
    return run.finish()


def lacking(record: dict[str, Any], kernels: Sequence[Kernel]) -> list[Kernel]:
    """The kernels that a record lacks, or has in an earlier version, of another compiler or without
    cold launches."""
    known = {row_key(row): code_key(row) for row in record["rows"] if "cold" in row}
    rows = [(kernel, identity(kernel)) for kernel in kernels]
    return [kernel for kernel, row in rows if known.get(row_key(row)) != code_key(row)]


def run_cpu_bench(
    references: Sequence[str],
    as_json: bool,
    *,
    sizes: Sequence[int] | None,
    shape: Sequence[int] | None,
    record: Path | None,
) -> int:
    """Time CPU ladders on this machine; returns the exit code."""
    rungs = {rung.path: rung for reference in references for rung in resolve_whole(reference).rungs}
    groups = by_workload(list(rungs.values()), sizes, shape)
    ceilings = cpu.ceilings_by_threads()
    run = Run(record, cpu_header(ceilings), as_json, cpu_model())
    with progress(len(groups) * cpu.TICKS, "bench") as tick:
        for workload, members in groups.items():
            with run.shape(str(workload)):
                kernels = [last_kernel(rung, workload, THIS_CPU) for rung in members]
                run.time(cpu.bench_cpu_shape(kernels, ceilings, tick, run.failed), workload)
    return run.finish()


# Column of the printed table -> its text from a row; omitted if no row has the field.
BENCH_COLUMNS: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "us": ("time_us", lambda row: row["time_us"]),
    "cold us": ("cold", lambda row: row["cold"]["time_us"]),
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
}


def print_bench(rows: list[dict[str, Any]], workload: Workload) -> None:
    """Print a shape's table: rungs in the ladder's order, slow to fast, then ratios to the
    baselines."""
    names = list(rows[0]["baselines"])
    # Of single launches, only the ratio to the first baseline.
    colder = names[:1] if "cold" in rows[0] else []
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
            *(row["cold"]["baselines"][name]["ratio"] for name in colder),
        ]
        for row in rows
    ]
    times = ", ".join(f"{name} {rows[0]['baselines'][name]['time_us']} us" for name in names)
    tie = rows[0]["tie_ratio"]
    by = f", compiled by {rows[0]['compiler']}" if "compiler" in rows[0] else ""
    title = f"{workload}{by}: {times}, tie {tie}"
    titles = [*(f"x {name}" for name in names), *(f"cold x {name}" for name in colder)]
    print_table(["rung", *columns, *titles], table, title)


def differences(record: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    """A line per kernel and regime whose time differs from the record.

    Times differ if their quartiles do not overlap and their medians are more than TIE apart.
    """
    known = {row_key(row): row for row in record["rows"] if "time_us" in row}
    lines = []
    for row in rows:
        before = known.get(row_key(row), {})
        if before.get("kernel") != row["kernel"]:
            continue
        by = before.get("compiler")
        of = f" of {by}'s code" if by != row.get("compiler") else ""
        for regime in ("sustained", "cold"):
            old, new = (times.get("cold") if regime == "cold" else times for times in (before, row))
            if old and new and differ(old, new):
                lines.append(
                    f"{row['ladder']}:{row['rung']} at {tuple(row['shape'])}, {regime}: "
                    f"{new['time_us']} us, where the record had {old['time_us']} us{of}"
                )
    return lines


def differ(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether two times of a kernel differ by more than their spread."""
    overlap = min(old["quartiles_us"][1], new["quartiles_us"][1]) >= max(
        old["quartiles_us"][0], new["quartiles_us"][0]
    )
    return not overlap and not tied(new["time_us"] / old["time_us"])


def tell_ties(rows: list[dict[str, Any]], workload: Workload) -> None:
    """Report if a baseline that was timed twice took a different time."""
    tie, name = rows[0]["tie_ratio"], next(iter(rows[0]["baselines"]))
    if not tied(tie):
        click.echo(
            f"schedules: {workload}: {name} took {tie} times as long when it was timed again: "
            "other programs are at work, and these times are marked so in the record's tables",
            err=True,
        )
