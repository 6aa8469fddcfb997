"""Pairs of float16 or bfloat16."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arithmetic import halves
from ..arithmetic.rounding import BFLOAT16, FLOAT16
from ..operands import Code
from ..registers import Words, halves_immediate
from . import Action, instruction

if TYPE_CHECKING:
    from ..machine import Machine


def _reads(code: Code, machine: Machine) -> list[Words]:
    """Readers of the sources; two immediates in a row are the halves of one."""
    reads: list[Words] = []
    at = 1
    while at < len(code.operands):
        if code.operands[at].kind == "immediate":
            word = halves_immediate(code, at)
            reads.append(lambda word=word: word)
            at += 2
        else:
            reads.append(machine.registers.halves(code.operands[at]))
            at += 1
    return reads


@instruction("HADD2", "HMUL2", "HFMA2")
def arithmetic(code: Code, machine: Machine) -> Action:
    """MMA says which unit does it, and nothing of the result."""
    code.only("MMA", "F32", "BF16_V2", "FTZ", "SAT", "RELU")
    of = BFLOAT16 if code.has("BF16_V2") else FLOAT16
    write, reads = machine.registers.writer(code.operands[0]), _reads(code, machine)
    if code.has("F32"):
        if code.base != "HADD2" or code.has("FTZ", "SAT", "RELU"):
            raise code.unknown()
        a, b = reads
        return lambda mask: write(halves.add_float32(a(), b(), of), mask)
    options = {"ftz": code.has("FTZ"), "sat": code.has("SAT")}
    if code.base == "HFMA2":
        a, b, c = reads
        relu = code.has("RELU")
        return lambda mask: write(halves.fma(a(), b(), c(), of, relu=relu, **options), mask)
    function = halves.add if code.base == "HADD2" else halves.mul
    a, b = reads
    return lambda mask: write(function(a(), b(), of, **options), mask)
