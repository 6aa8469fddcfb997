"""Special registers: indices, lane masks, windows of generic addresses, clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...chips import WARP
from ...isa.operands import Code
from ...state.memory import SHARED_WINDOW
from ...state.registers import Mask
from . import Action, instruction

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# Registers that a read advances, and the shift of their 64 bits.
_CLOCKS = {
    "SR_CLOCKLO": 0,
    "SR_CLOCKHI": 32,
    "SR_GLOBALTIMERLO": 0,
    "SR_GLOBALTIMERHI": 32,
}


@instruction("S2R", "S2UR")
def special(code: Code, interpreter: Interpreter) -> Action:
    """One special register, 32 bits."""
    write = interpreter.registers.writer(code.operands[0])
    name = code.operands[1].text
    if name in _CLOCKS:
        shift = _CLOCKS[name]
        return lambda mask: write(np.uint32(interpreter.clock() >> shift & 0xFFFFFFFF), mask)
    base, _, axis = name.rpartition(".")
    warp = np.arange(interpreter.threads) % interpreter.threads_per_block // WARP
    lane = interpreter.lane.astype(np.int64)
    values = {
        "SR_LANEID": lane,
        "SR_VIRTID": warp << 8,
        # %nwarpid in bits 8 to 15.
        "SR_VIRTCFG": np.int64(interpreter.setup.architecture.chip.warps << 8),
        # Blocks are assigned to SMs round-robin; on a GPU any assignment is possible.
        "SR_VIRTUALSMID": interpreter.linear_block
        % interpreter.setup.architecture.chip.multiprocessors,
        "SR_SMEMSZ": np.int64(interpreter.shared_base + interpreter.shared_bytes),
        "SR_SWINHI": np.int64(SHARED_WINDOW >> 32),
        "SR_CgaCtaId": interpreter.rank,
        "SR_EQMASK": 1 << lane,
        "SR_LTMASK": (1 << lane) - 1,
        "SR_LEMASK": (2 << lane) - 1,
        "SR_GTMASK": 0xFFFFFFFF & ~((2 << lane) - 1),
        "SR_GEMASK": 0xFFFFFFFF & ~((1 << lane) - 1),
        "SRZ": np.int64(0),
    }
    if base == "SR_TID":
        value = interpreter.thread_index["XYZ".index(axis)]
    elif base == "SR_CTAID":
        value = interpreter.block_index["XYZ".index(axis)]
    elif name in values:
        value = np.asarray(values[name]).astype(np.uint32)
    else:
        raise code.unknown(f"special register {name}")
    return lambda mask: write(value, mask)


@instruction("CS2R", "CS2UR")
def pair(code: Code, interpreter: Interpreter) -> Action:
    """Zero, or a clock, with 64 or 32 (.32) bits.

    SR_CgaSize selects a layout of the cluster dimensions in bank 0; here it is 0, the only layout.
    """
    code.only("32")
    name = code.operands[1].text
    if name not in (*_CLOCKS, "SRZ", "SR_CgaSize"):
        raise code.unknown(f"special register {name}")
    parts = 1 if code.has("32") else 2
    writers = [interpreter.registers.writer(code.operands[0], part) for part in range(parts)]

    def act(mask: Mask) -> None:
        value = interpreter.clock() >> _CLOCKS[name] if name in _CLOCKS else 0
        for part, write in enumerate(writers):
            write(np.uint32(value >> 32 * part & 0xFFFFFFFF), mask)

    return act


@instruction("NANOSLEEP")
def sleep(code: Code, interpreter: Interpreter) -> Action:
    """Advances the clock by the longest requested time."""
    registers = interpreter.registers
    duration = registers.word(code.operands[0]) if code.operands else lambda: np.uint32(0)

    def act(mask: Mask) -> None:
        asked = np.broadcast_to(duration(), (interpreter.threads,))[interpreter.lanes(mask)]
        interpreter.slept += int(asked.max(initial=0))

    return act


@instruction("B2R")
def reduced(code: Code, interpreter: Interpreter) -> Action:
    """The result of the last BAR.RED: the number of threads that voted true, and the vote's
    outcome."""
    code.only("RESULT")
    count = interpreter.registers.writer(code.operands[0])
    outcome = interpreter.registers.writer(code.operands[1]) if len(code.operands) > 1 else None

    def act(mask: Mask) -> None:
        barriers = interpreter.control.barriers
        count(barriers.counted, mask)
        if outcome:
            outcome(barriers.outcome, mask)

    return act
