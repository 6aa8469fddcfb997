"""float32 and float64 arithmetic, and the special function unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import doubles, floats
from ...arithmetic.integers import high_word
from ...arithmetic.rounding import BFLOAT16, FLOAT16
from ...arithmetic.special import FUNCTIONS, special, special_half, special_high
from ...isa.operands import Code
from ...state.registers import Mask
from . import Action, instruction
from .forms import (
    DIRECTIONS,
    chosen,
    direction,
    double,
    half_number,
    only_suffixes,
    unbarred,
    unsigned,
)

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# Factors of a float32 product: FMUL.D2 is the product, multiplied by 0.5, as ptxas merges them.
SCALES = {
    name: np.float32(scale).view(np.uint32)
    for name, scale in {"D2": 0.5, "D4": 0.25, "D8": 0.125, "M2": 2, "M4": 4, "M8": 8}.items()
}
SINGLE = {"FADD": (floats.add, 2), "FMUL": (floats.mul, 2), "FFMA": (floats.fma, 3)}
DOUBLE = {"DADD": (doubles.add, 2), "DMUL": (doubles.mul, 2), "DFMA": (doubles.fma, 3)}


@instruction(*SINGLE, *(f"U{base}" for base in SINGLE))
def single(code: Code, interpreter: Interpreter) -> Action:
    base = code.base.removeprefix("U")
    scale = chosen(code, SCALES, None) if base == "FMUL" and not code.has("SAT") else None
    code.only("FTZ", "SAT", *DIRECTIONS, *(SCALES if scale else ()))
    only_suffixes(code)
    function, count = SINGLE[base]
    if len(code.operands) != count + 1:
        raise code.unknown("number of operands")
    registers = interpreter.registers
    write = registers.writer(code.operands[0])
    readers = [registers.float_bits(operand) for operand in code.operands[1:]]
    form = {"ftz": code.has("FTZ"), "sat": code.has("SAT"), "rounding": direction(code)}
    if scale:
        a, b = readers
        return lambda mask: write(function(function(a(), b(), **form), scale, **form), mask)
    if count == 2:
        a, b = readers
        return lambda mask: write(function(a(), b(), **form), mask)
    a, b, c = readers
    return lambda mask: write(function(a(), b(), c(), **form), mask)


@instruction(*DOUBLE)
def double_precision(code: Code, interpreter: Interpreter) -> Action:
    code.only(*DIRECTIONS)
    only_suffixes(code)
    function, count = DOUBLE[code.base]
    if len(code.operands) != count + 1:
        raise code.unknown("number of operands")
    write = interpreter.registers.pair_writer(code.operands[0])
    readers = [double(code, interpreter, operand) for operand in code.operands[1:]]
    rounding = direction(code)
    return lambda mask: write(function(*(read() for read in readers), rounding), mask)


@instruction("FMNMX3")
def extremum_of_three(code: Code, interpreter: Interpreter) -> Action:
    """The minimum of three where the predicate holds, else the maximum."""
    code.only("FTZ", "NAN")
    only_suffixes(code)
    registers = interpreter.registers
    a, b, c = (registers.float_bits(operand) for operand in code.operands[1:4])
    write, least = registers.writer(code.operands[0]), registers.condition(code.operands[4])
    form = {"ftz": code.has("FTZ"), "nan": code.has("NAN")}

    def act(mask: Mask) -> None:
        first = floats.extremum(a(), b(), least(), **form)
        write(floats.extremum(first, c(), least(), **form), mask)

    return act


@instruction("FMNMX", "UFMNMX")
def extremum(code: Code, interpreter: Interpreter) -> Action:
    """The minimum where the predicate holds, else the maximum."""
    code.only("FTZ", "NAN", "XORSIGN")
    only_suffixes(code)
    registers, xorsign = interpreter.registers, code.has("XORSIGN")
    operands = code.operands[1:3]
    if xorsign:
        # The |bars| belong to .XORSIGN, which uses the signs.
        operands = [unbarred(code, operand) for operand in operands]
    a, b = (registers.float_bits(operand) for operand in operands)
    write, least = registers.writer(code.operands[0]), registers.condition(code.operands[3])
    ftz, nan = code.has("FTZ"), code.has("NAN")
    return lambda mask: write(
        floats.extremum(a(), b(), least(), ftz=ftz, nan=nan, xorsign=xorsign), mask
    )


@instruction("MUFU")
def special_function(code: Code, interpreter: Interpreter) -> Action:
    """MUFU of float32, of the upper half of a float64, or of a half: the lower one unless .H1."""
    name, *kind = code.modifiers
    registers = interpreter.registers
    write, operand = registers.writer(code.operands[0]), code.operands[1]
    if name in ("RCP64H", "RSQ64H") and not kind:
        only_suffixes(code)
        if operand.kind == "immediate":
            # Written as the float64 whose upper half it is.
            bits = high_word(double(code, interpreter, operand)())
            return lambda mask: write(special_high(bits, name), mask)
        read = registers.float_bits(operand)
        return lambda mask: write(special_high(read(), name), mask)
    if name not in FUNCTIONS:
        raise code.unknown()
    if not kind:
        only_suffixes(code)
        word = registers.float_bits(operand)
        return lambda mask: write(special(word(), name), mask)
    of = {"F16": FLOAT16, "BF16": BFLOAT16}[kind[0]]
    only_suffixes(code, ".H1", ".H0")
    unsigned(code, operand)
    if kind[1:]:
        raise code.unknown()
    if operand.kind == "immediate":
        number = half_number(operand, of)
        return lambda mask: write(special_half(number, name, of), mask)
    read, shift = registers.raw(operand), np.uint32(16 if operand.suffix == ".H1" else 0)
    return lambda mask: write(special_half(read() >> shift, name, of), mask)
