"""Other orders of execution, for kernels whose threads communicate by more than __syncthreads.

If barriers of the block order everything, the race check is independent of the order. A counter or
a named barrier pairs threads in order of arrival, so some faults show in one order only. In each of
these orders some blocks or warps start BACK_EDGES back edges behind: the scheduler runs the group
with the fewest back edges, so the others run until they wait or have spun that often.

In another order, each warp's first test of an mbarrier phase fails, as mbarrier.try_wait may at its
time limit. It is run if a failed test may not be repeated until it succeeds. In the last order,
stores are performed after later loads (`late_stores`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..isa.operands import Code
from ..sanitizer.release_acquire import is_strong, of_block, polls
from .late_stores import late_stores

if TYPE_CHECKING:
    from ..launch import Call, Program
    from .interpreter import Interpreter

BACK_EDGES = 256
# Above this number of thread instructions of a launch, or of a cluster, no other order is run:
# about one second.
MOST_WORK = 30_000_000
# Instructions between a failed test of an mbarrier and the next one.
_PATH = 16


@dataclass(frozen=True)
class Order:
    """Delays the blocks, or the warps of each block, with odd or even numbers; or lets waits time
    out, or performs stores late."""

    of_blocks: bool = False
    odd: bool = False
    times_out: bool = False
    stores_late: bool = False

    def __str__(self) -> str:
        if self.times_out:
            return "the first test of each mbarrier phase fails"
        if self.stores_late:
            return "strong stores performed after later loads"
        which = "odd" if self.odd else "even"
        return f"{which} {'blocks' if self.of_blocks else 'warps'} delayed"

    def delays(self, interpreter: Interpreter) -> np.ndarray | None:
        """Back edges that each lane starts with."""
        if self.times_out or self.stores_late:
            return None
        thread = interpreter.thread
        unit = interpreter.threads_per_block if self.of_blocks else WARP
        return (thread // unit % 2 == self.odd) * np.int64(BACK_EDGES)


def other_orders(call: Call, work: int, blocks: int) -> Iterator[Order]:
    """Other orders that may find more and are cheap; `blocks` blocks took `work` thread
    instructions."""
    size = call.grid[0] * call.grid[1] * call.grid[2]
    clusters = max(1, blocks // (call.cluster[0] * call.cluster[1] * call.cluster[2]))
    if size > 1 and work <= MOST_WORK and _blocks_communicate(call.program):
        yield from (Order(True, odd) for odd in (True, False))
    if work // clusters <= MOST_WORK and _warps_communicate(call.program):
        yield from (Order(False, odd) for odd in (True, False))
    if work // clusters <= MOST_WORK and _waits_once(call.program):
        yield Order(times_out=True)
    if work <= MOST_WORK and late_stores(call.program):
        yield Order(of_blocks=True, stores_late=True)


def communicates(program: Program) -> bool:
    """Whether other orders may show more."""
    return (
        _blocks_communicate(program)
        or _warps_communicate(program)
        or _waits_once(program)
        or bool(late_stores(program))
    )


def _returns(code: Code) -> bool:
    return any(operand.kind == "R" and not operand.is_zero for operand in code.operands[:2])


def _blocks_communicate(program: Program) -> bool:
    return any(
        code.row.access == "global.load" or (code.row.access == "global.atomic" and _returns(code))
        for code in program.codes
        if is_strong(code)
    )


def _warps_communicate(program: Program) -> bool:
    if any(code.row.pipe == "wgmma" or code.base == "USETMAXREG" for code in program.codes):
        # The simulator needs the four warps of a warpgroup together.
        return False
    named = any(
        len(code.operands) > 1 or code.operands[0].value != 0
        for code in program.codes
        if code.base == "BAR" and code.operands
    )
    flags = any(
        code.row.access == "global.load" and is_strong(code) and of_block(code)
        for code in program.codes
    )
    return named or flags or bool(polls(program))


def _waits_once(program: Program) -> bool:
    """Whether a failed test of an mbarrier may not be followed by another test."""
    tests = [code for code in program.codes if code.base == "SYNCS" and code.has("PHASECHK")]
    return not all(_is_repeated(code, program) for code in tests)


def _is_repeated(test: Code, program: Program) -> bool:
    """Whether the path after a failed test leads straight to another test."""
    failed, pc = test.operands[0], test.at + 1
    for _ in range(_PATH):
        if pc >= len(program.codes) or failed.is_true:
            return False
        code, pc = program.codes[pc], pc + 1
        if code.base == "SYNCS" and code.has("PHASECHK"):
            return True
        if code.base != "BRA":
            continue
        predicate = code.predicate
        always = predicate is None or predicate.is_true
        if not always and (predicate.kind, predicate.index) != (failed.kind, failed.index):
            return False
        if always or predicate.invert:
            pc = program.labels[code.operands[-1].text]
    return False
