"""Conversions between floating-point formats, and between floats and integers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...arithmetic import conversions
from ...arithmetic.rounding import BFLOAT16, E4M3, E5M2, FLOAT16, FLOAT32, FLOAT64, decoded, flush
from ...isa.decoder import Code
from ...state.execution import Execution
from ...state.registers import Mask, Words
from . import (
    DIRECTIONS,
    Action,
    direction,
    double,
    first_of,
    half_number,
    instruction,
    only_suffixes,
    unsigned,
)

# A float64 occupies two registers.
_FORMATS = {"F32": FLOAT32, "F16": FLOAT16, "BF16": BFLOAT16, "F64": FLOAT64}
_PACKED = {**_FORMATS, "E4M3": E4M3, "E5M2": E5M2}
# Bits, and whether signed.
_INTEGERS = {
    f"{sign}{bits}": (bits, sign == "S") for sign in ("S", "U") for bits in (8, 16, 32, 64)
}
_PACKED_INTEGERS = [f"{sign}{bits}" for sign in ("S", "U") for bits in (2, 4, 8, 16)]
_WHOLE = ("FLOOR", "CEIL", "TRUNC")
# Bit offset of a narrow operand in its register.
_SHIFTS = {"": 0, ".H0": 0, ".H1": 16, **{f".B{byte}": 8 * byte for byte in range(4)}}


def _narrow(code: Code, execution: Execution, operand) -> Words:
    """uint32 of a register, with the part that the operand selects shifted down."""
    if not operand.suffix:
        return execution.registers.word(operand)
    unsigned(code, operand)
    read, shift = execution.registers.raw(operand), np.uint32(_SHIFTS[operand.suffix])
    return lambda: read() >> shift


def _number(code: Code, execution: Execution, operand, of) -> Words:
    """Bits of a number operand of a format: uint64 of a float64, else uint32."""
    if of is FLOAT64:
        return double(code, execution, operand)
    if of is FLOAT32:
        only_suffixes(code)
        return execution.registers.float_bits(operand)
    unsigned(code, operand)
    if operand.kind == "immediate":
        bits = half_number(operand, of)
        return lambda: bits
    return _narrow(code, execution, operand)


def _packed(code: Code, execution: Execution) -> Words:
    """Bits of a register with several numbers; a number there is written as a float32's value."""
    operand = code.operands[1]
    unsigned(code, operand)
    if operand.kind == "immediate":
        return execution.registers.float_bits(operand)
    return _narrow(code, execution, operand)


def _writer(code: Code, execution: Execution, bits: int) -> Callable[[np.ndarray, Mask], None]:
    """Writes the result, a register pair for 64 bits."""
    registers = execution.registers
    return (registers.pair_writer if bits == 64 else registers.writer)(code.operands[0])


def _whole(code: Code) -> str:
    return first_of(code, {name: name for name in _WHOLE}, "RN")


@instruction("F2F")
def resize(code: Code, execution: Execution) -> Action:
    """Conversion between floating-point formats: modifiers name the destination format, then the
    source."""
    code.only(*_FORMATS, *DIRECTIONS, "FTZ", "SAT")
    to, of = (_FORMATS[modifier] for modifier in code.modifiers if modifier in _FORMATS)
    read = _number(code, execution, code.operands[1], of)
    form = {"ftz": code.has("FTZ"), "sat": code.has("SAT"), "rounding": direction(code)}
    if to is FLOAT64 and (code.has("FTZ", "SAT") or of is FLOAT64):
        raise code.unknown()
    write = _writer(code, execution, to.bits)
    return lambda mask: write(conversions.resized(read(), of, to, **form), mask)


@instruction("FRND")
def round_to_integer(code: Code, execution: Execution) -> Action:
    code.only(*_FORMATS, *_WHOLE, "FTZ")
    of, rounding, ftz = first_of(code, _FORMATS, FLOAT32), _whole(code), code.has("FTZ")
    read = _number(code, execution, code.operands[1], of)
    write = _writer(code, execution, of.bits)
    return lambda mask: write(conversions.round_to_integer(read(), of, rounding, ftz), mask)


@instruction("F2I")
def to_integer(code: Code, execution: Execution) -> Action:
    code.only(*_FORMATS, *_INTEGERS, *_WHOLE, "FTZ", "NTZ")
    of, (bits, signed) = first_of(code, _FORMATS, FLOAT32), first_of(code, _INTEGERS, (32, True))
    read, rounding = _number(code, execution, code.operands[1], of), _whole(code)
    ftz, to_zero = code.has("FTZ"), code.has("NTZ")
    write = _writer(code, execution, bits)

    def act(mask) -> None:
        words = read()
        values = decoded(flush(words) if ftz else words, of)
        made = conversions.to_integer(values, bits, signed, rounding, to_zero)
        write(made if bits == 64 else made.astype(np.uint32), mask)

    return act


@instruction("F2IP")
def to_bytes(code: Code, execution: Execution) -> Action:
    """cvt.pack.sat of two float32, rounded to integers: A above B, both below C's lower half."""
    code.only("U8", "S8", "F32", *_WHOLE, "NTZ")
    if not code.has("NTZ"):
        raise code.unknown()
    registers, (to, a, b, c) = execution.registers, code.operands
    rounding, signed = _whole(code), code.has("S8")
    pair = [registers.float_bits(operand) for operand in (a, b)]
    above, write = registers.raw(c), registers.writer(to)

    def act(mask) -> None:
        upper, lower = (
            conversions.to_integer(decoded(read(), FLOAT32), 8, signed, rounding, True)
            .astype(np.uint32) & np.uint32(0xFF)
            for read in pair
        )  # fmt: skip
        write(np.asarray(above(), np.uint32) << 16 | upper << 8 | lower, mask)

    return act


@instruction("I2IP")
def pack_integers(code: Code, execution: Execution) -> Action:
    """cvt.pack.sat: A and B saturated to n-bit types, A in the upper half; C is above both."""
    code.only(*_PACKED_INTEGERS, "S32", "SAT")
    kind, registers, (to, a, b, c) = code.modifiers[0], execution.registers, code.operands
    bits = int(kind[1:])
    if code.modifiers[1:] != ("S32", "SAT") or c.suffix not in ("", f".{32 - 2 * bits}"):
        raise code.unknown()
    unsigned(code, a, b, c)
    if bits == 16 and not c.is_zero:
        raise code.unknown("merging")
    write, readers = registers.writer(to), [registers.raw(operand) for operand in (a, b, c)]
    part, size, above = np.uint32((1 << bits) - 1), np.uint32(bits), np.uint32(2 * bits % 32)

    def act(mask) -> None:
        words = [np.asarray(read(), np.uint32) for read in readers]
        upper, lower = (
            conversions.saturated(word, bits, kind[0] == "S") & part for word in words[:2]
        )
        write(words[2] << above | upper << size | lower, mask)

    return act


@instruction("I2I")
def saturate(code: Code, execution: Execution) -> Action:
    """cvt.sat of a 32-bit integer to 8 or 16 bits, which are extended to the register's 32."""
    kind, *rest = code.modifiers
    bits, signed = _INTEGERS[kind]
    if rest != ["S32", "SAT"] or bits > 16:
        raise code.unknown()
    only_suffixes(code)
    read, write = (
        execution.registers.word(code.operands[1]),
        execution.registers.writer(code.operands[0]),
    )
    return lambda mask: write(
        conversions.saturated(np.asarray(read(), np.uint32), bits, signed), mask
    )


@instruction("I2F", "I2FP", "UI2F", "UI2FP")
def from_integer(code: Code, execution: Execution) -> Action:
    code.only(*_FORMATS, *_INTEGERS, *DIRECTIONS)
    only_suffixes(code, *_SHIFTS)
    to, (bits, signed) = first_of(code, _FORMATS, FLOAT32), first_of(code, _INTEGERS, (32, True))
    operand, registers = code.operands[1], execution.registers
    if bits == 64:
        unsigned(code, operand)
    read = registers.pair(operand) if bits == 64 else _narrow(code, execution, operand)
    write, rounding = _writer(code, execution, to.bits), direction(code)
    return lambda mask: write(
        conversions.from_integer(np.asarray(read()), bits, signed, to, rounding), mask
    )


@instruction("F2FP")
def pack(code: Code, execution: Execution) -> Action:
    """Packing conversion: modifiers name the destination format, then the source.

    A is the upper of two numbers, B the lower. The lower half of C goes above a pair of bytes;
    beside a half only zero is known.
    """
    if code.has("TF32"):
        return _to_tf32(code, execution)
    modes = ("PACK_AB", "PACK_AB_MERGE_C", "MERGE_C", "UNPACK_B", "UNPACK_B_MERGE_C")
    code.only(*_PACKED, *modes, "SATFINITE", "RELU", "RZ")
    formats = [_PACKED[modifier] for modifier in code.modifiers if modifier in _PACKED]
    # Before sm_89 only the destination format is named, and not if it is float16.
    to, of = (*formats, *(FLOAT16, FLOAT32)[len(formats) :])
    mode = next(modifier for modifier in code.modifiers if modifier in modes)
    if mode == "MERGE_C" and not code.operands[-1].is_zero:
        raise code.unknown("merging")
    if FLOAT64 in (to, of) or code.has("SATFINITE") < (to in (E4M3, E5M2)):
        raise code.unknown()
    registers, form = execution.registers, {"relu": code.has("RELU"), "rounding": direction(code)}
    form["finite"] = code.has("SATFINITE")
    write = registers.writer(code.operands[0])
    if mode == "UNPACK_B" and of in (E4M3, E5M2) and to is FLOAT16 and not code.has("RZ"):
        only_suffixes(code, ".H1", ".H0")
        read, relu = _packed(code, execution), code.has("RELU")
        return lambda mask: write(conversions.unpack(read(), of, to, relu=relu), mask)
    only_suffixes(code)
    if mode == "UNPACK_B_MERGE_C" and of is FLOAT16 and not code.has("RZ"):
        read, relu, above = _packed(code, execution), code.has("RELU"), _merged(code, execution)
        return lambda mask: write(above() | conversions.pack_halves(read(), to, relu=relu), mask)
    if of is not FLOAT32:
        raise code.unknown()
    if mode == "MERGE_C":
        zero, read = np.uint32(0), registers.float_bits(code.operands[1])
        return lambda mask: write(conversions.pack(zero, read(), to, **form), mask)
    if mode not in ("PACK_AB", "PACK_AB_MERGE_C"):
        raise code.unknown()
    high, low = (registers.float_bits(operand) for operand in code.operands[1:3])
    if mode == "PACK_AB_MERGE_C":
        above = _merged(code, execution)
        return lambda mask: write(above() | conversions.pack(high(), low(), to, **form), mask)
    return lambda mask: write(conversions.pack(high(), low(), to, **form), mask)


def _to_tf32(code: Code, execution: Execution) -> Action:
    code.only("TF32", "F32", "PACK_B", "RZ", "RELU")
    only_suffixes(code)
    read = execution.registers.float_bits(code.operands[1])
    write = execution.registers.writer(code.operands[0])
    rounding, relu = direction(code), code.has("RELU")
    return lambda mask: write(conversions.to_tf32(read(), rounding, relu=relu), mask)


def _merged(code: Code, execution: Execution) -> Words:
    """The word that C contributes to the upper half."""
    unsigned(code, code.operands[-1])
    read = execution.registers.raw(code.operands[-1])
    return lambda: read() << np.uint32(16)
