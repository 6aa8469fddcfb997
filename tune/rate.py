"""A workload's speed, in the unit that tells most of it."""

from __future__ import annotations

from dataclasses import dataclass

from schedules.workloads import Workload

# Fewer operations a byte than any processor here can do: what counts then is bytes.
MEMORY_BOUND = 10


@dataclass(frozen=True)
class Rate:
    """What a workload's speed is counted in: `amount` over microseconds is in `unit`."""

    unit: str
    amount: float

    @classmethod
    def of(cls, workload: Workload, target: str) -> Rate:
        if workload.flops < MEMORY_BOUND * workload.bytes:
            return cls("GB/s", workload.bytes / 1e3)
        if target == "cuda":
            return cls("TFLOP/s", workload.flops / 1e6)
        return cls("GFLOP/s", workload.flops / 1e3)

    def speed(self, time_us: float | None) -> float:
        return self.amount / time_us if time_us else 0.0

    def text(self, time_us: float) -> str:
        """'812.3 GB/s': the speed with its unit."""
        return f"{digits(self.speed(time_us))} {self.unit}"


def digits(value: float) -> str:
    """Four digits or more, never as a power of ten."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.4g}"
