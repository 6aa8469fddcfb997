"""Conversions between formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arithmetic import conversions
from ..arithmetic.rounding import BFLOAT16, FLOAT16, FLOAT32
from ..operands import Code
from . import Action, instruction

if TYPE_CHECKING:
    from ..machine import Machine


@instruction("F2FP")
def pack(code: Code, machine: Machine) -> Action:
    """Two float32 as halves of a register, the first operand above."""
    code.only("F16", "BF16", "F32", "PACK_AB", "RELU")
    registers = machine.registers
    to = BFLOAT16 if code.has("BF16") else FLOAT16
    write = registers.writer(code.operands[0])
    high, low = (registers.float_bits(one) for one in code.operands[1:3])
    relu = code.has("RELU")
    return lambda mask: write(conversions.pack(high(), low(), to, relu=relu), mask)


@instruction("I2FP", "I2F")
def from_integer(code: Code, machine: Machine) -> Action:
    code.only("F32", "F16", "S32", "U32", "RP", "RN", "RM", "RZ")
    registers = machine.registers
    write, read = registers.writer(code.operands[0]), registers.word(code.operands[1])
    to = FLOAT16 if code.has("F16") else FLOAT32
    rounding = next((one for one in code.modifiers if one in ("RP", "RM", "RZ")), "RN")
    is_signed = not code.has("U32")

    def act(mask: np.ndarray | None) -> None:
        bits = np.atleast_1d(read()).astype(np.uint64)
        write(conversions.from_integer(bits, 32, is_signed, to, rounding), mask)

    return act
