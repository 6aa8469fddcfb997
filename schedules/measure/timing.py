"""The measured time of a single kernel on this machine, verified first, without baselines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import tvm

from gpusim.columns import Column, time_text

from ..analyses.verification.on_gpu import verify_on_device
from ..analyses.verification.verdict import CUDA, Check
from ..analyses.verification.verify import verify_file
from ..core.errors import WrongResult
from ..core.gpu import cuda, device_name, device_target
from ..core.kernel import Kernel, kernel_of
from ..core.results import Result
from ..core.target import THIS_CPU
from ..sources.kernel_files import FileKernel
from . import cpu, gpu
from .ceilings import repeated
from .contest import Contestant
from .environment import cpu_model


@dataclass(frozen=True)
class Timing(Result):
    """The median time of a kernel in microseconds, and its quartiles.

    `compiler` generated the machine code, '' for a CPU's. A kernel in a file has no known `flops`.

    On a GPU, each launch reads different tensors, so that its data are in no cache. On a CPU, each
    run reads the operands of the previous one.
    """

    kind: ClassVar[str] = "times"
    rung: Annotated[str, Column("kernel")]
    step: Annotated[str, Column("step")]
    shape: tuple[int, ...]
    device: str
    compiler: Annotated[str, Column("compiler")]
    time_us: Annotated[float, Column("time", time_text)]
    quartiles_us: tuple[float, float]
    samples: Annotated[int, Column("samples")]
    flops: int
    bytes: int

    @property
    def us(self) -> float:
        return self.time_us

    def __repr__(self) -> str:
        rate = f"{self.gflops:.4g} GFLOP/s, " if self.flops else ""
        by = f", compiled by {self.compiler}" if self.compiler else ""
        return (
            f"{':'.join(filter(None, (self.rung, self.step)))} on {self.device}: "
            f"{time_text(self.time_us)}, {rate}{self.gbps:.4g} GB/s ({self.samples} samples{by})"
        )

    @property
    def gflops(self) -> float:
        """Operations per nanosecond."""
        return self.flops / self.time_us / 1e3

    # GB/s: bytes of all arrays, each counted once, per nanosecond.
    gbps = Column("GB/s", of=lambda it: it.bytes / it.time_us / 1e3, text=",.4g", after="time_us")


# --- the time of a single kernel on this machine, verified first, without baselines ---------------


def time_kernel(kernel: Kernel) -> Timing:
    """Time a kernel on this machine's GPU, or a CPU kernel on this CPU.

    Raises
    ------
    NoGpu
        There is no GPU here, or no torch.
    WrongResult
        The kernel is wrong; a wrong kernel is not timed.
    """
    return _on_cpu(kernel) if kernel.target.on_cpu else _on_gpu(kernel)


def _on_cpu(kernel: Kernel) -> Timing:
    own = kernel_of(kernel.rung, kernel.step, kernel.workload, THIS_CPU)
    cpu.error_of(own)
    workload = own.workload
    arguments = [
        *(tvm.runtime.tensor(array) for array in workload.inputs(np.random.default_rng(0))),
        *(tvm.runtime.empty(shape, dtype) for shape, dtype in workload.outputs()),
    ]
    contestant = Contestant(own.name, repeated(own.executable["main"], arguments))
    cpu.measure([contestant])
    return _timing(own, contestant, cpu_model())


def _on_gpu(kernel: Kernel) -> Timing:
    target = kernel.rung.lowered_for(device_target().arch)
    own = kernel_of(kernel.rung, kernel.step, kernel.workload, target)
    checks: Iterable[Check] = (
        verify_file(own, CUDA).checks
        if isinstance(own, FileKernel)
        else (check for _, check, _ in verify_on_device([own]))
    )
    for problem in (text for check in checks for text in check.problems):
        raise WrongResult(f"{own.name} is wrong: {problem}")
    return _timing(own, measured(own), device_name())


def measured(kernel: Kernel) -> Contestant:
    """A kernel that was verified elsewhere, timed on this machine's GPU with cold caches."""
    torch = cuda()

    def run(launches: Callable[..., None], _: None) -> None:
        launches(torch.cuda.current_stream().cuda_stream)

    if isinstance(kernel, FileKernel):
        contestant, sets = Contestant(kernel.name, run), gpu.LaunchSets(kernel)
    else:
        contestant = Contestant(kernel.name, gpu.launcher(kernel))
        sets = gpu.TensorSets(kernel.workload)
    gpu.measure(sets, [contestant])
    return contestant


def _timing(kernel: Kernel, done: Contestant, device: str) -> Timing:
    path, step, shape, _ = kernel.place
    return Timing(
        rung=path,
        step=step,
        shape=shape,
        device=device,
        compiler="" if kernel.target.on_cpu else kernel.compiler_version,
        time_us=done.time_us,
        quartiles_us=done.quartiles_us,
        samples=len(done.samples_us),
        flops=kernel.workload.flops,
        bytes=kernel.least_bytes,
    )
