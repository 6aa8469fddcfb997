"""Hardware counters of a record's kernels, by Nsight Compute: `python -m benchmarks.counters`.

`ncu` runs around `schedules run`, for the timed kernels of a record that lack their counters.

ncu repeats each launch as often as it has counters to read, with cold caches, and restores what the
launch wrote. The clocks are not locked, since counts do not depend on them.

A rung runs TIMES times. Its wavefronts and conflicts are the smallest counts, because an access
that meets other traffic of its SM counts as a conflict, and how often differs from run to run.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from gpusim.errors import NoTool, UserError
from gpusim.toolkit import find_tool
from schedules.commands.program import run_command
from schedules.commands.run import RAN
from schedules.compile import choosing
from schedules.core.gpu import device_target
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import ladder
from schedules.measure.contest import identity
from schedules.measure.environment import gpu_header
from schedules.measure.records import Growing

from .predictions import backend_of

NCU = "ncu"
TIMES = 3
OCCUPANCY = "achieved_occupancy"
DURATION = "gpu__time_duration.sum"

# Our name -> Nsight Compute's, on Volta and later. A request is one instruction of a warp; a
# wavefront is one pass through the data stage; a conflict is a wavefront beyond those that the
# request's words need; a sector is 32 bytes.
METRICS = {
    "shared_load_requests": "smsp__inst_executed_op_shared_ld.sum",
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_requests": "smsp__inst_executed_op_shared_st.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "dram_bytes": "dram__bytes.sum",
    OCCUPANCY: "sm__warps_active.avg.pct_of_peak_sustained_active",
}

_NO_ACCESS = re.compile(
    r"==ERROR== (.*(?:ERR_NVGPUCTRPERM|driver resource was unavailable|"
    r"Failed to initialize the profiler|not supported).*)"
)
_ERROR = re.compile(r"==ERROR== (.*)")
_HEADER = '"ID",'


def launch_command(kernel: Kernel) -> list[str]:
    """The command line that launches a rung's kernel TIMES times."""
    own = [kernel.rung.path, "--shape", kernel.shape, "--times", str(TIMES)]
    return [sys.executable, "-m", "schedules", "run", *own]


def watch(line: Sequence[str]) -> tuple[int, str]:
    """A tool's exit status, and its output together with that of the program that it watches."""
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))},
        check=False,
    )
    return done.returncode, done.stdout


def last_line(text: str) -> str:
    """The last non-empty line, without a tool's prefix."""
    lines = [line.strip("= ").strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "nothing was printed")


def ncu_command(ncu: str, kernel: Kernel) -> list[str]:
    """ncu's command line: profiles the rung's own kernels by name, each launch once."""
    launches = launch_names(kernel)
    options = [
        "--csv",
        "--print-units",
        "base",
        "--clock-control",
        "none",
        "--replay-mode",
        "kernel",
    ]
    options += ["--kernel-name", f"regex:^({'|'.join(dict.fromkeys(launches))})$"]
    options += ["--launch-count", str(len(launches))]
    options += ["--metrics", ",".join([*METRICS.values(), DURATION])]
    return [ncu, *options, *launch_command(kernel)]


def launch_names(kernel: Kernel) -> list[str]:
    """The CUDA kernels that `schedules run` launches for a rung, in order."""
    return [launch.kernel for _ in range(TIMES) for launch in kernel.lowering.launches]


@dataclass
class Counted:
    """A profiled launch: its kernel, and its metrics by ncu's name."""

    kernel: str
    metrics: dict[str, float] = field(default_factory=dict)


def read_launches(text: str) -> list[Counted]:
    """The launches in ncu's CSV, which has a row per launch and metric.

    Lines around the table are messages of ncu and the program. A metric that the GPU lacks ('n/a')
    is skipped.
    """
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith(_HEADER)), None)
    if start is None:
        return []
    rows = csv.DictReader(line for line in lines[start:] if line.startswith('"'))
    launches: dict[str, Counted] = {}
    for row in rows:
        launch = launches.setdefault(row["ID"], Counted(row["Kernel Name"].partition("(")[0]))
        try:
            value = float((row["Metric Value"] or "").replace(",", ""))
        except ValueError:
            continue
        launch.metrics[row["Metric Name"]] = value
    return list(launches.values())


def counters_of(launches: Sequence[dict[str, float]]) -> dict[str, float]:
    """A rung's counters by our names.

    Counts are summed over its launches; occupancy, in percent of the warps that fit, is averaged
    over their time.
    """
    counters: dict[str, float] = {}
    for name, metric in METRICS.items():
        known = [launch for launch in launches if metric in launch]
        if not known:
            continue
        if name != OCCUPANCY:
            counters[name] = round(sum(launch[metric] for launch in known))
            continue
        weights = [launch.get(DURATION, 1.0) for launch in known]
        total = sum(launch[metric] * weight for launch, weight in zip(known, weights, strict=True))
        counters[name] = round(total / sum(weights), 2)
    return counters


def least(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The first run's counters, with the smallest wavefronts and conflicts of all runs."""
    noisy = [name for name in runs[0] if name.endswith(("_wavefronts", "_conflicts"))]
    return runs[0] | {name: min(run[name] for run in runs) for name in noisy}


def read_counters(kernel: Kernel, status: int, text: str) -> dict[str, float]:
    """A rung's counters in ncu's output.

    Raises NoTool if ncu may not read counters, and UserError if it profiled anything but the rung's
    launches.
    """
    refused = _NO_ACCESS.search(text)
    if refused:
        raise NoTool(f"ncu cannot read counters here: {refused[1].strip()}")
    launches = read_launches(text)
    names, path = launch_names(kernel), kernel.rung.path
    if status or not launches or RAN not in text:
        error = _ERROR.search(text)
        raise UserError(f"ncu on {path}: {error[1].strip() if error else last_line(text)}")
    if [launch.kernel for launch in launches] != names:
        raise UserError(
            f"ncu on {path}: counted {[launch.kernel for launch in launches]}, expected {names}"
        )
    each = len(kernel.lowering.launches)
    counters = least(
        [
            counters_of([launch.metrics for launch in launches[first : first + each]])
            for first in range(0, TIMES * each, each)
        ]
    )
    if not counters:
        raise UserError(f"ncu on {path}: no metric has a value")
    return counters


def count(kernel: Kernel) -> dict[str, float]:
    """Profile a rung; raises NoTool if ncu is missing or has no permission, else UserError."""
    return read_counters(kernel, *watch(ncu_command(find_tool(NCU), kernel)))


@click.command()
@click.argument("record", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def main(record: Path) -> None:
    """Add the counters of Nsight Compute to the timed rows of this GPU's RECORD that lack them."""
    growing, target = Growing(record, gpu_header()), device_target()
    for row in growing.record["rows"]:
        if "time_us" not in row or "counters" in row:
            continue
        rung = ladder(row["ladder"])[row["rung"]]
        # Also of `schedules run`, which ncu profiles.
        with choosing(backend_of(row["compiler"]).name):
            kernel = last_kernel(rung, rung.at(row["shape"]), target)
            if kernel.fingerprint != row["kernel"]:
                click.echo(f"skipped: {kernel.name} has changed since it was timed", err=True)
                continue
            growing.keep([identity(kernel) | {"counters": count(kernel)}], timed=False)
        click.echo(f"{kernel.name}: counted")


if __name__ == "__main__":
    run_command(main, "benchmarks.counters")
