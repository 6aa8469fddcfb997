"""float32 instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arithmetic import floats
from ..operands import Code
from . import Action, instruction

if TYPE_CHECKING:
    from ..machine import Machine

_ROUNDINGS = ("RN", "RM", "RP", "RZ")


def _options(code: Code) -> dict[str, object]:
    rounding = next((one for one in code.modifiers if one in _ROUNDINGS), "RN")
    return {"ftz": code.has("FTZ"), "sat": code.has("SAT"), "rounding": rounding}


@instruction("FADD", "FMUL", "FFMA")
def arithmetic(code: Code, machine: Machine) -> Action:
    code.only("FTZ", "SAT", *_ROUNDINGS)
    registers, options = machine.registers, _options(code)
    function = {"FADD": floats.add, "FMUL": floats.mul, "FFMA": floats.fma}[code.base]
    write = registers.writer(code.operands[0])
    reads = [registers.float_bits(one) for one in code.operands[1:]]
    if len(reads) == 2:
        a, b = reads
        return lambda mask: write(function(a(), b(), **options), mask)
    a, b, c = reads
    return lambda mask: write(function(a(), b(), c(), **options), mask)
