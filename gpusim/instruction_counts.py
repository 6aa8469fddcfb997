"""Per-instruction memory costs of a module's launches, as dataclasses for tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from .counting.costs import GLOBAL, SHARED, Cost, InstructionCount, LaunchCounts, WarpRequest
from .counting.memory_counters import SUMS, Sample
from .counting.wavefronts import serving
from .errors import UserError
from .exact_counts import Counted, count
from .isa.operands import Code
from .launch import Program
from .module import Module

# Register increments listed in the text.
_MOST_MOVES = 4


def launch_counts(program: Program, counted: Counted) -> LaunchCounts:
    """Counts per issued instruction of a launch."""
    instructions = (counts for code in program.codes for counts in _counts(code, counted))
    by_data = tuple(program.codes[pc].instruction.text for pc in counted.by_data)
    issued = tuple(counted.counts.issued.tolist())
    return LaunchCounts(
        program.name,
        tuple(instructions),
        counted.exact,
        counted.reason,
        by_data,
        issued,
        tuple(_passes(program, counted)),
        counted.tiles,
        counted.untold,
    )


def _passes(program: Program, counted: Counted) -> Iterator[str]:
    """Why loop iterations were extrapolated instead of executed."""
    for pc, repeated in sorted(counted.counts.repeated_iterations.items()):
        begins = program.codes[pc].instruction
        many = "an iteration repeats"
        if repeated.together > 1:
            many = f"{repeated.together} iterations repeat"
        moves = [f"{name} {'by lane' if by is None else f'{by:+,}'}" for name, by in repeated.moves]
        moved = "none in the slice" if not moves else ", ".join(moves[:_MOST_MOVES])
        more = f" and {len(moves) - _MOST_MOVES} more" if len(moves) > _MOST_MOVES else ""
        yield (
            f"line {begins.line or '?'}, from `{begins.text}`: {many} {repeated.times:,} more "
            "times at the same cost: no branch changes, registers advance by fixed amounts "
            f"({moved}{more})"
        )


def _counts(code: Code, counted: Counted) -> Iterator[InstructionCount]:
    counts, pc = counted.counts, code.at
    if not code.row.is_counted or not counts.issued[pc]:
        return
    scopes = (GLOBAL, SHARED) if code.row.access == "global.copy" else (code.row.memory,)
    for scope in scopes:
        shared = scope == SHARED
        counters = (counts.shared if shared else counts.globally)[pc]
        base = code.architecture.shared_base
        low, high = counts.reach.get((pc, shared), (base, base))
        yield InstructionCount(
            code.instruction.line,
            code.instruction.text,
            code.base,
            scope,
            int(counts.issued[pc]),
            Cost(*map(int, counters[:SUMS])),
            array="" if shared else counted.arrays.get(pc, ""),
            reach=(low - base, high - base) if shared else None,
            at=pc,
            warps=tuple(_warps(code, counted, shared)),
        )


def _warps(code: Code, counted: Counted, shared: bool) -> Iterator[WarpRequest]:
    """One warp's request per number of wavefronts or sectors, the largest first."""
    counts, pc = counted.counts, code.at
    often = (counts.shared if shared else counts.globally)[pc, SUMS:]
    base = code.architecture.shared_base if shared else counted.starts.get(pc, 0)
    for taken, sample in sorted(counts.samples.get((pc, shared), {}).items(), reverse=True):
        wavefront = _serving(code, sample).tolist() if shared else ()
        yield WarpRequest(
            taken,
            sample.least,
            int(often[taken]),
            sample.block,
            sample.warp,
            tuple(
                byte - base if on else None
                for byte, on in zip(sample.address, sample.active, strict=True)
            ),
            sample.width,
            tuple(map(tuple, wavefront)),
        )


def _serving(code: Code, sample: Sample) -> np.ndarray:
    """The wavefront of each word of a warp's shared-memory request."""
    matrices = 0
    if code.row.access == "shared.matrix":
        matrices = int(code.modifiers[-1]) if code.modifiers[-1] in ("2", "4") else 1
    return serving(
        np.array(sample.address),
        np.array(sample.active),
        sample.width,
        store=code.row.access not in ("shared.load", "shared.matrix"),
        matrices=matrices,
    )


def module_counts(
    module: Module, inputs: Callable[[], Mapping[str, np.ndarray]]
) -> tuple[LaunchCounts, ...]:
    """Counts of every launch of a module.

    Arrays occupy no memory unless addresses depend on data; then `inputs` returns them by name.
    Raises Unsupported and BeyondLimit as `Interpreter`, and UserError if that data is another
    launch's result.
    """
    shapes = module.arrays()
    launches = []
    for number, call in enumerate(module.calls):

        def real(name: str = call.program.name, first: bool = number == 0) -> dict[str, np.ndarray]:
            if not first:
                raise UserError(f"the cost of {name} may depend on the output of a previous launch")
            return {**shapes, **inputs()}

        counted = count(shapes, call, real=real)
        launches.append(launch_counts(call.program, counted))
    return tuple(launches)
