"""Moves between registers, predicates, uniform, constant and special registers."""

from __future__ import annotations

import numpy as np

from ...chips import WARP
from ...findings import NotAlone
from ...isa.decoder import Code
from ...state.execution import Execution
from ...state.memory import SHARED_WINDOW, STACK_TOP
from ...state.registers import ALL_LANES, Mask, Registers, put
from . import Action, instruction


@instruction(
    *("WARPGROUPSET", "UBLKPF", "UTMAPF", "UTMACCTL", "PREEXIT", "PMTRIG"),
    *("ERRBAR", "CGAERRBAR"),
)
def nothing(code: Code, execution: Execution) -> Action:
    return lambda mask: None


@instruction("ENDCOLLECTIVE")
def end_collective(code: Code, execution: Execution) -> Action:
    """Ends what WARPSYNC.COLLECTIVE begins: lanes with different member masks execute apart."""
    return lambda mask: put(execution.exclusive, ALL_LANES, mask)


@instruction("ACQBULK")
def grid_dependency(code: Code, execution: Execution) -> Action:
    """griddepcontrol.wait: the previous launch has completed, and its writes are visible.

    Launches run one after the other here, so only the checker needs it.
    """

    def act(mask: Mask) -> None:
        if execution.global_checker:
            execution.global_checker.wait_for_grids(execution.warps_of(mask))

    return act


@instruction("LEPC")
def program_counter(code: Code, execution: Execution) -> Action:
    """The address of a label, as a return address; without a label, of the instruction itself."""
    program, at = execution.program, code.at
    if len(code.operands) > 1:
        at = program.labels[code.operands[-1].text]
    address = program.codes[at].instruction.address
    write = execution.registers.pair_writer(code.operands[0])
    return lambda mask: write(np.uint64(address), mask)


@instruction("CCTL")
def cache_control(code: Code, execution: Execution) -> Action:
    """Caches are not simulated; .IVALL (invalidate L1) is part of every fence and acquire."""

    def act(mask: Mask) -> None:
        if code.has("IVALL"):
            execution.release_acquire.acquire(execution.lanes(mask), device=True)

    return act


@instruction("MEMBAR")
def membar(code: Code, execution: Execution) -> Action:
    """A thread's own accesses are in order here; fences order them for other threads."""

    def fence(mask: Mask) -> None:
        if execution.options.check:
            lanes, device = execution.lanes(mask), not code.has("CTA")
            execution.mbarriers.acquire_seen(execution.warps_of(mask))
            execution.release_acquire.acquire(lanes, device=False)
            if code.has("SC"):
                execution.release_acquire.acquire_sequential(lanes, device=device)
            execution.release_acquire.fence(lanes, device=device, sequential=code.has("SC"))
            if device:
                execution.clusters.fence(execution.warps_of(mask))

    return fence


@instruction("R2UR")
def to_uniform(code: Code, execution: Execution) -> Action:
    """The first active lane's value, for the warp.

    A predicate destination marks lanes with another value; with .OR, also lanes that were marked
    before.
    """
    code.only("OR")
    read = execution.registers.word(code.operands[-1])
    write = execution.registers.writer(code.operands[-2])
    others = code.operands[0] if len(code.operands) == 3 else None
    mark = execution.registers.writer(others) if others else None
    before = execution.registers.condition(others) if code.has("OR") else None
    alone = code.at in execution.options.alone

    def act(mask: Mask) -> None:
        words = read().reshape(-1, WARP)
        active = execution.active(mask).reshape(-1, WARP)
        if alone and (active.sum(axis=1) > 1).any():
            raise NotAlone
        first = words[np.arange(len(words)), active.argmax(axis=1)]
        chosen = np.repeat(first, WARP)
        if mark:
            differs = words.ravel() != chosen
            mark(differs | before() if before else differs, mask)
        write(chosen, np.repeat(active.any(axis=1), WARP))

    return act


def _predicates(registers: Registers, file: str, taken: int) -> dict[int, np.ndarray]:
    """Bit -> predicate of a file, P or UP, for the selected bits 0 to 6."""
    return {bit: registers.files[file][bit] for bit in range(7) if taken >> bit & 1}


@instruction("P2R", "UP2UR")
def from_predicates(code: Code, execution: Execution) -> Action:
    """Predicates to bits 0 to 6: those selected by the last operand, others from the third."""
    code.only()
    file = code.operands[1].text.removesuffix("R")
    if file not in ("P", "UP") or code.operands[3].kind != "immediate":
        raise code.unknown()
    registers = execution.registers
    other, taken = registers.word(code.operands[2]), np.uint32(int(code.operands[3].value))
    write = registers.writer(code.operands[0])
    rows = _predicates(registers, file, int(taken))

    def act(mask: Mask) -> None:
        bits = sum(row.astype(np.uint32) << np.uint32(bit) for bit, row in rows.items())
        write(bits | other() & ~taken, mask)

    return act


@instruction("R2P")
def to_predicates(code: Code, execution: Execution) -> Action:
    """Bits 0 to 6 to predicates, as selected by the last operand."""
    code.only()
    if code.operands[0].text != "PR" or code.operands[2].kind != "immediate":
        raise code.unknown()
    read, taken = execution.registers.word(code.operands[1]), int(code.operands[2].value)
    rows = _predicates(execution.registers, "P", taken)

    def act(mask: Mask) -> None:
        words = np.broadcast_to(read(), (execution.threads,))
        for bit, row in rows.items():
            put(row, words >> np.uint32(bit) & 1 != 0, mask)

    return act


@instruction("BMOV")
def move_barrier(code: Code, execution: Execution) -> Action:
    """Copy a reconvergence barrier's lane mask to a register, back, or to another barrier."""
    code.only("32", "CLEAR")
    registers, (to, source) = execution.registers, code.operands
    write = None if to.kind == "barrier" else registers.writer(to)
    read = None if source.kind == "barrier" else registers.word(source)

    def act(mask: Mask) -> None:
        words = read() if read else execution.barriers[source.index].copy()
        if write:
            write(words, mask)
        else:
            put(execution.barriers[to.index], words, mask)
        if not read and code.has("CLEAR"):
            put(execution.barriers[source.index], np.uint32(0), mask)

    return act


# Registers that a read advances, and the shift of their 64 bits.
_CLOCKS = {
    "SR_CLOCKLO": 0,
    "SR_CLOCKHI": 32,
    "SR_GLOBALTIMERLO": 0,
    "SR_GLOBALTIMERHI": 32,
}


@instruction("S2R", "S2UR")
def special(code: Code, execution: Execution) -> Action:
    """One special register, 32 bits."""
    write = execution.registers.writer(code.operands[0])
    name = code.operands[1].text
    if name in _CLOCKS:
        shift = _CLOCKS[name]
        return lambda mask: write(np.uint32(execution.clock() >> shift & 0xFFFFFFFF), mask)
    base, _, axis = name.rpartition(".")
    warp = np.arange(execution.threads) % execution.threads_per_block // WARP
    lane = execution.lane.astype(np.int64)
    values = {
        "SR_LANEID": lane,
        "SR_VIRTID": warp << 8,
        # %nwarpid in bits 8 to 15.
        "SR_VIRTCFG": np.int64(execution.setup.image.architecture.chip.warps << 8),
        # Blocks are assigned to SMs round-robin; on a GPU any assignment is possible.
        "SR_VIRTUALSMID": execution.linear_block
        % execution.setup.image.architecture.chip.multiprocessors,
        "SR_SMEMSZ": np.int64(execution.shared_base + execution.shared_bytes),
        # Where the stack may end: code compiled with -G checks its pointer.
        "SR_LMEMHIOFF": np.int64(STACK_TOP - execution.setup.local),
        "SR_SWINHI": np.int64(SHARED_WINDOW >> 32),
        "SR_CgaCtaId": execution.rank,
        "SR_EQMASK": 1 << lane,
        "SR_LTMASK": (1 << lane) - 1,
        "SR_LEMASK": (2 << lane) - 1,
        "SR_GTMASK": 0xFFFFFFFF & ~((2 << lane) - 1),
        "SR_GEMASK": 0xFFFFFFFF & ~((1 << lane) - 1),
        "SRZ": np.int64(0),
    }
    if base == "SR_TID":
        value = execution.thread_index["XYZ".index(axis)]
    elif base == "SR_CTAID":
        value = execution.block_index["XYZ".index(axis)]
    elif name in values:
        value = np.asarray(values[name]).astype(np.uint32)
    else:
        raise code.unknown(f"special register {name}")
    return lambda mask: write(value, mask)


@instruction("CS2R", "CS2UR")
def pair(code: Code, execution: Execution) -> Action:
    """Zero, or a clock, with 64 or 32 (.32) bits.

    SR_CgaSize selects a layout of the cluster dimensions in bank 0; here it is 0, the only layout.
    """
    code.only("32")
    name = code.operands[1].text
    if name not in (*_CLOCKS, "SRZ", "SR_CgaSize"):
        raise code.unknown(f"special register {name}")
    parts = 1 if code.has("32") else 2
    writers = [execution.registers.writer(code.operands[0], part) for part in range(parts)]

    def act(mask: Mask) -> None:
        value = execution.clock() >> _CLOCKS[name] if name in _CLOCKS else 0
        for part, write in enumerate(writers):
            write(np.uint32(value >> 32 * part & 0xFFFFFFFF), mask)

    return act


@instruction("NANOSLEEP")
def sleep(code: Code, execution: Execution) -> Action:
    """Advances the clock by the longest requested time."""
    registers = execution.registers
    duration = registers.word(code.operands[0]) if code.operands else lambda: np.uint32(0)

    def act(mask: Mask) -> None:
        asked = np.broadcast_to(duration(), (execution.threads,))[execution.lanes(mask)]
        execution.slept += int(asked.max(initial=0))

    return act


@instruction("B2R")
def reduced(code: Code, execution: Execution) -> Action:
    """The result of the last BAR.RED: the number of threads that voted true, and the vote's
    outcome."""
    code.only("RESULT")
    count = execution.registers.writer(code.operands[0])
    outcome = execution.registers.writer(code.operands[1]) if len(code.operands) > 1 else None

    def act(mask: Mask) -> None:
        barriers = execution.control.barriers
        count(barriers.counted, mask)
        if outcome:
            outcome(barriers.outcome, mask)

    return act
