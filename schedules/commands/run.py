"""`schedules run`: launch kernels on a GPU, for tools that watch a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import REFERENCE, takes

if TYPE_CHECKING:
    from ..core.kernel import Kernel
    from ..sources.kernel_files import FileKernel

# Printed after a kernel.
RAN = "the kernel ran"


@click.command("run")
@click.argument("references", type=REFERENCE, nargs=-1, required=True, metavar="LADDER:RUNG ...")
@click.option(
    "--times", type=click.IntRange(1), default=1, show_default=True, help="Launches of each kernel."
)
@takes("shape", "launch")
def command(references, times: int, **asked) -> None:
    """Launch kernels on this GPU, on random inputs, and compare nothing.

    For tools that watch a process: `ncu schedules run LADDER:RUNG`, `compute-sanitizer schedules
    run FILE.cu`. torch is not loaded: a tool would watch its kernels too, and an access out of
    bounds would stay inside the block of its allocator.
    """
    from ..core.gpu import gpu_arch
    from ..sources.names import is_kernel_file, resolve

    arch = gpu_arch()
    for reference in references:
        kernel = resolve(reference, arch=arch, **asked).kernel()
        if is_kernel_file(reference):
            launch_file(kernel, times)
        else:
            launch_rung(kernel, times)
        click.echo(f"{RAN}: {reference}")


def launch_rung(scheduled: Kernel, times: int) -> None:
    """Launch a rung's kernel. Outputs are new allocations, so a read of one is a read of
    uninitialized memory."""
    import numpy as np
    import tvm

    from ..compile.compiler import Compiler
    from ..core.kernel import kernel_of

    compiler, workload, device = Compiler(scheduled.target), scheduled.workload, tvm.cuda()
    made = kernel_of(scheduled.rung, scheduled.step, workload, compiler.target, compiler)
    kernel = made.executable["main"]
    inputs = workload.inputs(np.random.default_rng(0))
    arguments = [tvm.runtime.tensor(array, device=device) for array in inputs]
    arguments += [tvm.runtime.empty(size, dtype, device) for size, dtype in workload.outputs()]
    for _ in range(times):
        kernel(*arguments)
    device.sync()


def launch_file(kernel: FileKernel, times: int) -> None:
    """Launch what a kernel's FILE.toml describes; raises UserError for an error of the GPU."""
    from gpusim.errors import UserError

    from ..analyses.verification.on_gpu import launch

    arrays = kernel.arrays()
    inputs = [arrays[name] for name, role in kernel.roles.items() if role != "out"]
    for _ in range(times):
        for problem in launch(kernel, inputs).findings:
            raise UserError(problem)
