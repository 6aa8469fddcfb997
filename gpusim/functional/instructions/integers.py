"""Integer arithmetic: add, multiply, shift, logic, bits and bytes; `extrema` has the rest.

Not recorded on a GPU (docs/results/instructions-*): LEA.HI.X.SX32, ULEA, UIADD3 without .X,
UIADD3.64 and USHF.L.U32. They are computed like the recorded LEA, LEA.HI, IADD3 and SHF forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import integers
from ...isa.operands import Code, Operand
from ...state.registers import Mask, Words
from . import Action, instruction
from .forms import of_words, only_suffixes, unsigned

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_PREDICATES = ("P", "UP")


def _terms(interpreter: Interpreter, operands: tuple[Operand, ...]) -> list[Words]:
    """Summands for carry propagation; a negated one is its complement plus one."""
    readers = []
    for operand in operands:
        if operand.negate and operand.kind != "immediate":
            raw = interpreter.registers.raw(operand)
            readers.append(lambda raw=raw: integers.negated(raw()))
        elif not operand.is_zero or operand.invert:
            readers.append(interpreter.registers.word(operand))
    return readers


@instruction("IADD", "IADD3", "UIADD3")
def add3(code: Code, interpreter: Interpreter) -> Action:
    """IADD3. The first carry-out predicate: the sum carries; the second: it carries twice."""
    code.only("X", "64")
    only_suffixes(code)
    if code.has("64"):
        return _add_pairs(code, interpreter)
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in _PREDICATES]
    summands = tuple(rest[len(outgoing) : len(outgoing) + 3])
    incoming = rest[len(outgoing) + 3 :]
    if bool(incoming) != code.has("X") or len(summands) != 3:
        raise code.unknown()
    registers = interpreter.registers
    write = registers.writer(destination)
    if not outgoing and not incoming:
        a, b, c = (registers.word(summand) for summand in summands)
        if summands[2].is_zero:
            return lambda mask: write(a() + b(), mask)
        return lambda mask: write(a() + b() + c(), mask)
    terms = _terms(interpreter, summands)
    carries = [
        registers.condition(carry) for carry in incoming if not (carry.is_true and carry.invert)
    ]
    writers = [registers.writer(operand) for operand in outgoing]

    def act(mask: Mask) -> None:
        total, out = integers.add_with_carry(
            [np.uint32(0), *(read() for read in terms)], [read() for read in carries]
        )
        write(total, mask)
        for threshold, put in enumerate(writers, 1):
            put(out >= threshold, mask)

    return act


def _add_pairs(code: Code, interpreter: Interpreter) -> Action:
    """64-bit sum of register pairs; carries are known for sums of two."""
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in _PREDICATES]
    incoming = [operand for operand in rest[len(outgoing) :] if operand.kind in _PREDICATES]
    summands = [operand for operand in rest if operand.kind not in _PREDICATES]
    carries = [operand for operand in outgoing if not operand.is_true]
    registers, count = interpreter.registers, 2 if code.base == "IADD" else 3
    if len(summands) != count or len(incoming) != code.has("X"):
        raise code.unknown()
    if (carries or incoming) and (count == 3 or carries != outgoing[:1]):
        raise code.unknown()
    if any(summand.negate and summand.kind != "immediate" for summand in summands) and incoming:
        raise code.unknown()
    write = registers.pair_writer(destination)
    readers = [registers.long(summand) for summand in summands]
    before = registers.condition(incoming[0]) if incoming else None
    after = registers.writer(carries[0]) if carries else None
    # A negated zero carries, as the complement plus one does.
    negated = [
        read
        for summand, read in zip(summands, readers, strict=True)
        if summand.negate and summand.kind != "immediate"
    ]

    def act(mask: Mask) -> None:
        total, carry = np.zeros(interpreter.threads, np.uint64), np.False_
        terms = [read() for read in readers]
        for term in [*terms, *([before().astype(np.uint64)] if before else [])]:
            total = total + term
            carry = carry | (total < term)
        for read in negated:
            carry = carry | (read() == 0)
        write(total, mask)
        if after:
            after(np.asarray(carry), mask)

    return act


@instruction("LEA", "ULEA")
def shifted_add(code: Code, interpreter: Interpreter) -> Action:
    """(a << shift) + b; .HI: the upper word of the pair (a, c), or of a's sign extension
    (.SX32).
    """
    code.only("HI", "X", "SX32")
    only_suffixes(code)
    registers = interpreter.registers
    write, rest = registers.writer(code.operands[0]), list(code.operands[1:])
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in _PREDICATES else None
    carry_in = registers.condition(rest.pop()) if code.has("X") else None
    shift = int(rest.pop().value)
    negate = rest[0].negate
    a, high = (registers.raw if negate else registers.word)(rest[0]), None
    (addend,) = _terms(interpreter, (rest[1],)) or [lambda: np.uint32(0)]
    upper = code.has("HI")
    if upper and negate:
        raise code.unknown(f"operand {rest[0].text}")
    if upper and not code.has("SX32"):
        unsigned(code, rest[2])
        high = registers.raw(rest.pop())
    if len(rest) != 2:
        raise code.unknown()

    def act(mask: Mask) -> None:
        first = a()
        if upper:
            first = integers.shifted_high(
                first, high() if high else integers.sign_word(first), shift
            )
            total, out = integers.add_with_carry(
                [first, addend()], [carry_in()] if carry_in else []
            )
        else:
            total, out = integers.shift_add(first, addend(), shift, negate)
            total = total + carry_in() if carry_in else total
        write(total, mask)
        if carry_out:
            carry_out(out != 0, mask)

    if code.has("X") and not upper and carry_out:
        raise code.unknown()
    return act


# --- products -------------------------------------------------------------------------------------


@instruction("IMAD", "UIMAD")
def multiply_add(code: Code, interpreter: Interpreter) -> Action:
    code.only("MOV", "IADD", "SHL", "U32", "X", "WIDE", "HI")
    only_suffixes(code)
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, interpreter)
    destination, *factors, addend = code.operands[:4]
    registers = interpreter.registers
    write, c = registers.writer(destination), registers.word(addend)
    a, b = (registers.word(factor) for factor in factors)
    if len(code.operands) != 4 + code.has("X"):
        raise code.unknown()
    if code.has("X"):
        carry = registers.condition(code.operands[4])
        return lambda mask: write(a() * b() + c() + carry(), mask)
    if any(factor.is_zero for factor in factors):
        return lambda mask: write(c(), mask)
    if factors[1].kind == "immediate" and factors[1].value == 1:
        return lambda mask: write(a() + c(), mask)
    return lambda mask: write(a() * b() + c(), mask)


def _multiply_wide(code: Code, interpreter: Interpreter) -> Action:
    """.WIDE: 64 bits of a * b + c; .HI: the upper word; c is a register pair."""
    registers, rest = interpreter.registers, list(code.operands)
    destination = rest.pop(0)
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in _PREDICATES else None
    carry_in = registers.condition(rest.pop()) if code.has("X") else None
    a_from, b_from, c_from = rest
    unsigned(code, a_from, b_from, *([c_from] if carry_out or carry_in else []))
    if c_from.kind == "immediate":
        raise code.unknown(f"operand {c_from.text}")
    signed = not code.has("U32")
    if (carry_out or carry_in) and signed:
        raise code.unknown()
    a, b, c = registers.word(a_from), registers.word(b_from), registers.long(c_from)
    if code.has("HI"):
        word = registers.writer(destination)

        def write(total: np.ndarray, mask: Mask) -> None:
            word(integers.high_word(total), mask)
    else:
        write = registers.pair_writer(destination)
    if not carry_out and not carry_in:
        return lambda mask: write(integers.multiply_wide(a(), b(), c(), signed), mask)

    def act(mask: Mask) -> None:
        carry = carry_in() if carry_in else np.False_
        total, out = integers.multiply_wide_carry(a(), b(), c(), carry)
        write(total, mask)
        if carry_out:
            carry_out(out, mask)

    return act


@instruction("IDP")
def dot(code: Code, interpreter: Interpreter) -> Action:
    code.only("4A", "2A", "LO", "HI", "S8", "U8", "S16", "U16")
    *_, first, second = code.modifiers
    signs = first[0] == "S", second[0] == "S"
    if code.has("4A"):
        return of_words(code, interpreter, lambda a, b, c: integers.dot4(a, b, c, *signs), 3)
    upper = code.has("HI")
    return of_words(code, interpreter, lambda a, b, c: integers.dot2(a, b, c, *signs, upper), 3)


# --- shifts and logic -----------------------------------------------------------------------------


@instruction("SHF", "USHF")
def shift(code: Code, interpreter: Interpreter) -> Action:
    """Sources: lower word, amount, upper word."""
    code.only("L", "R", "W", "HI", "U32", "S32", "U64", "S64")
    form = {
        "left": code.has("L"),
        "upper": code.has("HI"),
        "is_signed": code.has("S32", "S64"),
        "bits": 64 if code.has("U64", "S64") else 32,
        "wrap": code.has("W"),
    }
    amount = code.operands[2]
    if amount.kind == "immediate" and not form["is_signed"] and amount.value < 32:
        by = np.uint32(int(amount.value))
        if form["left"] and not form["upper"]:
            return of_words(code, interpreter, lambda low, _amount, _high: low << by, 3)
        if not form["left"] and form["upper"]:
            return of_words(code, interpreter, lambda _low, _amount, high: high >> by, 3)
    return of_words(
        code,
        interpreter,
        lambda low, amount, high: integers.funnel_shift(low, high, amount, **form),
        3,
    )


@instruction("LOP3", "ULOP3")
def logic(code: Code, interpreter: Interpreter) -> Action:
    """A bitwise function of three words; the predicate is whether the result is nonzero."""
    code.only("LUT", "PAND")
    only_suffixes(code)
    registers, rest = interpreter.registers, list(code.operands)
    flag = rest.pop(0) if rest[0].kind in _PREDICATES else None
    destination, *words, table, incoming = rest
    a, b, c = (registers.word(word) for word in words)
    write, made = registers.writer(destination), int(table.value)
    if flag is None:
        return lambda mask: write(integers.logic(a(), b(), c(), made), mask)
    put, before = registers.writer(flag), registers.condition(incoming)
    combined = np.logical_and if code.has("PAND") else np.logical_or

    def act(mask: Mask) -> None:
        result = integers.logic(a(), b(), c(), made)
        truth = combined(result != 0, before())
        write(result, mask)
        put(truth, mask)

    return act


@instruction("PRMT", "UPRMT")
def permute(code: Code, interpreter: Interpreter) -> Action:
    code.only(*integers.PERMUTATIONS)
    mode = code.modifiers[0] if code.modifiers else ""
    return of_words(code, interpreter, lambda a, how, b: integers.permute(a, how, b, mode), 3)


# --- bits -----------------------------------------------------------------------------------------


_OF_A_WORD = {
    **dict.fromkeys(("POPC", "UPOPC"), integers.population_count),
    **dict.fromkeys(("BREV", "UBREV"), integers.reverse_bits),
    "IABS": integers.absolute,
}


@instruction(*_OF_A_WORD)
def function_of_a_word(code: Code, interpreter: Interpreter) -> Action:
    code.only()
    return of_words(code, interpreter, _OF_A_WORD[code.base], 1)


@instruction("FLO", "UFLO")
def leading_one(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32", "SH")
    signed, amount = not code.has("U32"), code.has("SH")
    return of_words(code, interpreter, lambda a: integers.leading_one(a, signed, amount), 1)


@instruction("BMSK", "UBMSK")
def bit_mask(code: Code, interpreter: Interpreter) -> Action:
    code.only("W")
    return of_words(
        code, interpreter, lambda start, width: integers.bit_mask(start, width, code.has("W")), 2
    )


@instruction("SGXT", "USGXT")
def extend(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32", "W")
    signed, wrap = not code.has("U32"), code.has("W")
    return of_words(code, interpreter, lambda a, width: integers.extend(a, width, signed, wrap), 2)
