"""What each memory instruction of a module's launches costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from ..errors import UserError
from ..inspect.costs import GLOBAL, SHARED, Cost, InstructionCount, LaunchCounts
from .counting import Counted, count
from .flow import ACCESSES
from .launch import Program
from .memory import SHARED_BASE
from .module import Module
from .operands import Code

# Instructions that touch shared memory alone; an asynchronous copy touches both.
_SHARED = ("LDS", "STS", "LDSM", "ATOMS")
_SCOPES = {**dict.fromkeys(_SHARED, (SHARED,)), "LDGSTS": (GLOBAL, SHARED)}


def launch_counts(program: Program, counted: Counted) -> LaunchCounts:
    """A launch's counts by instruction, of those that are issued."""
    instructions = (one for code in program.codes for one in _counts(code, counted))
    by_data = tuple(program.codes[at].instruction.text for at in counted.by_data)
    return LaunchCounts(program.name, tuple(instructions), counted.exact, counted.reason, by_data)


def _counts(code: Code, counted: Counted) -> Iterator[InstructionCount]:
    counts, at = counted.counts, code.at
    if code.base not in ACCESSES or not counts.issued[at]:
        return
    for scope in _SCOPES.get(code.base, (GLOBAL,)):
        shared = scope == SHARED
        tallied = (counts.shared if shared else counts.globally)[at]
        low, high = counts.reach.get((at, shared), (SHARED_BASE, SHARED_BASE))
        yield InstructionCount(
            code.instruction.line,
            code.instruction.text,
            code.base,
            scope,
            int(counts.issued[at]),
            Cost(*map(int, tallied)),
            array="" if shared else counted.arrays.get(at, ""),
            reach=(low - SHARED_BASE, high - SHARED_BASE) if shared else None,
        )


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
        found.append(launch_counts(call.program, counted))
    return tuple(found)
