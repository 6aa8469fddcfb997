"""What a GPU counts of schedules in no ladder: `python -m benchmarks.generic_counters`.

Each of `generic_schedules`, as NVRTC compiles it, is launched under Nsight Compute; its counters go
to docs/results/generic-DEVICE.json with its machine code's hash. Tests hold the machine's counts to
them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import click
import numpy as np
import tvm

from schedules.checks.launch_process import Tools
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.compile.toolkit import find_tool
from schedules.errors import UserError
from schedules.files import slug, write_text
from schedules.gpu import cuda
from schedules.lowering.lower import Lowered, lower
from schedules.targets import DEFAULT_GPU
from schedules.timing.counters import METRICS, NCU, TIMES, counters_of, least, read_launches
from schedules.timing.environment import gpu_header

from .generic_schedules import SCHEDULES

RESULTS = Path(__file__).parent.parent / "docs" / "results"
TIMEOUT_S = 500


def compiled(name: str) -> tuple[tvm.ir.IRModule, Lowered, bytes]:
    """A schedule, lowered, and its cubin."""
    mod = SCHEDULES[name]()
    lowered = lower(mod, target=DEFAULT_GPU)
    return mod, lowered, Compiler(DEFAULT_GPU).cubin(lowered.source)


def launch_all() -> None:
    """The child process that ncu watches: every schedule, TIMES times."""
    device, rng = tvm.cuda(), np.random.default_rng(0)
    for name in SCHEDULES:
        mod, lowered, cubin = compiled(name)
        run = lowered.executable(lambda _source, cubin=cubin: cubin)["main"]
        arguments = [
            tvm.runtime.tensor(
                rng.uniform(-1, 1, tuple(map(int, param.shape))).astype(str(param.dtype)), device
            )
            for param in mod["main"].params
        ]
        for _ in range(TIMES):
            run(*arguments)
        device.sync()
        print("launched", name, flush=True)


@click.command()
@click.option("--launch", is_flag=True, hidden=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
def main(launch: bool, out: Path | None) -> None:
    """Record the counters of generic schedules on this GPU."""
    if launch:
        launch_all()
        return
    name = cuda().cuda.get_device_name(0)
    made = {schedule: compiled(schedule) for schedule in SCHEDULES}
    launches = {schedule: lowered.launches for schedule, (_, lowered, _) in made.items()}
    kernels = sorted({one.kernel for each in launches.values() for one in each})
    options = ["--csv", "--print-units", "base", "--clock-control", "none"]
    options += ["--replay-mode", "kernel", "--kernel-name", f"regex:^({'|'.join(kernels)})$"]
    options += ["--metrics", ",".join(METRICS.values())]
    line = [find_tool(NCU), *options, sys.executable, "-m", "benchmarks.generic_counters"]
    with Tools() as tools:
        status, text = tools.run([*line, "--launch"], TIMEOUT_S)
    counted = read_launches(text)
    wanted = [one.kernel for each in launches.values() for _ in range(TIMES) for one in each]
    if status or [one.kernel for one in counted] != wanted:
        raise UserError(f"ncu counted {len(counted)} of {len(wanted)} launches: {text[-500:]}")
    entries = []
    for schedule, (_, _, cubin) in made.items():
        each = len(launches[schedule])
        runs = [
            counters_of([one.metrics for one in counted[at : at + each]])
            for at in range(0, TIMES * each, each)
        ]
        counted = counted[TIMES * each :]
        cubin_hash = hashlib.sha256(cubin).hexdigest()[:16]
        entries.append({"schedule": schedule, "cubin": cubin_hash, "counters": least(runs)})
    path = out or RESULTS / f"generic-{slug(name)}"
    version = Compiler(DEFAULT_GPU).version
    record = {**gpu_header(), "compiler": version, "schedules": entries}
    write_text(path, json.dumps(record, indent=1) + "\n")
    click.echo(f"{path}: {len(entries)} schedules")


if __name__ == "__main__":
    run_command(main, "benchmarks.generic_counters")
