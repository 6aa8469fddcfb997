"""Speeds of a CPU job's winners relative to NumPy, timed in turns on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedules.core.cpus import native_mcpu
from schedules.core.kernel import Kernel, kernel_of
from schedules.core.ladder import steps
from schedules.core.target import THIS_CPU
from schedules.measure.cpu import bench_cpu_shape, ceilings_by_threads
from schedules.measure.units import short_digits
from schedules.workloads import Gemm

from ..records.record import Record

if TYPE_CHECKING:
    from ..engine.confirming import Winner
    from ..jobs.job import Job


def numpy_lines(job: Job, path: Path, winners: Sequence[Winner]) -> Iterator[str]:
    """A line for each winner of a record: speed, ratio to NumPy with as many threads, share of the
    measured ceiling.

    None if NumPy has no counterpart, or the record is from another CPU.
    """
    ceilings = None
    for winner in winners:
        kernel = winner_kernel(job, path, winner)
        if kernel is None:
            continue
        ceilings = ceilings or ceilings_by_threads()
        (row,) = bench_cpu_shape([kernel], ceilings)
        yield numpy_line(row)


def winner_kernel(job: Job, path: Path, winner: Winner) -> Kernel | None:
    """The winner compiled for this CPU; None where `numpy_lines` has no line for it."""
    workload: Any = job.rung.workload.with_shape(winner.shape)
    is_sgemm = isinstance(workload, Gemm) and workload == Gemm(*workload.shape)
    if not job.rung.on_cpu or not is_sgemm:
        return None
    record = Record.read(path)
    entry = record.entries_by_key[winner.key]
    arch = record.line(entry)["arch"]
    if job.cluster.scheduler or arch != native_mcpu():
        return None
    space = job.space_at(winner.shape, job.rung.lowered_for(arch))
    step = steps(job.rung, workload, space.tile(entry.knobs))[-1]
    return kernel_of(job.rung, step, workload, THIS_CPU)


def numpy_line(row: dict[str, Any]) -> str:
    """A row of `bench` as text: a kernel's time compared with NumPy's."""
    name, library = next(iter(row["baselines"].items()))
    return (
        f"{','.join(map(str, row['shape']))}: {short_digits(row['time_us'])} us, "
        f"{short_digits(row['tflops'] * 1e3)} GFLOP/s, {library['ratio']:.3f} x {name} "
        f"({short_digits(library['time_us'])} us); {row['percent_of_ceiling']:.0f} % of the "
        f"measured ceiling ({row['bound']})"
    )
