"""Analyses of machine code and its launches, shared by schedules and kernel files."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from gpusim.errors import UserError
from gpusim.occupancy import occupancy

from .gpu import rotating_sets
from .target import Target

if TYPE_CHECKING:
    import numpy as np

    from gpusim.module import Module
    from gpusim.timing.advice import Advice
    from gpusim.timing.constants import Constants
    from gpusim.timing.prediction import Recording
    from gpusim.timing.time_breakdown import Prediction


class MachineCode(Protocol):
    """A kernel's launches with their machine code: a step of a rung, or a kernel in a file."""

    target: Target

    @property
    def name(self) -> str:
        """The name used in messages."""

    @property
    def place(self) -> tuple[str, str, tuple[int, ...], str]:
        """Rung or file, step ('' for a file), shape and architecture."""

    @property
    def record_key(self) -> tuple:
        """Ladder, rung, shape and fingerprint, by which records have its time; () for a file."""
        return ()

    @property
    def module(self) -> Module:
        """The launches as the simulator runs them."""

    @property
    def compiler_version(self) -> str:
        """Such as 'NVRTC 13.0'; '' for a cubin."""

    @property
    def least_bytes(self) -> int:
        """Least bytes moved: every input read once, every output written once."""

    @property
    def dtypes(self) -> frozenset[str]:
        """The dtypes of the arrays."""

    @property
    def cuda_lines(self) -> list[str]:
        """The CUDA source that line numbers refer to; empty if there is none."""

    def inputs(self) -> Mapping[str, np.ndarray]:
        """The data of the arrays in the first run of `verify`, by name."""

    def predict(self, chip: str | None = None, *, rotated: bool = True) -> Prediction:
        """The predicted time on a chip, for launches back to back as in `bench`.

        The default chip is the one for the kernel's architecture. With `rotated`, successive
        launches use different arrays, which L2 does not hold, as in `bench`.

        Raises UserError as `module`, for a chip of another architecture or without constants, and
        for a kernel that the model does not support.
        """
        from gpusim.timing.prediction import predict

        return predict(self.module, *self._running(chip, rotated), self.inputs)

    def recordings(
        self, chip: str | None = None, fitting: Callable[[int], int] = lambda blocks: blocks
    ) -> list[Recording]:
        """The launches as recorded for a chip, for simulation; raises like `predict`.

        `fitting` maps the number of blocks that fit on an SM at once to another number.
        """
        from gpusim.timing.prediction import recordings

        on, blocks, set_bytes = self._running(chip)
        fit = [fitting(count) for count in blocks]
        return recordings(self.module, on, fit, set_bytes, self.inputs)

    def advise(self, chip: str | None = None) -> Advice:
        """What bounds the kernel on a chip, and predicted gains of moves; raises like `predict`."""
        from gpusim.timing.advice import advise

        return advise(
            self.recordings(chip),
            lambda fitting: self.recordings(chip, fitting),
            self.least_bytes,
            self.dtypes,
        )

    def _running(
        self, chip: str | None, rotated: bool = True
    ) -> tuple[Constants, list[int], float]:
        """A chip's constants, resident blocks per SM of each launch, and bytes between launches."""
        from gpusim.timing.measured_constants import chip_of, constants

        on = constants(chip or chip_of(self.target.arch))
        if on.architecture != self.target.arch:
            raise UserError(
                f"no prediction: {on.name} runs {on.architecture}, and {self.name} is for "
                f"{self.target.arch}"
            )
        size = self.least_bytes
        fitting = [
            occupancy(
                self.target.chip,
                math.prod(call.block),
                call.image.registers,
                call.image.static_shared + call.dynamic_shared,
            ).blocks
            for call in self.module.calls
        ]
        return on, fitting, size * (rotating_sets(size, on.l2_size) if rotated else 1)
