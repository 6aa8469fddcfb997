"""Counters and times of schedules outside the ladders: `python -m benchmarks.generic`.

With --counters, each of `generic_schedules`, compiled by NVRTC, is launched under Nsight Compute.
Its counters go to docs/results/generic-counters-DEVICE.json with the hash of its machine code.
Tests compare the simulator's counts with them.

With --times, each is verified at the small extents, then timed once at the larger ones, as `bench`
times a rung: in a CUDA graph, with cold caches, the median of 21 samples. Times go to
docs/results/generic-times-DEVICE.json, those of `generic_aside` to generic-aside-DEVICE.json. They
are not printed, because the timing model must be finished before they are looked at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import numpy as np
import tvm

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.toolkit import find_tool
from schedules.analyses.verification.compare import Expected
from schedules.analyses.verification.on_gpu import run_and_compare
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import slug, write_json
from schedules.core.gpu import cuda, device_target, on_device
from schedules.core.target import DEFAULT_GPU
from schedules.measure.ceilings import measure_ceilings
from schedules.measure.contest import Contestant
from schedules.measure.counters import METRICS, NCU, TIMES, counters_of, least, read_launches
from schedules.measure.environment import gpu_header
from schedules.measure.gpu import TensorSets, facts, launcher, measure
from schedules.processes.tools import watch

from .generic_aside import ASIDE
from .generic_schedules import SCHEDULES, Generic

RESULTS = Path(__file__).parent.parent / "docs" / "results"
RECORDS: dict[str, Mapping[str, Generic]] = {"generic-times": SCHEDULES, "generic-aside": ASIDE}


# --- counters -------------------------------------------------------------------------------------


def launch_all() -> None:
    """The process that ncu profiles: launches every schedule TIMES times."""
    device, rng = tvm.cuda(), np.random.default_rng(0)
    for name, generic in SCHEDULES.items():
        kernel = generic.kernel(generic.counted)
        arrays = [*kernel.workload.inputs(rng)]
        arrays += [np.zeros(shape, dtype) for shape, dtype in kernel.workload.outputs()]
        arguments = [tvm.runtime.tensor(array, device) for array in arrays]
        for _ in range(TIMES):
            kernel.executable["main"](*arguments)
        device.sync()
        print("launched", name, flush=True)


def counted() -> Iterator[dict[str, Any]]:
    """Every schedule with its counters."""
    made = {name: generic.kernel(generic.counted) for name, generic in SCHEDULES.items()}
    launches = {name: kernel.launches for name, kernel in made.items()}
    kernels = sorted({launch.kernel for each in launches.values() for launch in each})
    options = ["--csv", "--print-units", "base", "--clock-control", "none"]
    options += ["--replay-mode", "kernel", "--kernel-name", f"regex:^({'|'.join(kernels)})$"]
    options += ["--metrics", ",".join(METRICS.values())]
    line = [find_tool(NCU), *options, sys.executable, "-m", "benchmarks.generic", "--launch"]
    status, text = watch(line)
    seen = read_launches(text)
    wanted = [launch.kernel for each in launches.values() for _ in range(TIMES) for launch in each]
    if status or [launch.kernel for launch in seen] != wanted:
        raise UserError(f"ncu counted {len(seen)} of {len(wanted)} launches: {text[-500:]}")
    for name, kernel in made.items():
        each = len(launches[name])
        runs = [
            counters_of([launch.metrics for launch in seen[first : first + each]])
            for first in range(0, TIMES * each, each)
        ]
        seen = seen[TIMES * each :]
        code = code_hash(kernel.machine.cubin)
        yield {"schedule": name, "code": code, "counters": least(runs)}


# --- times ----------------------------------------------------------------------------------------


def expected(name: str) -> Expected | UserError:
    """The results of a schedule at its small extents, or the reason why there are none. Afterwards
    its machine code for both extents is cached."""
    generic = {**SCHEDULES, **ASIDE}[name]
    try:
        small, large = (generic.kernel(extents) for extents in (generic.counted, generic.timed))
        _ = small.machine, large.machine
        return Expected.of(small.workload, np.random.default_rng(0), "random")
    except UserError as error:
        return error


def all_expected(names: Iterable[str]) -> dict[str, Expected | UserError]:
    """The results of all schedules, computed in one process per core; the processes are idle when
    times are taken."""
    asked = list(names)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        return dict(zip(asked, pool.map(expected, asked), strict=True))


def timed(generic: Generic, right: Expected | UserError) -> dict[str, Any]:
    """A schedule with its time; raises UserError where it is wrong."""
    if isinstance(right, UserError):
        raise right
    at_hand = Expected(*map(on_device, (right.inputs, right.outputs, right.tolerances)))
    apart = run_and_compare(generic.kernel(generic.counted), at_hand)
    if apart.message:
        raise UserError(f"{generic.name} at {generic.counted} is wrong: {apart.message}")
    kernel = generic.kernel(generic.timed)
    contestant = Contestant(generic.name, launcher(kernel))
    measure(TensorSets(kernel.workload), [contestant])
    return {
        "schedule": generic.name,
        "extents": list(generic.timed),
        "code": code_hash(kernel.machine.cubin),
        "time_us": round(contestant.time_us, 3),
        "quartiles_us": [round(value, 3) for value in contestant.quartiles_us],
        "samples": len(contestant.samples_us),
        "launches_per_sample": contestant.launches,
        **facts(kernel),
    }


def record_times(
    header: Mapping[str, Any],
    path: Path,
    schedules: Mapping[str, Generic],
    right: Mapping[str, Expected | UserError],
) -> int:
    """Time schedules into a record, rewritten after each; returns how many failed."""
    entries: list[dict[str, Any]] = []
    for name, schedule in schedules.items():
        try:
            entries.append(timed(schedule, right[name]))
        except UserError as error:
            click.echo(f"benchmarks.generic: {error}", err=True)
        cuda().cuda.empty_cache()
        write_json(path, {**header, "schedules": entries})
    click.echo(f"{path}: {len(entries)} of {len(schedules)} schedules timed")
    return len(schedules) - len(entries)


@click.command()
@click.option("--counters", is_flag=True, help="Count their memory accesses with ncu.")
@click.option("--times", is_flag=True, help="Verify and time them.")
@click.option("--launch", is_flag=True, hidden=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def main(counters: bool, times: bool, launch: bool, out: Path | None) -> None:
    """Record what generic schedules cost on this GPU."""
    if launch:
        launch_all()
        return
    if not counters and not times:
        raise UserError("nothing to do: give --counters, --times or both")
    if device_target() != DEFAULT_GPU:
        raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
    device = slug(cuda().cuda.get_device_name(0))
    folder, compiler = out or RESULTS, Compiler(DEFAULT_GPU)
    header = {**gpu_header(), "compiler": compiler.version}
    failed = 0
    if counters:
        path, entries = folder / f"generic-counters-{device}", list(counted())
        write_json(path, {**header, "schedules": entries})
        click.echo(f"{path}: {len(entries)} schedules counted")
    if times:
        right = all_expected([name for schedules in RECORDS.values() for name in schedules])
        header["ceilings"] = measure_ceilings(compiler).as_record()
        for name, schedules in RECORDS.items():
            failed += record_times(header, folder / f"{name}-{device}", schedules, right)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run_command(main, "benchmarks.generic")
