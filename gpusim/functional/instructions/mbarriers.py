"""Hopper's mbarriers, proxy fences and warpgroups.

Semantics follow the PTX ISA (mbarrier, fence.proxy.async, wgmma). The packing of operands in SASS
was determined by compiling PTX with known operands.
"""

from __future__ import annotations

import numpy as np

from ...chips import WARP, WARPGROUP
from ...isa.decoder import Code
from ...state.execution import Execution
from ...state.registers import Mask
from . import Action, instruction
from .accesses import address
from .matrices import whole_warps

# A count of 1 is encoded as 2^20 - 1, shifted by one.
_COUNT_BITS = 20
# Position of the pending arrivals in the upper word of an mbarrier's state.
_PENDING_SHIFT = 11


@instruction("SYNCS")
def mbarrier(code: Code, execution: Execution) -> Action:
    if code.has("CCTL"):
        return _invalidate(code, execution)
    kinds = {"EXCH": _initialize, "ARRIVE": _arrive, "PHASECHK": _wait}
    if code.modifiers[0] not in kinds:
        raise code.unknown()
    return kinds[code.modifiers[0]](code, execution)


def first_lanes(execution: Execution, mask: Mask) -> np.ndarray:
    """The first active lane of each participating warp."""
    active = execution.active(mask).reshape(-1, WARP)
    warps = np.flatnonzero(active.any(axis=1))
    return warps * WARP + active[warps].argmax(axis=1)


def _initialize(code: Code, execution: Execution) -> Action:
    """mbarrier.init: the low word holds 2^20 minus the count, shifted by one."""
    code.only("EXCH", "64")
    target, value = code.operands[1:]
    addresses, row = address(target, execution), execution.registers.raw(value)

    def act(mask: Mask) -> None:
        barriers = addresses(None)
        for lane in first_lanes(execution, mask):
            packed = int(row()[lane]) >> 1 & (1 << _COUNT_BITS) - 1
            execution.mbarriers.initialize(
                int(lane), int(barriers[lane]), (1 << _COUNT_BITS) - packed
            )

    return act


def _invalidate(code: Code, execution: Execution) -> Action:
    """mbarrier.inval."""
    code.only("CCTL", "IV")
    addresses = address(code.operands[0], execution)

    def act(mask: Mask) -> None:
        at = addresses(None)
        for lane in first_lanes(execution, mask).tolist():
            execution.mbarriers.invalidate(lane, int(at[lane]))

    return act


def _arrive(code: Code, execution: Execution) -> Action:
    """mbarrier.arrive, expect_tx, complete_tx, arrive_drop, or a combination.

    The first operand receives the previous state, as mbarrier.pending_count and mbarrier.try_wait
    read it: the phase in bit 63, the pending arrivals, negated, in bits 43 to 62. With .TMASK, the
    threads of a warp that arrive with one count at one mbarrier receive the state before all of
    them, and their mask in the lower word.
    """
    code.only("ARRIVE", "TRANS64", "TMASK", "A1T0", "A0T1", "A0TR", "A0TX", "ART0", "RED", "OPTOUT")
    state, target, value = code.operands
    addresses, words = address(target, execution), execution.registers.word(value)
    write = [execution.registers.writer(state, part) for part in (0, 1)]
    arrives, by_operand = int(not code.has("A0T1", "A0TR", "A0TX")), code.has("ART0")
    leaves, joint = code.has("OPTOUT"), code.has("TMASK")
    sign = 0 if code.has("A1T0", "ART0") else -1 if code.has("A0TX") else 1

    def act(mask: Mask) -> None:
        barriers, given = addresses(None), np.broadcast_to(words(), (execution.threads,))
        before = np.zeros(execution.threads, np.uint32)
        together = np.zeros(execution.threads, np.uint32)
        for lane in execution.lanes(mask).tolist():
            barrier = execution.mbarriers.find(lane, int(barriers[lane]))
            if barrier is not None:
                pending = -barrier.left & (1 << _COUNT_BITS) - 1
                before[lane] = (barrier.phase & 1) << 31 | pending << _PENDING_SHIFT
                if leaves:
                    barrier.count -= 1
                value = int(given[lane])
                arrivals = value if by_operand else arrives
                execution.mbarriers.arrive(lane, barrier, arrivals, sign * value)
        if joint:
            lanes = execution.lanes(mask)
            keys = np.stack([lanes // WARP, barriers[lanes], given[lanes]], axis=1)
            _, first, group = np.unique(keys, axis=0, return_index=True, return_inverse=True)
            group = group.ravel()
            before[lanes] = before[lanes[first[group]]]
            for number in range(len(first)):
                members = lanes[group == number]
                together[members] = np.bitwise_or.reduce(1 << members % WARP)
        write[0](together, mask)
        write[1](before, mask)

    return act


@instruction("ARRIVES")
def arrive_after_copies(code: Code, execution: Execution) -> Action:
    """cp.async.mbarrier.arrive: the mbarrier's phase includes the thread's copies so far.

    With .noinc (ARVCNT) an arrival is counted; otherwise the transaction count is raised and
    lowered by the same number.
    """
    code.only("LDGSTSBAR", "64", "TRANSCNT", "ARVCNT")
    addresses, counts = address(code.operands[0], execution), code.has("ARVCNT")

    def act(mask: Mask) -> None:
        barriers = addresses(None)
        for lane in execution.lanes(mask).tolist():
            barrier = execution.mbarriers.find(lane, int(barriers[lane]))
            if barrier is None:
                continue
            if execution.shared_checker:
                execution.shared_checker.hand_to(lane, barrier)
            if counts:
                execution.mbarriers.arrive(lane, barrier, 1, 0)

    return act


def _wait(code: Code, execution: Execution) -> Action:
    """mbarrier.try_wait.parity: the warp sleeps until the phase completes; the result is true.

    The parity is the most significant bit of the last operand.
    """
    code.only("PHASECHK", "TRANS64", "TRYWAIT")
    flag, target, parity = code.operands
    addresses, words = address(target, execution), execution.registers.word(parity)
    write = execution.registers.writer(flag)
    sleeps = code.has("TRYWAIT")

    def act(mask: Mask) -> None:
        barriers, parities = addresses(None), np.broadcast_to(words(), (execution.threads,))
        active = execution.active(mask)
        passed, awake = np.zeros_like(active), np.zeros_like(active)
        for lane in first_lanes(execution, mask).tolist():
            barrier = execution.mbarriers.find(lane, int(barriers[lane]))
            warp = slice(lane // WARP * WARP, (lane // WARP + 1) * WARP)
            parity = int(parities[lane]) >> 31
            if execution.mbarriers.times_out(lane, barrier, parity):
                awake[warp] = active[warp]
            # Without an mbarrier the wait would never complete; `find` has added a finding.
            elif barrier is None or execution.mbarriers.passed(active, lane, barrier, parity):
                passed[warp] = active[warp]
        write(passed, mask)
        if sleeps:
            execution.sleeping = active & ~passed & ~awake

    return act


@instruction("FENCE")
def fence(code: Code, execution: Execution) -> Action:
    """fence.proxy.async: these warps' writes become visible to TMA and wgmma once ordered."""
    code.only("VIEW", "ASYNC", "S", "T", "G")
    of_global, of_data = code.has("G"), execution.options.proxy_fences

    def act(mask: Mask) -> None:
        if execution.global_checker and of_data:
            execution.global_checker.fence(execution.lanes(mask))
        if of_global:
            return
        execution.mbarriers.fence(execution.warps_of(mask))
        if execution.shared_checker and of_data:
            execution.shared_checker.fence(execution.lanes(mask))

    return act


@instruction("NOP")
def fence_of_initialization(code: Code, execution: Execution) -> Action:
    """fence.mbarrier_init, which ptxas turns into a NOP; a NOP after a MEMBAR belongs to the
    MEMBAR."""
    if code.at and execution.program.codes[code.at - 1].base == "MEMBAR":
        return lambda mask: None
    return lambda mask: execution.mbarriers.fence(execution.warps_of(mask))


@instruction("WARPGROUP")
def warpgroup(code: Code, execution: Execution) -> Action:
    """wgmma.fence (ARRIVE) and wgmma.wait_group N (DEPBAR)."""
    code.only("ARRIVE", "DEPBAR", "LE")
    if code.has("ARRIVE"):
        return lambda mask: execution.matrices.arrive(execution.warps_of(mask))
    left = int(code.operands[1].value)

    def act(mask: Mask) -> None:
        whole_warps(execution, mask, WARPGROUP)
        execution.matrices.end(execution.active(mask), left)

    return act


@instruction("USETMAXREG")
def set_registers(code: Code, execution: Execution) -> Action:
    """setmaxnreg of a warpgroup; registers are assumed to be available."""
    code.only("TRY_ALLOC", "DEALLOC", "CTAPOOL")
    registers = execution.registers
    done = [registers.writer(operand) for operand in code.operands if operand.kind == "UP"]

    def act(mask: Mask) -> None:
        whole_warps(execution, mask, WARPGROUP)
        for write in done:
            write(np.True_, mask)

    return act
