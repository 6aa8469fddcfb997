"""What each memory instruction of a launch costs, and what a profiler would count of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..errors import UserError
from .counting import Counted, count
from .flow import ACCESSES
from .launch import Program
from .module import Module

# Instructions that touch shared memory alone.
SHARED = ("LDS", "STS", "LDSM", "ATOMS")
# What Nsight Compute's counters sum up, by our names of them (timing.counters.METRICS). Of shared
# memory it counts instructions issued, those with all lanes off included; an ldmatrix is none of
# them, but its wavefronts are those of loads. cp.async is a load on its global side.
COUNTED: dict[str, tuple[tuple[str, ...], str]] = {
    "shared_load_requests": (("LDS",), "issued"),
    "shared_load_wavefronts": (("LDS", "LDSM"), "wavefronts"),
    "shared_load_conflicts": (("LDS", "LDSM"), "conflicts"),
    "shared_store_requests": (("STS",), "issued"),
    "shared_store_wavefronts": (("STS",), "wavefronts"),
    "shared_store_conflicts": (("STS",), "conflicts"),
    "global_load_requests": (("LDG", "LDGSTS"), "requests"),
    "global_load_sectors": (("LDG", "LDGSTS"), "sectors"),
    "global_store_requests": (("STG",), "requests"),
    "global_store_sectors": (("STG",), "sectors"),
    "async_copy_requests": (("LDGSTS",), "requests"),
    "async_copy_sectors": (("LDGSTS",), "sectors"),
}


@dataclass(frozen=True)
class InstructionCount:
    """A memory instruction over the whole launch.

    `issued` and `requests` count warps: that issue it, and that have an active lane then. Requests
    take so many `wavefronts` of shared memory or `sectors` of global, 0 in the other's place;
    `least` is the least it could be.
    """

    line: int | None
    instruction: str
    opcode: str
    issued: int
    requests: int
    wavefronts: int
    sectors: int
    least: int

    @property
    def shared(self) -> bool:
        return self.opcode in SHARED

    @property
    def conflicts(self) -> int:
        """Wavefronts beyond the least; of global memory none."""
        return self.wavefronts - self.least if self.shared else 0


@dataclass(frozen=True)
class LaunchCounts:
    """The memory instructions that a launch issues, in the order of the code.

    `exact` and `reason` are as in Counted; `by_data` are the texts of loads whose data decide what
    others cost.
    """

    kernel: str
    instructions: tuple[InstructionCount, ...]
    exact: bool
    reason: str
    by_data: tuple[str, ...] = ()

    @classmethod
    def of(cls, program: Program, counted: Counted) -> LaunchCounts:
        counts, instructions = counted.counts, []
        for code in program.codes:
            at = code.at
            if code.base not in ACCESSES or not counts.issued[at]:
                continue
            cost = int(counts.cost[at])
            shared = code.base in SHARED
            instructions.append(
                InstructionCount(
                    code.instruction.line,
                    code.instruction.text,
                    code.base,
                    int(counts.issued[at]),
                    int(counts.requests[at]),
                    cost if shared else 0,
                    0 if shared else cost,
                    int(counts.least[at]),
                )
            )
        by_data = tuple(program.codes[at].instruction.text for at in counted.by_data)
        return cls(program.name, tuple(instructions), counted.exact, counted.reason, by_data)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        rows = [asdict(one) | {"conflicts": one.conflicts} for one in self.instructions]
        return asdict(self) | {"instructions": rows}


def counters(launches: Iterable[LaunchCounts]) -> dict[str, int]:
    """What a profiler would count, by name."""
    every = [one for launch in launches for one in launch.instructions]
    return {
        name: sum(getattr(one, quantity) for one in every if one.opcode in opcodes)
        for name, (opcodes, quantity) in COUNTED.items()
    }


def module_counts(
    module: Module, inputs: Callable[[], Mapping[str, np.ndarray]]
) -> tuple[LaunchCounts, ...]:
    """Counts of every launch of a module.

    Its arrays take no memory, unless addresses depend on data: then `inputs` is asked for them, by
    name. Raises Unsupported and BeyondLimit as Machine, and UserError where such data are another
    launch's results.
    """
    shapes = {
        one.name: np.broadcast_to(np.zeros((), one.dtype), one.shape) for one in module.buffers
    }
    found = []
    for at, call in enumerate(module.calls):

        def real(name: str = call.program.name, first: bool = at == 0) -> dict[str, np.ndarray]:
            if not first:
                raise UserError(f"what {name} costs may depend on what a launch before it computes")
            return {**shapes, **inputs()}

        counted = count(shapes, call, real=real)
        found.append(LaunchCounts.of(call.program, counted))
    return tuple(found)
