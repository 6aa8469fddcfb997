"""Per-instruction memory costs of a module's launches, as dataclasses for tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from .counting.costs import GLOBAL, SHARED, Cost, InstructionCount, LaunchCounts, WarpRequest
from .counting.memory_counters import SUMS, Sample
from .counting.wavefronts import serving
from .errors import UserError
from .exact_counts import Counted, count
from .isa.control_flow import ACCESSES
from .isa.operands import Code
from .launch import Program
from .module import Module
from .state.memory import SHARED_BASE

# Register increments listed in the text.
_MOST_MOVES = 4
# Instructions that touch shared memory alone; an asynchronous copy touches both.
_SHARED = ("LDS", "STS", "LDSM", "ATOMS")
_SCOPES = {**dict.fromkeys(_SHARED, (SHARED,)), "LDGSTS": (GLOBAL, SHARED)}


def launch_counts(program: Program, counted: Counted) -> LaunchCounts:
    """Counts per issued instruction of a launch."""
    instructions = (one for code in program.codes for one in _counts(code, counted))
    by_data = tuple(program.codes[at].instruction.text for at in counted.by_data)
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
    for at, one in sorted(counted.counts.repeated_iterations.items()):
        begins = program.codes[at].instruction
        many = "an iteration" if one.together == 1 else f"{one.together} iterations"
        moves = [f"{name} {'by lane' if by is None else f'{by:+,}'}" for name, by in one.moves]
        moved = "nothing that decides" if not moves else ", ".join(moves[:_MOST_MOVES])
        more = f" and {len(moves) - _MOST_MOVES} more" if len(moves) > _MOST_MOVES else ""
        yield (
            f"line {begins.line or '?'}, from `{begins.text}`: {many} cost the same {one.times:,} "
            f"times more: no branch changes, and registers advance by as much ({moved}{more})"
        )


def _counts(code: Code, counted: Counted) -> Iterator[InstructionCount]:
    counts, at = counted.counts, code.at
    if code.base not in ACCESSES or not counts.issued[at]:
        return
    for scope in _SCOPES.get(code.base, (GLOBAL,)):
        shared = scope == SHARED
        counters = (counts.shared if shared else counts.globally)[at]
        low, high = counts.reach.get((at, shared), (SHARED_BASE, SHARED_BASE))
        yield InstructionCount(
            code.instruction.line,
            code.instruction.text,
            code.base,
            scope,
            int(counts.issued[at]),
            Cost(*map(int, counters[:SUMS])),
            array="" if shared else counted.arrays.get(at, ""),
            reach=(low - SHARED_BASE, high - SHARED_BASE) if shared else None,
            at=at,
            warps=tuple(_warps(code, counted, shared)),
        )


def _warps(code: Code, counted: Counted, shared: bool) -> Iterator[WarpRequest]:
    """One warp's request per number of wavefronts or sectors, the largest first."""
    counts, at = counted.counts, code.at
    often = (counts.shared if shared else counts.globally)[at, SUMS:]
    base = SHARED_BASE if shared else counted.starts.get(at, 0)
    for taken, one in sorted(counts.samples.get((at, shared), {}).items(), reverse=True):
        wavefront = _serving(code, one).tolist() if shared else ()
        yield WarpRequest(
            taken,
            one.least,
            int(often[taken]),
            one.block,
            one.warp,
            tuple(
                byte - base if on else None
                for byte, on in zip(one.address, one.active, strict=True)
            ),
            one.width,
            tuple(map(tuple, wavefront)),
        )


def _serving(code: Code, sample: Sample) -> np.ndarray:
    """The wavefront of each word of a warp's shared-memory request."""
    matrices = 0
    if code.base == "LDSM":
        matrices = int(code.modifiers[-1]) if code.modifiers[-1] in ("2", "4") else 1
    return serving(
        np.array(sample.address),
        np.array(sample.active),
        sample.width,
        store=code.base not in ("LDS", "LDSM"),
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
    found = []
    for at, call in enumerate(module.calls):

        def real(name: str = call.program.name, first: bool = at == 0) -> dict[str, np.ndarray]:
            if not first:
                raise UserError(f"what {name} costs may depend on what a launch before it computes")
            return {**shapes, **inputs()}

        counted = count(shapes, call, real=real)
        found.append(launch_counts(call.program, counted))
    return tuple(found)
