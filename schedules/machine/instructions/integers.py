"""Integer instructions, of threads and of warps (the same with U before their names)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arithmetic import integers
from ..operands import Code, Operand
from ..registers import Mask, Registers, Words
from . import Action, instruction

if TYPE_CHECKING:
    from ..machine import Machine

_COMPARISONS = {
    "LT": np.less,
    "EQ": np.equal,
    "LE": np.less_equal,
    "GT": np.greater,
    "NE": np.not_equal,
    "GE": np.greater_equal,
}
_JOINS = {"AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor}


def split_predicates(code: Code) -> tuple[Operand, list[Operand], list[Operand], list[Operand]]:
    """Destination, carries out, the words, and carries in: predicates stand behind the
    destination and at the end."""
    destination, *rest = code.operands
    count = next(n for n, one in enumerate(rest) if one.kind not in ("P", "UP"))
    words = [one for one in rest[count:] if one.kind not in ("P", "UP")]
    return destination, rest[:count], words, rest[count + len(words) :]


def _term(registers: Registers, operand: Operand) -> Words:
    """An addend whose carry counts: what is subtracted adds its complement and one."""
    if operand.negate:
        raw = registers.raw(operand)
        return lambda: integers.negated(raw())
    return registers.word(operand)


@instruction("IADD3", "UIADD3", "VIADD", "UIADD")
def add(code: Code, machine: Machine) -> Action:
    code.only("X")
    registers = machine.registers
    destination, carries, words, inputs = split_predicates(code)
    write = registers.writer(destination)
    if not code.has("X") and not any(not one.is_true for one in carries):
        if inputs:
            raise code.unknown()
        terms = [registers.word(one) for one in words if not one.is_zero]
        if len(terms) == 1:
            return lambda mask: write(terms[0](), mask)
        if len(terms) == 2:
            first, second = terms
            return lambda mask: write(first() + second(), mask)
        return lambda mask: write(sum(term() for term in terms[1:]) + terms[0](), mask)
    terms = [_term(registers, one) for one in words]
    taken = [registers.condition(one) for one in inputs]
    outputs = [registers.writer(one) for one in carries]

    def act(mask: Mask) -> None:
        total, over = integers.add_with_carry(
            [term() for term in terms], [condition().astype(np.int64) for condition in taken]
        )
        for at, output in enumerate(outputs):
            output(over > at, mask)
        write(total, mask)

    return act


@instruction("IMAD", "UIMAD")
def multiply_add(code: Code, machine: Machine) -> Action:
    """IMAD in its forms; MOV, SHL, IADD and U32 only say what it is used for."""
    code.only("MOV", "SHL", "IADD", "U32", "X", "WIDE", "HI")
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, machine)
    registers = machine.registers
    destination, carries, words, inputs = split_predicates(code)
    if any(not one.is_true for one in carries):
        raise code.unknown()
    write = registers.writer(destination)
    a, b, c = (registers.word(one) for one in words)
    if inputs:
        taken = [registers.condition(one) for one in inputs]

        def with_carry(mask: Mask) -> None:
            total = a() * b() + c()
            write(total + sum(condition().astype(np.uint32) for condition in taken), mask)

        return with_carry
    if words[0].is_zero or words[1].is_zero:
        return lambda mask: write(c(), mask)
    if words[2].is_zero:
        return lambda mask: write(a() * b(), mask)
    return lambda mask: write(a() * b() + c(), mask)


def _multiply_wide(code: Code, machine: Machine) -> Action:
    registers = machine.registers
    destination, carries, words, inputs = split_predicates(code)
    a, b = registers.word(words[0]), registers.word(words[1])
    is_signed, upper = not code.has("U32"), code.has("HI")
    addend = words[2]
    if addend.negate or addend.invert:
        raise code.unknown()
    if upper:
        # The addend is a word, added to the upper half.
        low = registers.word(addend)
        write = registers.writer(destination)
    else:
        low = registers.pair(addend)
        write = registers.pair_writer(destination)
    outputs = [registers.writer(one) for one in carries]
    if (inputs or any(not one.is_true for one in carries)) and (upper or is_signed):
        raise code.unknown()
    taken = registers.condition(inputs[0]) if inputs else None

    def act(mask: Mask) -> None:
        if upper:
            product = integers.multiply_wide(a(), b(), np.uint64(0), is_signed)
            write(integers.high_word(product) + low(), mask)
        elif outputs or taken:
            carry = taken() if taken else np.False_
            total, over = integers.multiply_wide_carry(a(), b(), low(), carry)
            for output in outputs:
                output(over, mask)
            write(total, mask)
        else:
            write(integers.multiply_wide(a(), b(), low(), is_signed), mask)

    return act


@instruction("LEA", "ULEA")
def shift_add(code: Code, machine: Machine) -> Action:
    """(a << n) + b, or with HI the upper word of the pair (a, c), and with SX32 of a's sign."""
    code.only("HI", "X", "SX32")
    registers = machine.registers
    destination, carries, words, inputs = split_predicates(code)
    write = registers.writer(destination)
    outputs = [registers.writer(one) for one in carries]
    taken = [registers.condition(one) for one in inputs] if code.has("X") else []
    a, b = registers.word(words[0]), _term(registers, words[1])
    amount = words[-1]
    if amount.kind != "immediate":
        raise code.unknown("a shift that is no number")
    shift = int(amount.value)
    if code.has("HI"):
        high = None if code.has("SX32") else registers.word(words[2])

        def first() -> np.ndarray:
            low = a()
            return integers.shifted_high(
                low, integers.sign_word(low) if not high else high(), shift
            )
    else:

        def first() -> np.ndarray:
            return a() << np.uint32(shift)

    def act(mask: Mask) -> None:
        total, over = integers.add_with_carry(
            [first(), b()], [condition().astype(np.int64) for condition in taken]
        )
        for output in outputs:
            output(over != 0, mask)
        write(total, mask)

    return act


@instruction("SHF", "USHF")
def shift(code: Code, machine: Machine) -> Action:
    code.only("L", "R", "W", "HI", "U32", "S32", "U64", "S64")
    registers = machine.registers
    write = registers.writer(code.operands[0])
    low, amount, high = (registers.word(one) for one in code.operands[1:4])
    kinds = {
        "left": code.has("L"),
        # A left shift of a pair gives its upper word when it says HI, a right one too.
        "upper": code.has("HI"),
        "is_signed": code.has("S32", "S64"),
        "bits": 64 if code.has("U64", "S64") else 32,
        "wrap": code.has("W"),
    }
    return lambda mask: write(
        integers.funnel_shift(low(), amount=amount(), high=high(), **kinds), mask
    )


@instruction("LOP3", "ULOP3")
def logic(code: Code, machine: Machine) -> Action:
    code.only("LUT", "PAND")
    registers = machine.registers
    operands = list(code.operands)
    flag = registers.writer(operands.pop(0)) if operands[0].kind in ("P", "UP") else None
    write = registers.writer(operands[0])
    a, b, c = (registers.word(one) for one in operands[1:4])
    table, other = int(operands[4].value), registers.condition(operands[5])
    conjunction = code.has("PAND")

    def act(mask: Mask) -> None:
        value = integers.logic(a(), b(), c(), table)
        if flag:
            some = value != 0
            flag(some & other() if conjunction else some | other(), mask)
        write(value, mask)

    return act


@instruction("PLOP3", "UPLOP3")
def logic_of_predicates(code: Code, machine: Machine) -> Action:
    """Two predicates, each by a table of its own."""
    code.only("LUT")
    registers = machine.registers
    outputs = [registers.writer(one) for one in code.operands[:2]]
    inputs = [registers.condition(one) for one in code.operands[2:5]]
    tables = [int(one.value) for one in code.operands[5:7]]

    def act(mask: Mask) -> None:
        given = [condition() for condition in inputs]
        values = [integers.logic(*given, table) for table in tables]
        for output, value in zip(outputs, values, strict=True):
            output(value, mask)

    return act


@instruction("ISETP", "UISETP")
def compare(code: Code, machine: Machine) -> Action:
    """Two predicates: the comparison, and its opposite, each joined with the last operand."""
    code.only(*_COMPARISONS, *_JOINS, "U32", "EX")
    registers = machine.registers
    how = _COMPARISONS[code.modifiers[0]]
    join = _JOINS[next(one for one in reversed(code.modifiers) if one in _JOINS)]
    first, second = (registers.writer(one) for one in code.operands[:2])
    a, b = registers.word(code.operands[2]), registers.word(code.operands[3])
    other = registers.condition(code.operands[4])
    kind = np.uint32 if code.has("U32") else np.int32
    lower = registers.condition(code.operands[5]) if code.has("EX") else None

    def act(mask: Mask) -> None:
        x, y = a().view(kind), b().view(kind)
        holds = how(x, y)
        if lower is not None:
            # The upper words decide unless they are equal; then the lower ones have.
            holds = np.where(x == y, lower(), holds)
        condition = other()
        opposite = join(~holds, condition)
        first(join(holds, condition), mask)
        second(opposite, mask)

    return act


@instruction("PRMT", "UPRMT")
def permute(code: Code, machine: Machine) -> Action:
    code.only(*integers.PERMUTATIONS)
    registers = machine.registers
    write = registers.writer(code.operands[0])
    a, selector, b = (registers.word(one) for one in code.operands[1:4])
    mode = code.modifiers[0] if code.modifiers else ""
    return lambda mask: write(integers.permute(a(), selector(), b(), mode), mask)
