"""What an exploration of a schedule and one of a kernel file have in common."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from gpusim.errors import UserError

from .costs import InstructionCounts, ResourceUse
from .measured import Advised, Predicted

if TYPE_CHECKING:
    from ..core.launch import Launch


class KernelExploration:
    """A kernel, its code and the analyses of its machine code."""

    kernel: Any

    @property
    def name(self) -> str:
        raise NotImplementedError

    def text(self, level: str) -> str:
        raise NotImplementedError

    @property
    def arch(self) -> str:
        """The architecture of the generated code, such as 'sm_90'."""
        return self.kernel.target.arch

    @property
    def cuda(self) -> str:
        """The generated CUDA source."""
        return self.text("cuda")

    @property
    def ptx(self) -> str:
        """The PTX, annotated with the lines of the CUDA source."""
        return self.text("ptx")

    @property
    def sass(self) -> str:
        """The SASS, with control codes and the lines of the CUDA source."""
        return self.text("sass")

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The launch configurations; empty if the step is not a kernel."""
        return self.kernel.launches

    @cached_property
    def instruction_counts(self) -> InstructionCounts:
        """Wavefronts and sectors of each memory instruction of the SASS, over the launch."""
        self._only_gpu("warps' memory accesses exist only on a GPU")
        return InstructionCounts.of(self.kernel)

    @cached_property
    def resources(self) -> ResourceUse:
        """Registers, spills, shared memory, occupancy, instruction mix."""
        self._only_gpu("registers and occupancy are those of a GPU")
        return ResourceUse.of(self.kernel)

    def predict(self, chip: str | None = None) -> Predicted:
        """The predicted time on a chip, such as h200 or rtx-3090; needs no GPU.

        The default chip is the one for the kernel's architecture.
        """
        self._only_gpu("only GPU kernels can be predicted")
        return Predicted.of(self.kernel, chip)

    def advise(self, chip: str | None = None) -> Advised:
        """What bounds the kernel on a chip, and the predicted gain of single changes."""
        self._only_gpu("only GPU kernels can be predicted")
        return Advised.of(self.kernel, chip)

    def _only_gpu(self, why: str) -> None:
        if self.kernel.target.on_cpu:
            raise UserError(f"{self.name} is for a CPU: {why}")
