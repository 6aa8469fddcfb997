"""The measured time of a single kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gpusim.columns import time_text

from ..core.results import Result


@dataclass(frozen=True)
class Timing(Result):
    """The median time of a kernel in microseconds, and its quartiles.

    `compiler` generated the machine code, '' for a CPU's. A kernel in a file has no known `flops`.

    On a GPU, each launch reads different tensors, so that its data are in no cache. On a CPU, each
    run reads the operands of the previous one.
    """

    kind: ClassVar[str] = "times"
    rung: str
    step: str
    shape: tuple[int, ...]
    device: str
    compiler: str
    time_us: float
    quartiles_us: tuple[float, float]
    samples: int
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

    @property
    def gbps(self) -> float:
        """GB/s: bytes of all arrays, each counted once, per nanosecond."""
        return self.bytes / self.time_us / 1e3
