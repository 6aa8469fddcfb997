"""Breakdown of the predicted time by stall reason and resource, for `optimizations`."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..isa.control_flow import innermost_loops
from .bands import utilization
from .prediction import Recording
from .time_breakdown import LaunchTime
from .value_sources import has_reduction
from .what_if import COPIES, GLOBAL_LOADS, SHARED_LOADS

# Stall reason by the opcode whose result is awaited.
_WAITS = dict.fromkeys((*GLOBAL_LOADS, *COPIES, "LDGDEPBAR"), "global memory")
_WAITS |= dict.fromkeys(SHARED_LOADS, "shared memory")
_OTHER = "other results"
# Ratio of loaded bytes to array bytes above which elements are reused.
_REUSED = 1.5


@dataclass(frozen=True)
class Profile:
    """Recorded and predicted launches: stall reasons and utilization.

    `least_bytes` is the size of all arrays, the compulsory DRAM traffic; `dtypes` their types.
    """

    launches: Sequence[Recording]
    times: Sequence[LaunchTime]
    launch_us: float
    least_bytes: float
    dtypes: frozenset[str]

    @property
    def us(self) -> float:
        return sum(time.us for time in self.times) + self.launch_us

    @cached_property
    def stalls(self) -> Mapping[str, float]:
        """Fractions of the warps' time: issue and stall reasons."""
        parts: dict[str, float] = defaultdict(float)
        for launch, time in zip(self.launches, self.times, strict=True):
            codes = launch.plan.codes
            for instruction in time.instructions:
                for cause, us in instruction.causes.items():
                    if cause != "scoreboard":
                        parts[cause] += us
                for pc, us in instruction.waits_for.items():
                    code = codes[pc] if pc >= 0 else None
                    parts[_WAITS.get(code and (code.row.access or code.base), _OTHER)] += us
                parts[_OTHER] += instruction.causes.get("scoreboard", 0.0) - sum(
                    instruction.waits_for.values()
                )
        whole = sum(parts.values()) or 1.0
        return {name: us / whole for name, us in parts.items() if us > 0}

    @cached_property
    def busy(self) -> Mapping[str, float]:
        """Utilization of each resource over all launches."""
        return utilization(self.times)

    def waiting(self, *causes: str) -> float:
        return sum(self.stalls.get(cause, 0.0) for cause in causes)

    def kept_busy(self, *resources: str) -> float:
        return max((self.busy.get(name, 0.0) for name in resources), default=0.0)

    def issued(self, places: Callable[[Recording], Sequence[int] | set[int]]) -> float:
        """Fraction of all issued instructions that are at the given instructions."""
        these = every = 0
        for launch, time in zip(self.launches, self.times, strict=True):
            chosen = set(places(launch))
            these += sum(
                instruction.issued for instruction in time.instructions if instruction.at in chosen
            )
            every += sum(instruction.issued for instruction in time.instructions)
        return these / every

    def has(self, *accesses: str) -> bool:
        codes = (code for launch in self.launches for code in launch.plan.codes)
        return any(code.row.access in accesses for code in codes)

    def repeats(self, *accesses: str) -> bool:
        """Whether a loop contains such accesses, or the kernel several of them, as an unrolled
        loop does."""
        return any(
            len(pcs) > 1 or any(pc in innermost_loops(launch.call.program) for pc in pcs)
            for launch in self.launches
            if (pcs := [c.at for c in launch.plan.codes if c.row.access in accesses])
        )

    @property
    def meets_again(self) -> bool:
        """Whether warps wait at block barriers more than once."""
        return any(
            sum(
                instruction.issued
                for instruction in time.instructions
                if launch.plan.codes[instruction.at].base == "BAR"
            )
            > math.prod(launch.call.grid) * launch.plan.warps_per_block
            for launch, time in zip(self.launches, self.times, strict=True)
        )

    @cached_property
    def reduces(self) -> bool:
        return any(has_reduction(launch) for launch in self.launches)

    @property
    def reused(self) -> bool:
        """Whether lanes load elements of global memory more than once."""
        loaded = 0
        for launch, time in zip(self.launches, self.times, strict=True):
            sizes = _named(launch)
            loaded += sum(
                instruction.issued * sizes.get(instruction.at, 0)
                for instruction in time.instructions
            )
        return loaded > _REUSED * self.least_bytes

    @property
    def least_us(self) -> float:
        """DRAM time for the arrays' bytes, at most the bytes that are moved now."""
        chip, clock = self.launches[0].plan.chip, self.times[0].clock_mhz
        moved = min(self.dram_bytes, self.least_bytes)
        return moved / (max(chip.dram_read, chip.dram_write) * chip.multiprocessors) / clock

    @property
    def dram_bytes(self) -> int:
        return sum(time.dram_bytes for time in self.times)


def _named(launch: Recording) -> dict[int, float]:
    """Average bytes that a warp's active lanes request at each global load."""
    plan = launch.plan
    ran = Counter(ordinal for stream in plan.streams for ordinal, _, _ in stream.segments)
    named: Counter[int] = Counter()
    warps: Counter[int] = Counter()
    for (ordinal, pc), sizes in plan.recorder.named.items():
        if plan.codes[pc].row.access in (*GLOBAL_LOADS, *COPIES):
            named[pc] += sum(sizes[: len(plan.streams)])
            warps[pc] += ran[ordinal]
    return {pc: size / warps[pc] for pc, size in named.items() if warps[pc]}
