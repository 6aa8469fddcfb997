"""The time of a single kernel on this machine, verified first, without baselines."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import tvm

from ..analyses.verification.on_gpu import verify_on_device
from ..analyses.verification.verdict import CUDA, Check
from ..analyses.verification.verify import file_checks
from ..compile.compiler import for_launches
from ..core.errors import WrongResult
from ..core.gpu import cuda, device_target
from ..core.kernel import Kernel, kernel_of
from ..core.target import THIS_CPU
from ..sources.kernel_files import FileKernel
from . import cpu, gpu
from .ceilings import repeated
from .contest import Contestant
from .environment import cpu_model
from .timing import Timing


def time_kernel(kernel: Kernel) -> Timing:
    """Time a kernel on this machine's GPU, or a CPU kernel on this CPU.

    Raises
    ------
    NoGpu
        There is no GPU here, or no torch.
    WrongResult
        The kernel is wrong; a wrong kernel is not timed.
    """
    if kernel.target.on_cpu:
        return _on_cpu(kernel)
    return _file_on_gpu(kernel) if isinstance(kernel, FileKernel) else _on_gpu(kernel)


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
    compiler = for_launches(device_target())
    own = kernel_of(kernel.rung, kernel.step, kernel.workload, compiler.target, compiler)
    _refuse_wrong(own, (check for _, check, _ in verify_on_device([own])))
    return _timing(own, measured(own), cuda().cuda.get_device_name(0))


def _file_on_gpu(kernel: FileKernel) -> Timing:
    target = kernel.rung.lowered_for(device_target().arch)
    own = kernel_of(kernel.rung, kernel.step, kernel.workload, target)
    _refuse_wrong(own, file_checks(own, [], CUDA))
    return _timing(own, measured(own), cuda().cuda.get_device_name(0))


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


def _refuse_wrong(kernel: Kernel, checks: Iterable[Check]) -> None:
    for problem in (text for check in checks for text in check.problems):
        raise WrongResult(f"{kernel.name} is wrong: {problem}")


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
