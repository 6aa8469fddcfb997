"""Hopper's mbarriers, proxy fences and wgmma.

Semantics follow the PTX ISA (mbarrier, fence.proxy.async, wgmma). The packing of operands in SASS
was determined by compiling PTX with known operands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import ml_dtypes
import numpy as np

from ...arithmetic.rounding import BFLOAT16, FLOAT16, decoded
from ...arithmetic.tensor_cores import FLOAT8_BITS, HALF_BITS, multiply_add
from ...chips import WARP
from ...isa.operands import Code
from ...state.memory import SHARED_BASE
from ...state.registers import Mask
from ..shared_layouts import Descriptor
from . import Action, instruction
from .accesses import address
from .matrices import whole_warps

if TYPE_CHECKING:
    from ..interpreter import Interpreter

WARPGROUP = 128
_E4M3 = np.dtype(ml_dtypes.float8_e4m3fn)
# A count of 1 is encoded as 2^20 - 1, shifted by one.
_COUNT_BITS = 20
# Of pending arrivals in the upper word of an mbarrier's state.
_PENDING_SHIFT = 11


@instruction("SYNCS")
def mbarrier(code: Code, interpreter: Interpreter) -> Action:
    if code.has("CCTL"):
        # mbarrier.inval: the memory may be used otherwise.
        return lambda mask: None
    kinds = {"EXCH": _initialize, "ARRIVE": _arrive, "PHASECHK": _wait}
    if code.modifiers[0] not in kinds:
        raise code.unknown()
    return kinds[code.modifiers[0]](code, interpreter)


def first_lanes(interpreter: Interpreter, mask: Mask) -> np.ndarray:
    """The first active lane of each participating warp."""
    active = interpreter.active(mask).reshape(-1, WARP)
    warps = np.flatnonzero(active.any(axis=1))
    return warps * WARP + active[warps].argmax(axis=1)


def _initialize(code: Code, interpreter: Interpreter) -> Action:
    """mbarrier.init: the low word holds 2^20 minus the count, shifted by one."""
    code.only("EXCH", "64")
    target, value = code.operands[1:]
    addresses, row = address(target, interpreter), interpreter.registers.raw(value)

    def act(mask: Mask) -> None:
        at = addresses(None)
        for lane in first_lanes(interpreter, mask):
            packed = int(row()[lane]) >> 1 & (1 << _COUNT_BITS) - 1
            interpreter.mbarriers.initialize(int(lane), int(at[lane]), (1 << _COUNT_BITS) - packed)

    return act


def _arrive(code: Code, interpreter: Interpreter) -> Action:
    """mbarrier.arrive, expect_tx, complete_tx, arrive_drop, or a combination.

    The state before goes to the first operand: the phase in bit 63, pending arrivals in bits 43 to
    62, as mbarrier.pending_count and mbarrier.try_wait read it.
    """
    code.only("ARRIVE", "TRANS64", "A1T0", "A0T1", "A0TR", "A0TX", "ART0", "RED", "OPTOUT")
    state, target, value = code.operands
    addresses, words = address(target, interpreter), interpreter.registers.word(value)
    write = [interpreter.registers.writer(state, part) for part in (0, 1)]
    arrives = not code.has("A0T1", "A0TR", "A0TX")
    sign = 0 if code.has("A1T0", "ART0") else -1 if code.has("A0TX") else 1

    def act(mask: Mask) -> None:
        at, given = addresses(None), np.broadcast_to(words(), (interpreter.threads,))
        before = np.zeros(interpreter.threads, np.uint32)
        for lane in interpreter.lanes(mask).tolist():
            barrier = interpreter.mbarriers.find(lane, int(at[lane]))
            if barrier is not None:
                pending = barrier.left & (1 << _COUNT_BITS) - 1
                before[lane] = (barrier.phase & 1) << 31 | pending << _PENDING_SHIFT
                if code.has("OPTOUT"):
                    barrier.count -= 1
                arrivals = int(given[lane]) if code.has("ART0") else int(arrives)
                interpreter.mbarriers.arrive(lane, barrier, arrivals, sign * int(given[lane]))
        write[0](np.uint32(0), mask)
        write[1](before, mask)

    return act


@instruction("ARRIVES")
def arrive_after_copies(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.mbarrier.arrive: the mbarrier's phase includes the thread's copies so far.

    With .noinc (ARVCNT) an arrival is counted; otherwise the transaction count is raised and
    lowered by the same number.
    """
    code.only("LDGSTSBAR", "64", "TRANSCNT", "ARVCNT")
    addresses, counts = address(code.operands[0], interpreter), code.has("ARVCNT")

    def act(mask: Mask) -> None:
        at = addresses(None)
        for lane in interpreter.lanes(mask).tolist():
            barrier = interpreter.mbarriers.find(lane, int(at[lane]))
            if barrier is None:
                continue
            if interpreter.shared_checker:
                interpreter.shared_checker.hand_to(lane, barrier)
            if counts:
                interpreter.mbarriers.arrive(lane, barrier, 1, 0)

    return act


def _wait(code: Code, interpreter: Interpreter) -> Action:
    """mbarrier.try_wait.parity: the warp sleeps until the phase completes; the result is true.

    The parity is the most significant bit of the last operand.
    """
    code.only("PHASECHK", "TRANS64", "TRYWAIT")
    flag, target, parity = code.operands
    addresses, words = address(target, interpreter), interpreter.registers.word(parity)
    write = interpreter.registers.writer(flag)
    sleeps = code.has("TRYWAIT")

    def act(mask: Mask) -> None:
        at, parities = addresses(None), np.broadcast_to(words(), (interpreter.threads,))
        passed = np.zeros(interpreter.threads, bool)
        for lane in first_lanes(interpreter, mask):
            barrier = interpreter.mbarriers.find(int(lane), int(at[lane]))
            warp = slice(lane // WARP * WARP, lane // WARP * WARP + WARP)
            if barrier is None:
                # It would never complete; the finding is recorded.
                passed[warp] = True
            else:
                over = interpreter.mbarriers.passed(int(lane), barrier, int(parities[lane]) >> 31)
                passed[warp] = over
        write(passed, mask)
        if sleeps:
            interpreter.sleeping = interpreter.active(mask) & ~passed

    return act


@instruction("FENCE")
def fence(code: Code, interpreter: Interpreter) -> Action:
    """fence.proxy.async: these warps' writes become visible to TMA and wgmma once ordered."""
    code.only("VIEW", "ASYNC", "S", "T", "G")

    def act(mask: Mask) -> None:
        interpreter.mbarriers.fence(interpreter.warps_of(mask))
        if interpreter.shared_checker:
            interpreter.shared_checker.fence(interpreter.lanes(mask))
            interpreter.log("fence", np.zeros(0, int), interpreter.lanes(mask))

    return act


@instruction("WARPGROUP")
def warpgroup(code: Code, interpreter: Interpreter) -> Action:
    """wgmma.fence (ARRIVE) and wgmma.wait_group N (DEPBAR)."""
    code.only("ARRIVE", "DEPBAR", "LE")
    if code.has("ARRIVE"):
        return lambda mask: interpreter.matrices.arrive(interpreter.warps_of(mask))
    left = int(code.operands[1].value) + (code.at in interpreter.options.raised)

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask, WARPGROUP)
        interpreter.matrices.complete(interpreter.warps_of(mask), left)

    return act


_SHAPE = re.compile(r"64x(\d+)x(\d+)")


@instruction("HGMMA")
def multiply_halves(code: Code, interpreter: Interpreter) -> Action:
    """wgmma 64 x N x 16 of float16 or bfloat16 with float32 accumulators."""
    code.only(code.modifiers[0], "F32", "BF16")
    return _multiply(code, interpreter, 16, BFLOAT16 if code.has("BF16") else FLOAT16, HALF_BITS)


@instruction("QGMMA")
def multiply_float8(code: Code, interpreter: Interpreter) -> Action:
    """wgmma 64 x N x 32 of float8 e4m3 with float32 accumulators."""
    code.only(code.modifiers[0], "F32", "E4M3")
    return _multiply(code, interpreter, 32, _E4M3, FLOAT8_BITS)


def _multiply(code: Code, interpreter: Interpreter, depth: int, of: object, bits: int) -> Action:
    """wgmma of a 64 x N x `depth` product.

    Operands are read at once; the sanitizer marks them as in flight until the warpgroup waits.
    `scale_d` false overwrites the accumulators.
    """
    shape = _SHAPE.fullmatch(code.modifiers[0])
    if not shape or int(shape[2]) != depth or not code.has("F32"):
        raise code.unknown()
    columns = int(shape[1])
    registers = interpreter.registers
    destination, *rest = code.operands
    group_end = any(operand.kind == "barrier" for operand in rest)
    given = [operand for operand in rest if operand.kind in ("address", "R")]
    scale_d = [registers.condition(operand) for operand in rest if operand.kind in ("P", "UP")]
    if len(given) != 2 or given[0].kind != "address" or given[0].suffix != "gdesc":
        raise code.unknown("operands in registers")
    transposed = given[0].transposed
    descriptors = registers.rows("UR", range(given[0].index, given[0].index + 4))
    accumulators = given[1]
    named = range(destination.index, destination.index + columns // 2)
    frame = registers.rows("R", named, write=True).view(np.float32)
    if not accumulators.is_zero:
        registers.rows("R", named)

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask, WARPGROUP)
        for start in range(0, interpreter.threads, WARPGROUP):
            if mask is not None and not mask[start]:
                continue
            words = [int(row[start]) for row in descriptors]
            if interpreter.options.tiles is not None:
                _note_operands(code, interpreter, words, columns)
                continue
            left = _tile(interpreter, start, words[0], words[1], 64, "A" in transposed)
            right = _tile(interpreter, start, words[2], words[3], columns, "B" in transposed)
            a = _elements(interpreter, left, of, "A" in transposed)
            b = _elements(interpreter, right, of, "B" in transposed)
            part = frame[:, start : start + WARPGROUP]
            accumulates = not accumulators.is_zero
            for condition in scale_d:
                accumulates &= bool(condition()[start])
            # Register 4 j + 2 h + p of thread 32 w + 4 r + c holds row 16 w + 8 h + r,
            # column 8 j + 2 c + p.
            split = part.reshape(columns // 8, 2, 2, 4, 8, 4)
            total = split.transpose(3, 1, 4, 0, 5, 2).reshape(64, columns)
            total = multiply_add(a, b.T, total if accumulates else np.zeros_like(total), bits)
            split = total.reshape(4, 2, 8, columns // 8, 4, 2).transpose(3, 1, 5, 0, 2, 4)
            part[...] = split.reshape(columns // 2, WARPGROUP)
            if interpreter.options.check:
                interpreter.matrices.start(start // WARP, (left, right), named, group_end)

    return act


def _tile(
    interpreter: Interpreter, lane: int, low: int, high: int, rows: int, transposed: bool
) -> np.ndarray:
    """Places of the words of an operand of `rows` x 16 elements, as `Descriptor.words`."""
    unknown = interpreter.program.codes[interpreter.at].unknown
    descriptor = Descriptor.of(low, high, unknown)
    place = descriptor.words(rows, transposed)
    if descriptor.begins_within(place.shape[1]):
        raise unknown("an operand that begins within a line and goes beyond it")
    if place.min() < SHARED_BASE or place.max() + 4 > SHARED_BASE + interpreter.shared_bytes:
        interpreter.findings.add(
            "out-of-bounds", interpreter.at, memory="shared", byte=int(place.min()) - SHARED_BASE,
            threads=(interpreter.name_lane(lane),),
        )  # fmt: skip
        place = np.full_like(place, SHARED_BASE)
    return place + int(interpreter.shared_offset[lane])


def _note_operands(code: Code, interpreter: Interpreter, words: list[int], columns: int) -> None:
    """Where both operands lie at the first use; nothing is multiplied."""
    transposed = next(operand.transposed for operand in code.operands if operand.suffix == "gdesc")
    for operand, words_of, rows in (("A", words[:2], 64), ("B", words[2:], columns)):
        if (code.at, operand) not in interpreter.options.tiles:
            descriptor = Descriptor.of(*words_of, code.unknown)
            tile = descriptor.tile(code, operand, rows, operand in transposed)
            interpreter.options.tiles[code.at, operand] = tile


def _elements(
    interpreter: Interpreter, place: np.ndarray, of: object, transposed: bool
) -> np.ndarray:
    """float64 (rows, K) of an operand's words."""
    words = interpreter.shared.views[4][place >> 2]
    if of is _E4M3:
        return words.view(_E4M3).astype(np.float64)
    bits = words.view(np.uint16)
    bits = bits.T if transposed else bits
    if of is FLOAT16:
        return bits.view(np.float16).astype(np.float64)
    return decoded(bits, of)
