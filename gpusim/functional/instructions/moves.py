"""Moves between registers, predicates, uniform registers and constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...chips import WARP
from ...findings import NotAlone
from ...isa.operands import Code
from ...state.registers import ALL_LANES, Mask, Registers, put
from . import Action, instruction
from .accesses import note, within_one_array

if TYPE_CHECKING:
    from ..interpreter import Interpreter


@instruction("MOV", "UMOV", "RPCMOV")
def move(code: Code, interpreter: Interpreter) -> Action:
    code.only("32" if code.base == "RPCMOV" else "64")
    registers = interpreter.registers
    read = (registers.long if code.has("64") else registers.word)(code.operands[1])
    write = (registers.pair_writer if code.has("64") else registers.writer)(code.operands[0])
    return lambda mask: write(read(), mask)


@instruction(
    *("WARPGROUPSET", "UBLKPF", "UTMAPF", "UTMACCTL", "PREEXIT", "PMTRIG"),
    *("ERRBAR", "CGAERRBAR"),
)
def nothing(code: Code, interpreter: Interpreter) -> Action:
    return lambda mask: None


@instruction("ENDCOLLECTIVE")
def end_collective(code: Code, interpreter: Interpreter) -> Action:
    """Ends what WARPSYNC.COLLECTIVE begins: lanes with different member masks execute apart."""
    return lambda mask: put(interpreter.exclusive, ALL_LANES, mask)


@instruction("ACQBULK")
def grid_dependency(code: Code, interpreter: Interpreter) -> Action:
    """griddepcontrol.wait: the previous launch has completed, and its writes are visible.

    Launches run one after the other here, so only the checker needs it.
    """

    def act(mask: Mask) -> None:
        if interpreter.global_checker:
            interpreter.global_checker.wait_for_grids(interpreter.warps_of(mask))

    return act


@instruction("LEPC")
def program_counter(code: Code, interpreter: Interpreter) -> Action:
    """The address of a label, as a return address; without a label, of the instruction itself."""
    program, at = interpreter.program, code.at
    if len(code.operands) > 1:
        at = program.labels[code.operands[-1].text]
    address = program.codes[at].instruction.address
    write = interpreter.registers.pair_writer(code.operands[0])
    return lambda mask: write(np.uint64(address), mask)


@instruction("CCTL")
def cache_control(code: Code, interpreter: Interpreter) -> Action:
    """Caches are not simulated; .IVALL (invalidate L1) is part of every fence and acquire."""

    def act(mask: Mask) -> None:
        if code.has("IVALL"):
            interpreter.release_acquire.acquire(interpreter.lanes(mask), device=True)

    return act


@instruction("MEMBAR")
def membar(code: Code, interpreter: Interpreter) -> Action:
    """A thread's own accesses are in order here; fences order them for other threads."""

    def fence(mask: Mask) -> None:
        if interpreter.options.check:
            lanes, device = interpreter.lanes(mask), not code.has("CTA")
            interpreter.release_acquire.acquire(lanes, device=False)
            if device and code.has("SC"):
                interpreter.release_acquire.acquire_sequential(lanes)
            interpreter.release_acquire.fence(lanes, device=device, sequential=code.has("SC"))
            if device:
                interpreter.clusters.fence(interpreter.warps_of(mask))

    return fence


@instruction("LDC", "LDCU", "ULDC")
def load_constant(code: Code, interpreter: Interpreter) -> Action:
    code.only("64", "128", "U8", "S8", "U16", "S16")
    destination, source = code.operands
    if code.has("U8", "S8", "U16", "S16"):
        return _narrow_constant(code, interpreter)
    parts = 4 if code.has("128") else 2 if code.has("64") else 1
    pairs = [
        (interpreter.registers.writer(destination, part), interpreter.registers.raw(source, part))
        for part in range(parts)
    ]

    check = _checked(code, interpreter, 4 * parts)

    def act(mask: Mask) -> None:
        check(mask)
        words = [read() for _, read in pairs]
        for (write, _), word in zip(pairs, words, strict=True):
            write(word, mask)

    return act


def _narrow_constant(code: Code, interpreter: Interpreter) -> Action:
    destination, source = code.operands
    registers = interpreter.registers
    write = registers.writer(destination)
    kind = next(modifier for modifier in code.modifiers)
    data = registers.constants[source.bank].view(np.dtype(f"{kind[0].lower().replace('s', 'i')}1"))
    if kind.endswith("16"):
        data = data.view(np.uint16 if kind[0] == "U" else np.int16)
    offset, check = registers.constant_offset(source), _checked(code, interpreter, data.itemsize)

    def act(mask: Mask) -> None:
        check(mask)
        entry = np.clip(offset() // data.itemsize, 0, len(data) - 1)
        write(np.asarray(data[entry]).astype(np.int32).view(np.uint32), mask)

    return act


def _checked(code: Code, interpreter: Interpreter, width: int) -> Action:
    """Add a finding for each active lane that reads `width` bytes outside of its constant bank."""
    source = code.operands[1]
    size = interpreter.registers.constants[source.bank].nbytes
    offset = interpreter.registers.constant_offset(source)

    def check(mask: Mask) -> None:
        if not source.parts:
            return
        offsets = np.broadcast_to(offset(), interpreter.registers.threads)
        outside = (offsets < 0) | (offsets + width > size)
        lanes = np.flatnonzero(outside if mask is None else outside & mask)
        if lanes.size:
            note(interpreter, "out-of-bounds", "constant", offsets[lanes], lanes, width)
        if source.bank in interpreter.separate_arrays:
            lanes = np.flatnonzero(~outside if mask is None else ~outside & mask)
            within_one_array(interpreter, source.bank, offsets[lanes], lanes, width)

    return check


@instruction("R2UR")
def to_uniform(code: Code, interpreter: Interpreter) -> Action:
    """The first active lane's value, for the warp.

    A predicate destination marks lanes with another value; with .OR, also lanes that were marked
    before.
    """
    code.only("OR")
    read = interpreter.registers.word(code.operands[-1])
    write = interpreter.registers.writer(code.operands[-2])
    others = code.operands[0] if len(code.operands) == 3 else None
    mark = interpreter.registers.writer(others) if others else None
    before = interpreter.registers.condition(others) if code.has("OR") else None
    alone = code.at in interpreter.options.alone

    def act(mask: Mask) -> None:
        words = read().reshape(-1, WARP)
        active = interpreter.active(mask).reshape(-1, WARP)
        if alone and (active.sum(axis=1) > 1).any():
            raise NotAlone
        first = words[np.arange(len(words)), active.argmax(axis=1)]
        chosen = np.repeat(first, WARP)
        if mark:
            differs = words.ravel() != chosen
            mark(differs | before() if before else differs, mask)
        write(chosen, np.repeat(active.any(axis=1), WARP))

    return act


@instruction("SEL", "USEL", "FSEL", "UFSEL")
def select(code: Code, interpreter: Interpreter) -> Action:
    code.only("FTZ", "64")
    registers, long = interpreter.registers, code.has("64")
    is_float = code.base in ("FSEL", "UFSEL")
    if long and is_float:
        raise code.unknown()
    reader = registers.long if long else registers.float_bits if is_float else registers.word
    first, second = reader(code.operands[1]), reader(code.operands[2])
    condition = registers.condition(code.operands[3])
    write = (registers.pair_writer if long else registers.writer)(code.operands[0])
    return lambda mask: write(np.where(condition(), first(), second()), mask)


def _predicates(
    registers: Registers, file: str, taken: int, *, write: bool
) -> dict[int, np.ndarray]:
    """Bit -> predicate of a file, P or UP, for the selected bits 0 to 6."""
    return {
        bit: registers.rows(file, range(bit, bit + 1), write=write)[0]
        for bit in range(7)
        if taken >> bit & 1
    }


@instruction("P2R", "UP2UR")
def from_predicates(code: Code, interpreter: Interpreter) -> Action:
    """Predicates to bits 0 to 6: those selected by the last operand, others from the third."""
    code.only()
    file = code.operands[1].text.removesuffix("R")
    if file not in ("P", "UP") or code.operands[3].kind != "immediate":
        raise code.unknown()
    registers = interpreter.registers
    other, taken = registers.word(code.operands[2]), np.uint32(int(code.operands[3].value))
    write = registers.writer(code.operands[0])
    rows = _predicates(registers, file, int(taken), write=False)

    def act(mask: Mask) -> None:
        bits = sum(row.astype(np.uint32) << np.uint32(bit) for bit, row in rows.items())
        write(bits | other() & ~taken, mask)

    return act


@instruction("R2P")
def to_predicates(code: Code, interpreter: Interpreter) -> Action:
    """Bits 0 to 6 to predicates, as selected by the last operand."""
    code.only()
    if code.operands[0].text != "PR" or code.operands[2].kind != "immediate":
        raise code.unknown()
    read, taken = interpreter.registers.word(code.operands[1]), int(code.operands[2].value)
    rows = _predicates(interpreter.registers, "P", taken, write=True)

    def act(mask: Mask) -> None:
        words = np.broadcast_to(read(), (interpreter.threads,))
        for bit, row in rows.items():
            put(row, words >> np.uint32(bit) & 1 != 0, mask)

    return act


@instruction("BMOV")
def move_barrier(code: Code, interpreter: Interpreter) -> Action:
    """Copy a reconvergence barrier's lane mask to a register, back, or to another barrier."""
    code.only("32", "CLEAR")
    registers, (to, source) = interpreter.registers, code.operands

    def leave(row: np.ndarray, mask: Mask) -> None:
        if code.has("CLEAR"):
            put(row, np.uint32(0), mask)

    def save(mask: Mask) -> None:
        row = interpreter.barriers[source.index]
        write(row.copy(), mask)
        leave(row, mask)

    def restore(mask: Mask) -> None:
        put(interpreter.barriers[to.index], read(), mask)

    def pass_on(mask: Mask) -> None:
        row = interpreter.barriers[source.index]
        put(interpreter.barriers[to.index], row.copy(), mask)
        leave(row, mask)

    if to.kind == source.kind == "barrier":
        return pass_on
    if to.kind == "barrier":
        read = registers.word(source)
        return restore
    write = registers.writer(to)
    return save
