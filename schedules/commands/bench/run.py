"""Timing and profiling shape by shape, into a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from ...catalog import ladders
from ...checks.on_gpu import References
from ...compile.compiler import for_launches
from ...compile.toolkit import find_tool
from ...errors import UserError
from ...files import slug
from ...gpu import cuda, device_target
from ...kernel import Kernel, compiled_kernels, last_kernel
from ...ladder import Rung
from ...names import resolve
from ...process_pool import progress
from ...results.records import key_of
from ...targets import THIS_CPU
from ...timing import cpu, gpu
from ...timing.ceilings import Ceilings
from ...timing.contest import identity
from ...timing.counters import NCU, RATIOS, count, ratios
from ...timing.environment import cpu_header, cpu_model, gpu_header
from ...timing.gpu_ceilings import measure_ceilings
from ...timing.whole_program import has_whole_program
from ..selection import by_workload, chosen
from ..terminal import print_table
from .record import Run, print_bench

RESULTS = Path("docs/results")
# Which rungs are timed: all that are asked for, those whose present kernel the record lacks, none.
Which = Literal["all", "missing", "none"]


def run_bench(
    references: Sequence[str],
    sizes: Sequence[int],
    json_file: Path | None,
    plot: Path | None,
    counters: bool,
    which: Which,
) -> int:
    """Times `which` rungs on a GPU, then profiles them if `counters` is set; returns the exit code.

    Each shape is in the record, whole, before the next one begins.
    """
    torch = cuda()
    compiler = for_launches(device_target())
    if counters:
        find_tool(NCU)
    path = json_file or RESULTS / slug(torch.cuda.get_device_name(0))
    groups = by_workload(chosen(references, compiler.target), sizes)
    run = Run(path, gpu_header())
    total = sum((which != "none") * gpu.TICKS + counters * len(rungs) for rungs in groups.values())
    counted = 0
    with progress(total, "bench") as tick:
        timer = Timer(run, tick)
        for workload, rungs in groups.items():
            with run.shape():
                kernels = compiled_kernels([(rung, workload) for rung in rungs], compiler)
                lacking = untimed(run.record, kernels)
                if which != "none":
                    timer.time(kernels if which == "all" else lacking)
                elif lacking:
                    names = ", ".join(kernel.rung.path for kernel in lacking)
                    click.echo(f"left out: not timed yet at {workload.shape}: {names}", err=True)
                if counters:
                    known = [one for one in kernels if which != "none" or one not in lacking]
                    profile(run, known, tick)
                    counted += len(known)
    if counters and not counted and not run.failed:
        raise UserError(f"nothing to count: {path} has no time of these kernels; bench them first")
    return run.finish(plot)


@dataclass
class Timer:
    """Times GPU rungs shape by shape, under ceilings that are measured once."""

    run: Run
    tick: Callable[[], None]
    ceilings: Ceilings | None = None

    def time(self, kernels: Sequence[Kernel]) -> None:
        """Verify and time the kernels of a workload into the record; there may be none."""
        if not kernels:
            for _ in range(gpu.TICKS):
                self.tick()
            return
        if self.ceilings is None:
            self.ceilings = measure_ceilings(kernels[0].compiler)
            self.run.header["ceilings"] = self.ceilings.as_record()
        rows: list[dict[str, Any]] = []
        try:
            for row in gpu.bench_shape(
                kernels,
                self.ceilings,
                References(),
                whole_program=any(times_whole_program(kernel.rung) for kernel in kernels),
                tick=self.tick,
            ):
                rows.append(row)
        finally:
            # Also where one of the rungs was wrong.
            if rows:
                self.run.keep(rows)
                print_bench(rows, kernels[0].workload)


def times_whole_program(rung: Rung) -> bool:
    """Whether the source of the rung's ladder timed whole programs beside kernels."""
    ladder = ladders().get(rung.ladder)
    return ladder is not None and has_whole_program(list(ladder.rungs.values()))


def untimed(record: dict[str, Any], kernels: Sequence[Kernel]) -> list[Kernel]:
    """The kernels of which the record has no time, as they are now."""
    known = {key_of(row): row.get("kernel") for row in record["rows"] if "time_us" in row}
    rows = [(kernel, identity(kernel)) for kernel in kernels]
    return [kernel for kernel, row in rows if known.get(key_of(row)) != row["kernel"]]


def profile(run: Run, kernels: Sequence[Kernel], tick: Callable[[], None]) -> None:
    """Count the kernels' memory accesses into the record. Raises NoTool where ncu may not."""
    if not kernels:
        return
    # What torch keeps for its next tensors, the profiled process may need.
    References().forget()
    table = []
    for kernel, counters in count(kernels):
        tick()
        with run.shape():
            if isinstance(counters, UserError):
                raise counters
            run.keep([identity(kernel) | {"counters": counters}], timed=False)
            table.append([kernel.rung.path, *ratios(counters).values()])
    if table:
        print_table(["rung", *RATIOS], table, f"{kernels[0].workload}: counters")


def run_cpu_bench(
    references: Sequence[str], sizes: Sequence[int], json_file: Path | None, plot: Path | None
) -> int:
    """Times ladders for CPUs on this machine's; returns the exit code."""
    rungs = {rung.path: rung for reference in references for rung in resolve(reference).rungs}
    groups = by_workload(list(rungs.values()), sizes)
    ceilings = cpu.ceilings_by_threads()
    run = Run(json_file or RESULTS / slug(cpu_model()), cpu_header(ceilings))
    with progress(len(groups) * cpu.TICKS, "bench") as tick:
        for workload, members in groups.items():
            with run.shape():
                kernels = [last_kernel(rung, workload, THIS_CPU) for rung in members]
                rows = list(cpu.bench_cpu_shape(kernels, ceilings, tick))
                run.keep(rows)
                print_bench(rows, workload)
    return run.finish(plot)
