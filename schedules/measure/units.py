"""Formats speeds, times and shapes for tables, plots and messages: one unit per quantity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gpusim.columns import digits

if TYPE_CHECKING:
    from ..workloads import Workload

# Below this number of operations per byte, a workload is bound by memory on any processor here.
MEMORY_BOUND = 10
# Quantity of a workload -> field of a record's row with its rate, and that field's unit per second.
RECORDED = {"flops": ("tflops", 1e12), "bytes": ("gbps", 1e9)}


@dataclass(frozen=True)
class Unit:
    """A unit of speed: `per_second` of a workload's 'flops' or 'bytes'."""

    name: str
    quantity: str
    per_second: float

    def of(self, row: Mapping[str, Any]) -> float:
        """The speed of a record's row."""
        field, per_second = RECORDED[self.quantity]
        return row[field] * (per_second / self.per_second)

    def rate(self, workload: Workload, seconds: float) -> float:
        """The speed of a workload that takes this time."""
        return getattr(workload, self.quantity) / seconds / self.per_second


TERAFLOPS = Unit("TFLOP/s", "flops", 1e12)
GIGAFLOPS = Unit("GFLOP/s", "flops", 1e9)
GIGABYTES = Unit("GB/s", "bytes", 1e9)


def unit_of(flops: float, moved: float, *, on_gpu: bool) -> Unit:
    """The unit that is most informative for a computation with these operations and bytes."""
    if flops < MEMORY_BOUND * moved:
        return GIGABYTES
    return TERAFLOPS if on_gpu else GIGAFLOPS


@dataclass(frozen=True)
class Rate:
    """How a workload's speed is computed: `amount` divided by microseconds is in `unit`."""

    unit: str
    amount: float

    @classmethod
    def of(cls, workload: Workload, target: str) -> Rate:
        unit = unit_of(workload.flops, workload.bytes, on_gpu=target == "cuda")
        return cls(unit.name, getattr(workload, unit.quantity) / (unit.per_second / 1e6))

    def speed(self, time_us: float | None) -> float:
        return self.amount / time_us if time_us else 0.0

    def text(self, time_us: float) -> str:
        """'812.3 GB/s': the speed with its unit."""
        return f"{short_digits(self.speed(time_us))} {self.unit}"


def short_digits(value: float) -> str:
    """Four digits or more without zeros at the end: '812.3', '12', '12345'."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.4g}"


def ratio_text(ratio: float) -> str:
    """'1.024', and '0.013' where three decimals would be too many."""
    return f"{ratio:.3f}" if ratio >= 0.1 else digits(ratio, 2)


def shape_text(shape: Sequence[int]) -> str:
    """'4096³', '4096²', '4096 x 128'."""
    if len(set(shape)) == 1 and len(shape) in (2, 3):
        return f"{shape[0]}{'²³'[len(shape) - 2]}"
    return " x ".join(map(str, shape))
