"""Generic addresses: LD, ST, ATOM and QSPC access the memory that an address's window selects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...isa.operands import Code, Operand
from ...state.memory import LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW
from ...state.registers import Mask
from . import Action, instruction
from .accesses import address, extended, load, note, store, width_of
from .atomics import atomic
from .local import local

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# The opcodes that access shared and local memory alone.
_SHARED = {"LD": "LDS", "ST": "STS", "ATOM": "ATOMS"}
_LOCAL = {"LD": "LDL", "ST": "STL"}
_WINDOW_BITS = 32


def _place(code: Code) -> Operand:
    return next(operand for operand in code.operands if operand.kind == "address")


def _as(code: Code, opcode: str) -> Code:
    """The instruction with another opcode and 32-bit addresses; .E marks it as generic."""
    place = _place(code)
    parts = tuple(replace(part, suffix="") for part in place.parts)
    low = replace(place, suffix="", parts=parts)
    operands = tuple(low if operand is place else operand for operand in code.operands)
    return replace(code, instruction=code.instruction._replace(opcode=opcode), operands=operands)


def _windows(code: Code, interpreter: Interpreter) -> Callable[[], np.ndarray]:
    """Returns a function for the upper 32 bits of each lane's address."""
    addresses = address(_place(code), interpreter, pairs=True)
    return lambda: addresses(None) >> _WINDOW_BITS


@instruction("LD", "ST", "ATOM")
def access(code: Code, interpreter: Interpreter) -> Action:
    """An access by generic address: executed for the lanes of each memory separately."""
    code.modifiers.index("E")
    windows = _windows(code, interpreter)
    build = {"LD": load, "ST": store, "ATOM": atomic}[code.base]
    otherwise = build(code, interpreter)
    known: dict[int, Action] = {}
    if code.base == "ATOM" and code.has("F32", "F64", "F16x2", "BF16x2"):
        # The predicate makes the program use compare-and-swap instead.
        known[SHARED_WINDOW] = known[LOCAL_WINDOW] = _not_done(code, interpreter)
    else:
        known[SHARED_WINDOW] = build(_as(code, _SHARED[code.base]), interpreter)
        if code.base in _LOCAL:
            known[LOCAL_WINDOW] = local(_as(code, _LOCAL[code.base]), interpreter)
    if code.base == "LD":
        known[PARAMETER_WINDOW] = _load_parameter(code, interpreter)

    def act(mask: Mask) -> None:
        window, active, rest = windows(), interpreter.active(mask), mask
        for start, action in known.items():
            lanes = active & (window == start >> _WINDOW_BITS)
            if lanes.any():
                action(lanes)
                rest = interpreter.active(rest) & ~lanes
        if rest is None or rest.any():
            otherwise(rest)

    return act


def _not_done(code: Code, interpreter: Interpreter) -> Action:
    write = interpreter.registers.writer(code.operands[0])
    return lambda mask: write(np.False_, mask)


def _load_parameter(code: Code, interpreter: Interpreter) -> Action:
    """A load of a `__grid_constant__` parameter."""
    width, signed = width_of(code)
    addresses = address(_place(code), interpreter, pairs=True)
    bank, base = interpreter.registers.constants[0], interpreter.setup.parameter_base
    parts = range(max(1, width // 4))
    rows = [interpreter.registers.target(code.operands[0], part) for part in parts]
    size = min(width, 4)

    def act(mask: Mask) -> None:
        offsets, lanes = addresses(mask) - PARAMETER_WINDOW + base, interpreter.lanes(mask)
        bad = (offsets % width != 0) | (offsets + width > bank.nbytes)
        if bad.any():
            note(interpreter, "out-of-bounds", "constant", offsets[bad], lanes[bad], width)
            offsets, lanes = offsets[~bad], lanes[~bad]
        data = bank.view(f"u{size}")
        words = [data[offsets // size + part].astype(np.uint32) for part in parts]
        if not code.operands[0].is_zero:
            for row, word in zip(rows, extended(words, width, signed), strict=True):
                row[lanes] = word

    return act


@instruction("QSPC")
def query(code: Code, interpreter: Interpreter) -> Action:
    """Whether a generic address is in the block's (.S) or cluster's (.D) shared memory, local
    memory or global memory.
    """
    code.only("E", "S", "D", "L", "G")
    if not code.operands[1].is_zero:
        raise code.unknown()
    addresses = address(_place(code), interpreter, pairs=True)
    write = interpreter.registers.writer(code.operands[0])

    def act(mask: Mask) -> None:
        generic = addresses(None)
        shared, of_stack = (
            generic >> _WINDOW_BITS == start >> _WINDOW_BITS
            for start in (SHARED_WINDOW, LOCAL_WINDOW)
        )
        own = interpreter.clusters.owner(generic & 0xFFFFFFFF) == interpreter.block_of
        inside = {"S": shared & own, "D": shared, "L": of_stack, "G": ~shared & ~of_stack}
        write(inside[code.modifiers[-1]], mask)

    return act
