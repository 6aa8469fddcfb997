"""Counters of schedules outside the ladders, on a GPU: `python -m benchmarks.generic`.

Each of `generic_schedules`, compiled by NVRTC, is launched under Nsight Compute. Its counters go to
docs/results/generic-counters-DEVICE.json with the hash of its machine code. Tests compare the
simulator's counts with them. `python -m benchmarks.unseen --generic` times the schedules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import tvm

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from gpusim.toolkit import find_tool
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import slug, write_json
from schedules.core.gpu import cuda, device_target
from schedules.core.target import DEFAULT_GPU
from schedules.measure.counters import METRICS, NCU, TIMES, counters_of, least, read_launches
from schedules.measure.environment import gpu_header
from schedules.processes.tools import watch

from .generic_schedules import SCHEDULES

RESULTS = Path(__file__).parent.parent / "docs" / "results"


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


@click.command()
@click.option("--launch", is_flag=True, hidden=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def main(launch: bool, out: Path | None) -> None:
    """Count the memory accesses of generic schedules on this GPU."""
    if launch:
        launch_all()
        return
    if device_target() != DEFAULT_GPU:
        raise UserError(f"these are compiled for {DEFAULT_GPU.arch}, this is another GPU")
    path = (out or RESULTS) / f"generic-counters-{slug(cuda().cuda.get_device_name(0))}"
    header = {**gpu_header(), "compiler": Compiler(DEFAULT_GPU).version}
    entries = list(counted())
    write_json(path, {**header, "schedules": entries})
    click.echo(f"{path}: {len(entries)} schedules counted")


if __name__ == "__main__":
    run_command(main, "benchmarks.generic")
