"""`schedules bench`, on a GPU and on a CPU: time rungs, profile them, keep the record."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from ..errors import NoTool, UserError
from ..ladder import Rung
from ..workloads import Workload
from .verify_on_gpu import by_workload, chosen, of_kernel

if TYPE_CHECKING:
    from ..checks.launch_process import StoredCubins
    from ..timing.gpu_ceilings import Ceilings

PrintTable = Callable[..., None]
RESULTS = Path("docs/results")
# Which rungs are timed: all that are asked for, those whose present kernel the record lacks, none.
Which = Literal["all", "missing", "none"]


@dataclass
class Run:
    """A record that grows: what is measured is written at once, so that a run can be cut short."""

    path: Path
    header: dict[str, Any]
    print_table: PrintTable
    record: dict[str, Any] = field(default_factory=dict)
    failed: int = 0

    def __post_init__(self) -> None:
        from ..results.records import load, merge

        # Another device's record is refused before anything is measured.
        self.record = merge(load(self.path), {"device": self.header["device"]}, ())

    def keep(self, rows: list[dict[str, Any]], timed: bool = True) -> None:
        """Add or replace rows, and write the record. Rows without a time leave the header, which
        says when and how the times were taken, as it is."""
        from ..results.records import merge, write

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


# --- on a GPU -------------------------------------------------------------------------------------


def run_bench(
    references: Sequence[str],
    sizes: Sequence[int],
    json_file: Path | None,
    plot: Path | None,
    counters: bool,
    which: Which,
    print_table: PrintTable,
) -> int:
    """`schedules bench` on a GPU: times `which` rungs, then profiles them if `counters` is set;
    returns the exit code. Each shape is in the record, whole, before the next one begins.
    """
    from ..checks.device import cuda, device_arch
    from ..checks.launch_process import StoredCubins
    from ..compile.toolkit import find_tool
    from ..files import slug
    from ..process_pool import progress
    from ..timing.counters import NCU
    from ..timing.environment import gpu_header
    from ..timing.gpu import TICKS

    torch = cuda()
    arch = device_arch()
    if counters:
        find_tool(NCU)
    path = json_file or RESULTS / slug(torch.cuda.get_device_name(0))
    groups = by_workload(chosen(references, arch), sizes)
    run = Run(path, gpu_header(), print_table)
    total = sum((which != "none") * TICKS + counters * len(rungs) for rungs in groups.values())
    counted = 0
    with tempfile.TemporaryDirectory() as folder, progress(total, "bench") as tick:
        timer = Timer(run, StoredCubins(arch, Path(folder)), tick)
        for workload, rungs in groups.items():
            with run.shape():
                lacking = (
                    [] if which == "all" else untimed(run.record, rungs, workload, timer.cubins)
                )
                if which != "none":
                    timer.time(rungs if which == "all" else lacking, workload)
                elif lacking:
                    names = ", ".join(rung.path for rung in lacking)
                    click.echo(f"left out: not timed yet at {workload.shape}: {names}", err=True)
                if counters:
                    known = [rung for rung in rungs if which != "none" or rung not in lacking]
                    profile(run, known, workload, timer.cubins, tick)
                    counted += len(known)
    if counters and not counted and not run.failed:
        raise UserError(f"nothing to count: {path} has no time of these kernels; bench them first")
    return run.finish(plot)


@dataclass
class Timer:
    """Times GPU rungs shape by shape, under ceilings that are measured once."""

    run: Run
    cubins: StoredCubins
    tick: Callable[[], None]
    ceilings: Ceilings | None = None

    def time(self, rungs: Sequence[Rung], workload: Workload) -> None:
        """Verify and time the rungs of a workload into the record; there may be none."""
        from ..checks.device import References
        from ..timing.gpu import TICKS, bench_shape
        from ..timing.gpu_ceilings import measure_ceilings

        if not rungs:
            for _ in range(TICKS):
                self.tick()
            return
        if self.ceilings is None:
            self.ceilings = measure_ceilings(self.cubins.arch)
            self.run.header["ceilings"] = self.ceilings.as_record()
        rows: list[dict[str, Any]] = []
        try:
            for row in bench_shape(
                rungs,
                workload,
                self.cubins,
                self.ceilings,
                References(),
                whole_program=any(map(times_whole_program, rungs)),
                tick=self.tick,
            ):
                rows.append(row)
        finally:
            # Also where one of the rungs was wrong.
            if rows:
                self.run.keep(rows)
                print_bench(rows, workload, self.run.print_table)


def times_whole_program(rung: Rung) -> bool:
    """Whether the source of the rung's ladder timed whole programs beside kernels."""
    from ..catalog import ladders
    from ..timing.whole_program import has_whole_program

    ladder = ladders().get(rung.ladder)
    return ladder is not None and has_whole_program(list(ladder.rungs.values()))


def untimed(
    record: dict[str, Any], rungs: Sequence[Rung], workload: Workload, cubins: StoredCubins
) -> list[Rung]:
    """The rungs of whose present kernel the record has no time."""
    from ..checks.launch_process import lone_kernels
    from ..results.records import key_of
    from ..timing.gpu import fingerprint

    known = {key_of(row): row.get("kernel") for row in record["rows"] if "time_us" in row}
    found = []
    for kernel in lone_kernels([(rung, workload) for rung in rungs], cubins):
        key = (kernel.rung.ladder, workload.shape, workload.dtype, kernel.rung.name)
        if known.get(key) != fingerprint(kernel.lowered):
            found.append(kernel.rung)
    return found


def profile(
    run: Run,
    rungs: Sequence[Rung],
    workload: Workload,
    cubins: StoredCubins,
    tick: Callable[[], None],
) -> None:
    """Count the rungs' memory accesses into the record. Raises NoTool where ncu may not."""
    from ..checks.device import References
    from ..checks.launch_process import lone_kernels
    from ..timing.counters import RATIOS, count, ratios

    if not rungs:
        return
    # What torch keeps for its next tensors, the profiled process may need.
    References().forget()
    kernels = lone_kernels([(rung, workload) for rung in rungs], cubins)
    table = []
    for kernel, counters in count(kernels, cubins):
        tick()
        with run.shape():
            if isinstance(counters, UserError):
                raise counters
            row = of_kernel(kernel.rung, workload, kernel.lowered) | {"counters": counters}
            run.keep([row], timed=False)
            table.append([kernel.rung.path, *ratios(counters).values()])
    if table:
        run.print_table(["rung", *RATIOS], table, f"{workload}: counters")


# --- on a CPU -------------------------------------------------------------------------------------


def run_cpu_bench(
    references: Sequence[str],
    sizes: Sequence[int],
    json_file: Path | None,
    plot: Path | None,
    print_table: PrintTable,
) -> int:
    """`schedules bench` of ladders for CPUs: returns the exit code."""
    from ..files import slug
    from ..process_pool import progress
    from ..timing.cpu import TICKS, bench_cpu_shape, ceilings_by_threads
    from ..timing.environment import cpu_header, cpu_model
    from .cli import resolve

    rungs = {rung.path: rung for reference in references for rung in resolve(reference).rungs}
    groups = by_workload(list(rungs.values()), sizes)
    ceilings = ceilings_by_threads()
    run = Run(json_file or RESULTS / slug(cpu_model()), cpu_header(ceilings), print_table)
    with progress(len(groups) * TICKS, "bench") as tick:
        for workload, members in groups.items():
            with run.shape():
                rows = list(bench_cpu_shape(members, workload, ceilings, tick))
                run.keep(rows)
                print_bench(rows, workload, print_table)
    return run.finish(plot)


# --- output ---------------------------------------------------------------------------------------


def save_plots(record: dict[str, Any], folder: Path) -> None:
    """The record's plots as SVG files."""
    from ..catalog import ladders
    from ..files import write_text
    from ..results.plots import plots

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


def print_bench(rows: list[dict[str, Any]], workload: Workload, print_table: PrintTable) -> None:
    """A shape's table: slow to fast as the ladder has them, then the baselines."""
    from ..timing.gpu import tied

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
