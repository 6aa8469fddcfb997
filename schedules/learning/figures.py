"""The figures of a kernel that exercises set bounds to, counted without a GPU."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpusim.counting.costs import GLOBAL, SHARED, InstructionCount, instructions
from gpusim.errors import UserError

from ..analyses.instruction_mix import instruction_class
from ..core.kernel import Kernel

WARP = 32


@dataclass(frozen=True)
class Figure:
    """A figure: its description, and the function that computes it."""

    text: str
    of: Callable[[Kernel], float]


def _memory(kernel: Kernel, scope: str, opcodes: str = "") -> list[InstructionCount]:
    counted = instructions(kernel.instruction_counts)
    wanted = opcodes.split()
    return [
        instruction
        for instruction in counted
        if instruction.scope == scope and (not wanted or instruction.opcode in wanted)
    ]


def _sum(scope: str, what: str, opcodes: str = "") -> Callable[[Kernel], float]:
    def total(kernel: Kernel) -> float:
        counts = [
            getattr(instruction.cost, what) for instruction in _memory(kernel, scope, opcodes)
        ]
        if None in counts:
            raise UserError(f"the cost of {kernel.name} in {scope} memory is unknown")
        return sum(counts)

    return total


def _most(name: str) -> Callable[[Kernel], float]:
    return lambda kernel: max(getattr(use, name) for use in kernel.resources)


def _code(name: str) -> Callable[[Kernel], float]:
    """Counts the instructions of a class in the SASS of all launches."""

    def count(kernel: Kernel) -> float:
        return sum(
            instruction_class(instruction) == name
            for code in kernel.sass.values()
            for instruction in code
        )

    return count


def _prologue_loads(kernel: Kernel) -> float:
    """Loads of global memory in the code outside the busiest loop."""

    def loads(mix: Mapping[str, int]) -> int:
        return sum(count for name, count in mix.items() if name.startswith("LDG"))

    return sum(loads(use.mix) - loads(use.loop) for use in kernel.resources)


# A check names one of these.
FIGURES = {
    "launches": Figure("kernels launched", lambda kernel: len(kernel.launches)),
    "threads": Figure(
        "threads per block", lambda kernel: min(launch.threads for launch in kernel.launches)
    ),
    "idle_lanes": Figure(
        "lanes of a block's last warp without a thread",
        lambda kernel: sum(-launch.threads % WARP for launch in kernel.launches),
    ),
    "blocks": Figure(
        "blocks of the largest launch",
        lambda kernel: max(math.prod(launch.grid) for launch in kernel.launches),
    ),
    "sectors": Figure("sectors of global memory", _sum(GLOBAL, "taken")),
    "requests": Figure("requests to global memory", _sum(GLOBAL, "requests")),
    "wavefronts": Figure("wavefronts of shared memory", _sum(SHARED, "taken")),
    "conflicts": Figure("bank conflicts", _sum(SHARED, "conflicts")),
    "shared_store_conflicts": Figure("bank conflicts of stores", _sum(SHARED, "conflicts", "STS")),
    "registers": Figure("registers per thread", _most("registers")),
    "spill_bytes": Figure(
        "bytes spilled per thread",
        lambda kernel: sum(use.spill_stores + use.spill_loads for use in kernel.resources),
    ),
    "shared_bytes": Figure(
        "bytes of shared memory per block",
        lambda kernel: max(use.static_shared + use.dynamic_shared for use in kernel.resources),
    ),
    "occupancy": Figure(
        "% of an SM's warps resident",
        lambda kernel: 100 * min(use.occupancy.share for use in kernel.resources),
    ),
    "tensor_products": Figure("tensor core instructions in the code", _code("HMMA")),
    "prologue_loads": Figure("loads of global memory before the loop", _prologue_loads),
    "shuffles": Figure("shuffles in the code", _code("SHFL")),
    "predicted_us": Figure("us predicted on an H200", lambda kernel: kernel.predict().us),
}
