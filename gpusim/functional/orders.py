"""Other orders of execution, for kernels whose threads communicate by more than __syncthreads.

If barriers of the block order everything, the race check is independent of the order. A counter or
a named barrier pairs threads in order of arrival, so some faults show in one order only. In each of
these orders some blocks or warps start BACK_EDGES (`state.execution`) back edges behind: the
scheduler runs the group with the fewest back edges, so the others run until they wait or have spun
that often.

In another order, the lanes of each atomic instruction are performed last to first, if its results
are used, so that ranks and tickets go to other threads, or if it keeps the first or last value.

In another order, each warp's first test of an mbarrier phase fails, as mbarrier.try_wait may at its
time limit. It is run if a failed test may not be repeated until it succeeds.

In the last order, strong stores become visible only after a later strong load of their thread. Only
a sequentially consistent fence orders a store before a later load of another address (PTX ISA,
"Fence-SC Order"). A strong store to global memory is performed after the next strong load of global
memory, if only arithmetic and other fences are between the two. So both of two threads that each
raise a flag and then read the other's may read that it is down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..isa.decoder import Code
from ..isa.program import Program
from ..launch import Call, Order
from ..sanitizer.happens_before import is_strong, of_block, polls
from ..state.execution import Execution
from ..state.memory import GLOBAL_BASE
from ..state.registers import Mask
from .instructions import Action
from .instructions.accesses import address

# Instructions between a store and the load that may precede it.
_BETWEEN = 32
# What may order accesses of different threads; __syncwarp may be a NOP.
_ORDERING, _OTHERS = {"control", "decides", "orders", "proxy", "waits"}, ("DEPBAR", "NOP")
# Bytes of the widest access.
_WIDEST = 16


def late_stores(program: Program) -> dict[int, int]:
    """Strong stores to global memory that may be performed after a load, and these loads."""
    pairs = {}
    for code in program.codes:
        if code.row.access == "global.store" and is_strong(code):
            load = _next_load(code, program)
            if load is not None:
                pairs[code.at] = load
    return pairs


def _next_load(store: Code, program: Program) -> int | None:
    """The strong load that follows a store without anything that orders the two."""
    for code in program.codes[store.at + 1 : store.at + 1 + _BETWEEN]:
        if code.row.access == "global.load" and is_strong(code):
            return code.at if code.guard is None and code.operands[1] != store.operands[0] else None
        passes = not (code.row.memory or code.row.roles & _ORDERING or code.base in _OTHERS)
        if not passes or (code.base == "MEMBAR" and code.has("SC")):
            return None
    return None


@dataclass(frozen=True)
class LateStore:
    """A store of `width` bytes by each of some lanes, at offsets in the global store."""

    at: int
    offsets: np.ndarray
    lanes: np.ndarray
    width: int
    perform: Callable[[], None]

    def overlaps(self, places: np.ndarray, width: int) -> bool:
        """Whether a lane accesses what it stores; `places` are offsets by lane."""
        places = places[self.lanes]
        disjoint = (places + width <= self.offsets) | (self.offsets + self.width <= places)
        return not disjoint.all()


class LateStores:
    """The stores that an interpreter's threads have not performed yet."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        is_late = execution.options.order is Order.LATE_STORES
        self.pairs = late_stores(execution.program) if is_late else {}
        self.loads = frozenset(self.pairs.values())
        self.held: list[LateStore] = []

    def hold(
        self, offsets: np.ndarray, lanes: np.ndarray, width: int, perform: Callable[[], None]
    ) -> None:
        """Put the current store aside."""
        self.held.append(LateStore(self.execution.at, offsets, lanes, width, perform))

    def watched(self, code: Code, act: Action) -> Action:
        """A load's action, followed by the stores that it precedes. A thread reads what it has
        stored itself."""
        if code.at not in self.loads:
            return act
        addresses = address(code.operands[1], self.execution, pairs=True)
        width = code.lane_bytes

        def watched(mask: Mask) -> None:
            places = np.full(self.execution.threads, -_WIDEST)
            places[self.execution.lanes(mask)] = addresses(mask) - GLOBAL_BASE
            if any(store.overlaps(places, width) for store in self.held):
                self._perform()
            act(mask)
            self._perform()

        return watched

    def _perform(self) -> None:
        execution, held = self.execution, self.held
        at, self.held = execution.at, []
        for store in held:
            execution.at = store.at
            store.perform()
        execution.at = at


# Above this number of thread instructions of a launch, or of a cluster, no other order is run:
# about one second.
MOST_WORK = 30_000_000
# Instructions between a failed test of an mbarrier and the next one.
_PATH = 16


def other_orders(call: Call, work: int, blocks: int) -> Iterator[Order]:
    """Other orders that may find more and are cheap; `blocks` blocks took `work` thread
    instructions."""
    size = call.grid[0] * call.grid[1] * call.grid[2]
    clusters = max(1, blocks // (call.cluster[0] * call.cluster[1] * call.cluster[2]))
    each = work // clusters
    program = call.program
    if size > 1 and work <= MOST_WORK and _blocks_communicate(program):
        yield from (Order.ODD_BLOCKS, Order.EVEN_BLOCKS)
    if each <= MOST_WORK and _warps_communicate(program):
        yield from (Order.ODD_WARPS, Order.EVEN_WARPS)
    if each <= MOST_WORK and _waits_once(program):
        yield Order.TIMEOUTS
    if work <= MOST_WORK and late_stores(program):
        yield Order.LATE_STORES
    if work <= MOST_WORK and ordered_atomics(program):
        yield Order.REVERSED_ATOMICS


def ordered_atomics(program: Program) -> list[Code]:
    """Atomics whose order matters: their results are used, or they keep the first or last value."""
    return [
        code
        for code in program.codes
        if code.row.access in ("global.atomic", "shared.atomic")
        and (_returns(code) or code.has("CAS") or code.has("EXCH"))
    ]


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
        register, inverted = code.guard or (None, True)
        if register and register != (failed.kind, failed.index):
            return False
        if inverted:
            pc = program.labels[code.operands[-1].text]
    return False
