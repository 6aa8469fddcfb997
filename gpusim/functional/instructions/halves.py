"""Packed float16 and bfloat16 (.BF16_V2) arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...arithmetic import halves
from ...isa.operands import Code
from ...state.registers import Mask
from . import Action, instruction
from .forms import half_format, half_pairs, unbarred

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_FUNCTIONS = {"HADD2": (halves.add, 2), "HMUL2": (halves.mul, 2), "HFMA2": (halves.fma, 3)}


@instruction(*_FUNCTIONS)
def arithmetic(code: Code, interpreter: Interpreter) -> Action:
    """Arithmetic on pairs of halves.

    .MMA names the unit; with .F32 the sum of the lower halves is a float32.
    """
    code.only("MMA", "F32", "BF16_V2", "FTZ", "SAT", "RELU")
    function, count = _FUNCTIONS[code.base]
    of = half_format(code)
    write = interpreter.registers.writer(code.operands[0])
    readers = half_pairs(code, interpreter, code.operands[1:])
    if len(readers) != count:
        raise code.unknown("number of operands")
    if code.has("F32"):
        if code.base != "HADD2" or code.has("FTZ", "SAT", "RELU"):
            raise code.unknown()
        a, b = readers
        return lambda mask: write(halves.add_float32(a(), b(), of), mask)
    clamps = {name.lower(): code.has(name) for name in ("FTZ", "SAT", "RELU")}
    return lambda mask: write(function(*(read() for read in readers), of, **clamps), mask)


@instruction("HMNMX2")
def extremum(code: Code, interpreter: Interpreter) -> Action:
    """The minimum of each half where the predicate holds, else the maximum."""
    code.only("BF16_V2", "FTZ", "NAN", "XORSIGN", "RELU")
    registers, of = interpreter.registers, half_format(code)
    operands = list(code.operands[1:-1])
    if code.has("XORSIGN"):
        # The |bars| belong to .XORSIGN, which uses the signs.
        operands = [unbarred(code, operand) for operand in operands]
    a, b = half_pairs(code, interpreter, operands)
    write, least = registers.writer(code.operands[0]), registers.condition(code.operands[-1])
    form = {name.lower(): code.has(name) for name in ("FTZ", "NAN", "XORSIGN", "RELU")}
    return lambda mask: write(halves.extremum(a(), b(), least(), of, **form), mask)


@instruction("VHMNMX")
def extremum_of_three(code: Code, interpreter: Interpreter) -> Action:
    """The minimum of three halves where the predicate holds, else the maximum."""
    code.only()
    a, b, c = half_pairs(code, interpreter, code.operands[1:-1])
    registers = interpreter.registers
    write, least = registers.writer(code.operands[0]), registers.condition(code.operands[-1])

    def act(mask: Mask) -> None:
        first = halves.extremum(a(), b(), least())
        write(halves.extremum(first, c(), least()), mask)

    return act
