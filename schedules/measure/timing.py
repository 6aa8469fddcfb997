"""The measured time of a single kernel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """The median time of a kernel in microseconds, and its quartiles.

    `compiler` generated the machine code, '' for a CPU's. A kernel in a file has no known `flops`.

    On a GPU, each launch reads different tensors, so that its data are in no cache. On a CPU, each
    run reads the operands of the previous one.
    """

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
    def gflops(self) -> float:
        """Operations per nanosecond."""
        return self.flops / self.time_us / 1e3

    @property
    def gbps(self) -> float:
        """GB/s: bytes of all arrays, each counted once, per nanosecond."""
        return self.bytes / self.time_us / 1e3
