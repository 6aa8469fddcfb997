"""A kernel file with gaps between its shared and constant arrays, so that overruns are found.

It is made from the kernel's PTX, which lists the arrays; a cubin contains PTX if it was compiled
with -lineinfo.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from gpusim.cache import Cache
from gpusim.isa.cubin import Cubin, embedded_ptx, read_cubin

from ..compile.array_gaps import Separated, with_gaps
from ..compile.assembler import Assembler
from ..compile.compile_errors import Compiled
from ..compile.compiler import Compiler
from .kernel_files import FileKernel

# Bytes of static shared memory that ptxas accepts.
_MOST_STATIC = 48 << 10


class SeparateArrays(FileKernel):
    """The same kernel and launches as `kernel`, from PTX with gaps between its arrays."""

    def __init__(self, kernel: FileKernel, separated: Separated) -> None:
        super().__init__(kernel.rung, kernel.step, kernel.workload, kernel.target)
        self.original, self.separated = kernel, separated

    @property
    def index_ranges(self) -> dict[str, tuple[int, int]]:
        return self.original.index_ranges

    @cached_property
    def machine(self) -> Compiled:
        """Raises UserError if there is no assembler, or it rejects the PTX."""
        made = Compiler(self.original.target, Assembler(), Cache()).compile(self.separated.ptx)
        return replace(made, names=self.original.machine.names)

    @cached_property
    def cubin(self) -> Cubin:
        made = read_cubin(self.machine.cubin)
        arrays = self.separated.arrays(made)
        kernels = {
            name: replace(
                image,
                separate=tuple(
                    array for array in arrays if array.bank is not None or image.static_shared
                ),
            )
            for name, image in made.kernels.items()
        }
        return replace(made, kernels=kernels)


def separate_arrays(kernel: FileKernel) -> SeparateArrays | None:
    """The kernel with gaps between its arrays; None if it has no neighbouring arrays or no PTX."""
    ptx = kernel.machine.ptx or embedded_ptx(kernel.machine.cubin)
    used = max((launch.dynamic_shared for launch in kernel.launches), default=0)
    room = kernel.cubin.architecture.chip.block_shared - used
    separated = with_gaps(ptx, min(_MOST_STATIC, room)) if ptx else None
    return SeparateArrays(kernel, separated) if separated else None
