"""One kernel, launched once, in a process of its own: for tools that watch a whole process.

`python -m schedules.harness.lone_kernel LADDER:RUNG M,N,K ARCH FOLDER` launches the rung's last
step on random inputs and prints `RAN`. There is no torch in that process: its own kernels would be
watched too, and an access out of bounds would stay inside the block that its allocator holds.
Outputs are left unwritten before the launch, so that a read of them is a read of nothing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tvm

from ..errors import UserError
from ..ladder import Rung, steps
from ..workloads import Workload
from .device import Cubins
from .lower import Lowered, compile_module, lower

RAN = "the kernel ran"


class StoredCubins(Cubins):
    """Cubins in a folder, so that the processes of one run compile each source once."""

    def __init__(self, arch: str, folder: Path) -> None:
        super().__init__(arch)
        self.folder = folder

    def get(self, source: str) -> bytes:
        file = self.folder / f"{hashlib.sha256(source.encode()).hexdigest()}.cubin"
        if file.exists():
            return file.read_bytes()
        code = super().get(source)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(code)
        fresh.replace(file)
        return code


@dataclass(frozen=True)
class LoneKernel:
    """A rung at a shape, and how to run it alone."""

    rung: Rung
    workload: Workload
    lowered: Lowered

    @property
    def shape(self) -> str:
        return ",".join(map(str, self.workload.shape))

    def command(self, cubins: StoredCubins) -> list[str]:
        """The child process."""
        module = [sys.executable, "-m", __name__]
        return [*module, self.rung.path, self.shape, cubins.arch, str(cubins.folder)]


def lone_kernels(rungs: Sequence[tuple[Rung, Workload]], cubins: StoredCubins) -> list[LoneKernel]:
    """Lower and compile rungs, so that the children only have to load and launch them."""
    found = [
        LoneKernel(
            rung,
            workload,
            lower(steps(rung, workload)[-1].mod, rung.build, "cuda", cubins.arch),
        )
        for rung, workload in rungs
    ]
    cubins.warm([one.lowered.source for one in found])
    return found


def run_tool(command: Sequence[str], timeout_s: float) -> tuple[int, str]:
    """A tool's exit status and everything it and its child printed; -1 where it took too long."""
    path = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=timeout_s,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        text = late.stdout or ""
        text = text.decode(errors="replace") if isinstance(text, bytes) else text
        return -1, f"{text}\nnot done after {timeout_s:.0f} s"
    return done.returncode, done.stdout


def last_line(text: str) -> str:
    """The last line that says something, without a tool's prefix."""
    lines = [line.strip("= ").strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), "nothing was printed")


def main(reference: str, shape: str, arch: str, folder: str) -> None:
    """The child process."""
    from ..cli import resolve

    rung = resolve(reference).rung
    workload = rung.at(tuple(map(int, shape.split(","))))
    StoredCubins(arch, Path(folder))
    kernel = compile_module(steps(rung, workload)[-1].mod, rung.build, "cuda", arch)["main"]
    device = tvm.cuda()
    inputs = workload.inputs(np.random.default_rng(0))
    arguments = [tvm.runtime.tensor(array, device=device) for array in inputs]
    results = [tvm.runtime.empty(size, dtype, device) for size, dtype in workload.outputs()]
    kernel(*arguments, *results)
    device.sync()
    print(RAN, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except UserError as error:
        sys.exit(f"schedules: {error}")
