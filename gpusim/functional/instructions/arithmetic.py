"""Arithmetic on registers: integers, bits, float32, float64, halves, extrema.

An instruction whose result is a function of its sources is a row of ROWS. Not recorded on a GPU
(docs/results/instructions-*): LEA.HI.X.SX32, ULEA, UIADD3 without .X, UIADD3.64 and
USHF.L.U32. They are computed like the recorded LEA, LEA.HI, IADD3 and SHF forms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from ...arithmetic import doubles, floats, integers, rounding
from ...arithmetic.integers import high_word
from ...arithmetic.rounding import BFLOAT16, FLOAT16
from ...arithmetic.special import (
    FUNCTIONS,
    division_leaves_range,
    special,
    special_half,
    special_high,
)
from ...isa.decoder import PREDICATES, Code, Operand
from ...state.execution import Execution
from ...state.registers import Mask, Words
from . import (
    DIRECTIONS,
    Action,
    combination,
    direction,
    double,
    first_of,
    half_format,
    half_number,
    half_pairs,
    instruction,
    only_suffixes,
    unbarred,
    unsigned,
)

Function = Callable[..., np.ndarray]
COMPARISONS = {name: name for name in floats.COMPARISONS}
_ALWAYS = {
    "T": lambda a, b: np.ones(np.broadcast(a, b).shape, bool),
    "F": lambda a, b: np.zeros(np.broadcast(a, b).shape, bool),
}
# Factors of a float32 product: FMUL.D2 is the product, multiplied by 0.5, as ptxas merges them.
SCALES = {
    name: np.float32(scale).view(np.uint32)
    for name, scale in {"D2": 0.5, "D4": 0.25, "D8": 0.125, "M2": 2, "M4": 4, "M8": 8}.items()
}
SINGLE = {"FADD": (floats.add, 2), "FMUL": (floats.mul, 2), "FFMA": (floats.fma, 3)}
DOUBLE = {"DADD": (doubles.add, 2), "DMUL": (doubles.mul, 2), "DFMA": (doubles.fma, 3)}


# --- functions of the sources ---------------------------------------------------------------------


class Row(NamedTuple):
    """An opcode whose result is a function of its sources.

    `function` maps an instruction to that function. `sources` are `count` 'words', 'floats',
    'doubles' or 'halves', optionally followed by `conditions` predicates; with a modifier of `long`
    words are pairs. The function returns `results` values, two of which are predicates.
    """

    function: Callable[[Code], Function]
    sources: str
    count: int
    modifiers: tuple[str, ...] = ()
    conditions: int = 0
    results: int = 1
    long: tuple[str, ...] = ("64",)


def _with(function: Function, *flags: str, **named: str) -> Callable[[Code], Function]:
    """The function with these modifiers, under their own or other names, as keyword arguments."""
    names = {flag.lower(): flag for flag in flags} | named
    return lambda code: partial(function, **{name: code.has(flag) for name, flag in names.items()})


def _signed(function: Function, **named: str) -> Callable[[Code], Function]:
    """The same with `is_signed`, false for .U32."""
    of = _with(function, **named)
    return lambda code: partial(of(code), is_signed=not code.has("U32"))


def _single(code: Code) -> Function:
    function, _ = SINGLE[code.base.removeprefix("U")]
    form = {"ftz": code.has("FTZ"), "sat": code.has("SAT"), "rounding": direction(code)}
    scale = first_of(code, SCALES, None)
    if scale is None:
        return partial(function, **form)
    if code.has("SAT"):
        raise code.unknown()
    return lambda a, b: function(function(a, b, **form), scale, **form)


def _double(code: Code) -> Function:
    return partial(DOUBLE[code.base][0], rounding=direction(code))


def _halves(function: Function) -> Callable[[Code], Function]:
    def of(code: Code) -> Function:
        """.MMA names the unit; with .F32 the sum of the lower halves is a float32."""
        if code.has("F32"):
            if code.base != "HADD2" or code.has("FTZ", "SAT", "RELU"):
                raise code.unknown()
            return partial(floats.pair_add_float32, of=half_format(code))
        clamps = {name.lower(): code.has(name) for name in ("FTZ", "SAT", "RELU")}
        return partial(function, of=half_format(code), **clamps)

    return of


def _of_three(extremum: Function) -> Function:
    """The extremum of three numbers."""
    return lambda a, b, c, least, **form: extremum(extremum(a, b, least, **form), c, least, **form)


def _half_extremum(code: Code) -> Function:
    form = {name.lower(): code.has(name) for name in ("FTZ", "NAN", "XORSIGN", "RELU")}
    of = half_format(code)
    return lambda a, b, least: floats.pair_extremum(a, b, least, of, **form)


def _dot(code: Code) -> Function:
    *_, first, second = code.modifiers
    signs = first[0] == "S", second[0] == "S"
    if code.has("4A"):
        return lambda a, b, c: integers.dot4(a, b, c, *signs)
    return lambda a, b, c: integers.dot2(a, b, c, *signs, code.has("HI"))


def _shift(code: Code) -> Function:
    """Sources: lower word, amount, upper word."""
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
            return lambda low, _amount, _high: low << by
        if not form["left"] and form["upper"]:
            return lambda _low, _amount, high: high >> by
    return lambda low, amount, high: integers.funnel_shift(low, high, amount, **form)


def _permute(code: Code) -> Function:
    return partial(integers.permute, mode=code.modifiers[0] if code.modifiers else "")


def _byte_distance(code: Code) -> Function:
    """Distances of bytes, in their places or (.ACC) all added to c."""
    if not code.has("U8"):
        raise code.unknown()
    if code.has("ACC"):
        return partial(integers.byte_distance, is_signed=False)
    return lambda a, b, _c: (
        integers.byte_distances(a, b, False).astype(np.uint8).view(np.uint32)[..., 0]
    )


# --- comparisons


def _integer_order(code: Code) -> Function:
    """.EX compares upper words; if they are equal, the predicate of the lower words decides."""
    name, long = code.modifiers[0], code.has("S64", "U64")
    if long and (code.has("EX") or name in _ALWAYS):
        raise code.unknown()
    as_is, signed = code.has("U32", "U64"), np.int64 if long else np.int32
    compare = (integers.ORDERED | _ALWAYS)[name]

    def order(a: np.ndarray, b: np.ndarray, *lower: np.ndarray) -> np.ndarray:
        x, y = (a, b) if as_is else (a.view(signed), b.view(signed))
        truth = compare(x, y)
        return np.where(x == y, lower[0], truth) if lower else truth

    return order


def _float_order(code: Code) -> Function:
    return partial(floats.compared, how=first_of(code, COMPARISONS, ""), ftz=code.has("FTZ"))


def _double_order(code: Code) -> Function:
    how = first_of(code, COMPARISONS, "")
    return lambda a, b: floats.compared_values(a.view(np.float64), b.view(np.float64), how)


def _half_order(code: Code) -> Function:
    """The result has one more axis, for the lower and the upper half."""
    return partial(
        floats.pair_compared,
        how=first_of(code, COMPARISONS, ""),
        of=half_format(code),
        ftz=code.has("FTZ"),
    )


def _decided(order_of: Callable[[Code], Function]) -> Callable[[Code], Function]:
    """A comparison and its negation, each combined with the incoming predicate."""

    def of(code: Code) -> Function:
        order, combined = order_of(code), combination(code)
        wanted = not code.operands[1].is_true

        def decided(a: np.ndarray, b: np.ndarray, before: np.ndarray, *lower: np.ndarray) -> tuple:
            truth = np.asarray(order(a, b, *lower))
            return combined(truth, before), combined(~truth, before) if wanted else truth

        return decided

    return of


def _doubles_decided(code: Code) -> Function:
    """.MIN and .MAX return whether the first operand is the minimum or maximum, with -0 < +0 and
    NaN ignored. The second predicate returns whether both are NaN, which ptxas then makes quiet."""
    if not code.has("MIN", "MAX"):
        return _decided(_double_order)(code)
    if not code.operands[4].is_true or code.operands[4].invert or not code.has("AND"):
        raise code.unknown()
    least = code.has("MIN")

    def decided(a: np.ndarray, b: np.ndarray, _: np.ndarray) -> tuple:
        x, y = a.view(np.float64), b.view(np.float64)
        lesser = (x < y) | ((x == y) & np.signbit(x))
        greater = (x > y) | ((x == y) & np.signbit(y))
        nan_x, nan_y = np.isnan(x), np.isnan(y)
        return (lesser if least else greater) | (nan_y & ~nan_x), nan_x & nan_y

    return decided


def _halves_decided(code: Code) -> Function:
    """The first predicate is for the lower halves, the second for the upper ones."""
    order, combined = _half_order(code), combination(code)

    def decided(a: np.ndarray, b: np.ndarray, before: np.ndarray) -> tuple:
        truth = order(a, b)
        return combined(truth[..., 0], before), combined(truth[..., 1], before)

    return decided


def _float_set(code: Code) -> Function:
    """A comparison as 1.0 (.BF), or as a word of ones."""
    order, combined = _float_order(code), combination(code)
    true = floats.ONE if code.has("BF") else np.uint32(0xFFFFFFFF)
    return lambda a, b, before: np.where(combined(order(a, b), before), true, np.uint32(0))


def _half_set(code: Code) -> Function:
    """Comparisons of both halves, each as 1.0 (.BF) or as ones."""
    order, combined = _half_order(code), combination(code)
    true = np.uint16(half_format(code).one if code.has("BF") else 0xFFFF)

    def made(a: np.ndarray, b: np.ndarray, before: np.ndarray) -> np.ndarray:
        truth = combined(order(a, b), np.asarray(before)[..., None])
        return floats.packed(np.where(truth, true, np.uint16(0)))

    return made


# --- integers


def _is_negated(operand: Operand) -> bool:
    return operand.negate and operand.kind != "immediate"


def _sum(code: Code) -> Function:
    """a + b, or (.16x2) both halves, or (.U8x4) the bytes; a sign belongs to each of them."""
    kind = first_of(code, {"16x2": np.uint16, "U8x4": np.uint8}, None)
    if kind is None:
        return np.add
    signs = [_is_negated(operand) for operand in code.operands[1:]]

    def both(*words: np.ndarray) -> np.ndarray:
        # The words are negated as a whole.
        a, b = (
            -integers.elements(np.uint32(0) - word, kind) if sign else integers.elements(word, kind)
            for word, sign in zip(words, signs, strict=True)
        )
        return floats.packed(a + b)

    return both


_PACKED = {"S16x2": np.int16, "U16x2": np.uint16, "U8x4": np.uint8}


def _integer_extremum(code: Code) -> Function:
    """Minimum where the condition holds, else maximum; VIADDMNMX first adds two sources."""
    kind, relu = first_of(code, _PACKED, None), code.has("RELU")
    signed = not code.has("U32", "U16x2", "U8x4")
    if (relu and not signed) or (code.has("U8x4") and code.base != "VIMNMX"):
        raise code.unknown()
    if kind:
        unsigned(code, *code.operands[1:-1])

    def made(result: np.ndarray, *rest: np.ndarray) -> np.ndarray:
        *others, least = rest
        if code.base == "VIADDMNMX":
            added = others.pop(0)
            both = [floats.halves(words) for words in (result, added)]
            result = floats.packed(both[0] + both[1]) if kind else result + added
        for other in others:
            if kind:
                result = _packed_extremum(result, other, least, kind, relu)
            else:
                result = integers.extremum(result, other, least, signed)
        if relu and not kind:
            result = np.where(result.view(np.int32) < 0, np.uint32(0), result)
        return result

    return made


def _packed_extremum(
    a: np.ndarray, b: np.ndarray, least: np.ndarray, kind: type, relu: bool
) -> np.ndarray:
    x, y = integers.elements(a, kind), integers.elements(b, kind)
    result = np.where((x < y) == least[..., np.newaxis], x, y)
    return floats.packed(np.maximum(result, 0) if relu else result)


def _select(first: np.ndarray, second: np.ndarray, condition: np.ndarray) -> np.ndarray:
    return np.where(condition, first, second)


_COMBINED = ("AND", "OR", "XOR")
_ORDER = (*integers.ORDERED, *_ALWAYS, "U32", "S64", "U64", "EX", *_COMBINED)
_FLOAT_ORDER = (*COMPARISONS, "FTZ", *_COMBINED)
_EXTREMUM = ("U32", "S32", *_PACKED, "RELU")
_HALF = ("MMA", "F32", "BF16_V2", "FTZ", "SAT", "RELU")
_ROWS = {
    # Words.
    "POPC UPOPC": Row(_with(integers.population_count), "words", 1),
    "BREV UBREV": Row(_with(integers.reverse_bits), "words", 1),
    "IABS": Row(_with(integers.absolute), "words", 1),
    "FLO UFLO": Row(_signed(integers.leading_one, shift_amount="SH"), "words", 1, ("U32", "SH")),
    "BMSK UBMSK": Row(_with(integers.bit_mask, wrap="W"), "words", 2, ("W",)),
    "SGXT USGXT": Row(_signed(integers.extend, wrap="W"), "words", 2, ("U32", "W")),
    "IMNMX UIMNMX UVIMNMX VIMNMX": Row(_integer_extremum, "words", 2, _EXTREMUM, 1),
    "VIMNMX3 VIADDMNMX": Row(_integer_extremum, "words", 3, _EXTREMUM, 1),
    "VABSDIFF": Row(_signed(integers.distance), "words", 3, ("U32",)),
    "VABSDIFF4": Row(_byte_distance, "words", 3, ("U8", "ACC")),
    "IDP": Row(_dot, "words", 3, ("4A", "2A", "LO", "HI", "S8", "U8", "S16", "U16")),
    "SHF USHF": Row(_shift, "words", 3, ("L", "R", "W", "HI", "U32", "S32", "U64", "S64")),
    "PRMT UPRMT": Row(_permute, "words", 3, integers.PERMUTATIONS),
    "MOV UMOV": Row(_with(lambda word: word), "words", 1, ("64",)),
    "VIADD": Row(_sum, "words", 2, ("16x2", "U8x4")),
    "ISETP UISETP": Row(
        _decided(_integer_order), "words", 2, _ORDER, 1, results=2, long=("S64", "U64")
    ),
    "RPCMOV": Row(_with(lambda word: word), "words", 1, ("32",)),
    "SEL USEL": Row(_with(_select), "words", 2, ("64",), 1),
    # float32 and float64.
    **{
        f"{base} U{base}": Row(_single, "floats", count, ("FTZ", "SAT", *DIRECTIONS))
        for base, (_, count) in SINGLE.items()
    },
    "FMUL UFMUL": Row(_single, "floats", 2, ("FTZ", "SAT", *DIRECTIONS, *SCALES)),
    **{base: Row(_double, "doubles", count, DIRECTIONS) for base, (_, count) in DOUBLE.items()},
    "FMNMX UFMNMX": Row(
        _with(rounding.extremum, "FTZ", "NAN", "XORSIGN"), "floats", 2, ("FTZ", "NAN", "XORSIGN"), 1
    ),
    "FMNMX3": Row(
        _with(_of_three(rounding.extremum), "FTZ", "NAN"), "floats", 3, ("FTZ", "NAN"), 1
    ),
    "FCHK": Row(_with(division_leaves_range), "floats", 2),
    "FSEL UFSEL": Row(_with(_select), "floats", 2, ("FTZ",), 1),
    "FSETP UFSETP": Row(_decided(_float_order), "floats", 2, _FLOAT_ORDER, 1, results=2),
    "DSETP": Row(
        _doubles_decided, "doubles", 2, (*COMPARISONS, "MIN", "MAX", *_COMBINED), 1, results=2
    ),
    "FSET": Row(_float_set, "floats", 2, (*_FLOAT_ORDER, "BF"), 1),
    # Pairs of halves.
    "HADD2": Row(_halves(floats.pair_add), "halves", 2, _HALF),
    "HMUL2": Row(_halves(floats.pair_mul), "halves", 2, _HALF),
    "HFMA2": Row(_halves(floats.pair_fma), "halves", 3, _HALF),
    "HMNMX2": Row(_half_extremum, "halves", 2, ("BF16_V2", "FTZ", "NAN", "XORSIGN", "RELU"), 1),
    "VHMNMX": Row(_with(_of_three(floats.pair_extremum)), "halves", 3, (), 1),
    "HSETP2": Row(_halves_decided, "halves", 2, (*_FLOAT_ORDER, "BF16_V2"), 1, results=2),
    "HSET2": Row(_half_set, "halves", 2, (*_FLOAT_ORDER, "BF", "BF16_V2"), 1),
}
ROWS = {name: row for names, row in _ROWS.items() for name in names.split()}


def _readers(code: Code, execution: Execution, row: Row, operands: list[Operand]) -> list[Words]:
    if code.has("XORSIGN"):
        # The |bars| belong to .XORSIGN, which uses the signs.
        operands = [unbarred(code, operand) for operand in operands]
    if row.sources == "halves":
        return half_pairs(code, execution, operands)
    only_suffixes(code)
    registers = execution.registers
    if row.sources == "doubles":
        return [double(code, execution, operand) for operand in operands]
    read = registers.float_bits if row.sources == "floats" else registers.word
    return [(registers.long if code.has(*row.long) else read)(operand) for operand in operands]


@instruction(*ROWS)
def function_of_sources(code: Code, execution: Execution) -> Action:
    row, registers = ROWS[code.base], execution.registers
    code.only(*row.modifiers)
    last = len(code.operands) - row.conditions - code.has("EX")
    readers = _readers(code, execution, row, list(code.operands[row.results : last]))
    if len(readers) != row.count:
        raise code.unknown("number of operands")
    readers += [registers.condition(operand) for operand in code.operands[last:]]
    function = row.function(code)
    if row.results == 2:
        first, second = (registers.writer(operand) for operand in code.operands[:2])

        def both(values: tuple[np.ndarray, np.ndarray], mask: Mask) -> None:
            first(values[0], mask)
            second(values[1], mask)

        return _applied(function, readers, both)
    pair = row.sources == "doubles" or code.has("64")
    write = (registers.pair_writer if pair else registers.writer)(code.operands[0])
    return _applied(function, readers, write)


def _applied(
    function: Function, readers: list[Words], write: Callable[[np.ndarray, Mask], None]
) -> Action:
    if len(readers) == 2:
        a, b = readers
        return lambda mask: write(function(a(), b()), mask)
    if len(readers) == 3:
        a, b, c = readers
        return lambda mask: write(function(a(), b(), c()), mask)
    return lambda mask: write(function(*[read() for read in readers]), mask)


# --- special functions ----------------------------------------------------------------------------


@instruction("MUFU")
def special_function(code: Code, execution: Execution) -> Action:
    """MUFU of float32, of the upper half of a float64, or of a half: the lower one unless .H1."""
    name, *kind = code.modifiers
    registers = execution.registers
    write, operand = registers.writer(code.operands[0]), code.operands[1]
    if name in ("RCP64H", "RSQ64H") and not kind:
        only_suffixes(code)
        if operand.kind == "immediate":
            # Written as the float64 whose upper half it is.
            bits = high_word(double(code, execution, operand)())
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


# --- sums -----------------------------------------------------------------------------------------


def _total(first: np.ndarray, *rest: np.ndarray) -> np.ndarray:
    return sum(rest, first)


@instruction("IADD", "IADD3", "UIADD3")
def add3(code: Code, execution: Execution) -> Action:
    """IADD3, and IADD of two summands, of words or (.64) pairs. The first carry-out predicate: the
    sum carries; the second: it carries twice."""
    code.only("X", "64")
    only_suffixes(code)
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in PREDICATES]
    count, long = 2 if code.base == "IADD" else 3, code.has("64")
    summands = rest[len(outgoing) : len(outgoing) + count]
    incoming = rest[len(outgoing) + count :]
    negated = [_is_negated(summand) for summand in summands]
    if bool(incoming) != code.has("X") or len(summands) != count:
        raise code.unknown()
    if long and (outgoing or incoming):
        # Of pairs, carries are known for sums of two.
        carries = [operand for operand in outgoing if not operand.is_true]
        is_known = count == 2 and carries == outgoing[:1]
        if (incoming and any(negated)) or (not is_known and (carries or incoming)):
            raise code.unknown()
    registers = execution.registers
    write = (registers.pair_writer if long else registers.writer)(destination)
    readers = [(registers.long if long else registers.word)(summand) for summand in summands]
    if not outgoing and not incoming:
        return _applied(_total, readers[:2] if summands[-1].is_zero else readers, write)
    before = [registers.condition(carry) for carry in incoming]
    writers = [registers.writer(operand) for operand in outgoing]

    def act(mask: Mask) -> None:
        total, out = integers.add_with_carry(
            [read() for read in readers], [read() for read in before], negated
        )
        write(total, mask)
        for threshold, put in enumerate(writers, 1):
            put(out >= threshold, mask)

    return act


@instruction("LEA", "ULEA")
def shifted_add(code: Code, execution: Execution) -> Action:
    """(a << shift) + b; .HI: the upper word of the pair (a, c), or of a's sign extension
    (.SX32).
    """
    code.only("HI", "X", "SX32")
    only_suffixes(code)
    registers = execution.registers
    write, rest = registers.writer(code.operands[0]), list(code.operands[1:])
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in PREDICATES else None
    carry_in = [registers.condition(rest.pop())] if code.has("X") else []
    shift, upper = int(rest.pop().value), code.has("HI")
    high = None
    if upper and not code.has("SX32"):
        unsigned(code, rest[2])
        high = registers.raw(rest.pop())
    if len(rest) != 2:
        raise code.unknown()
    of, addend = rest
    if upper and of.negate:
        raise code.unknown(f"operand {of.text}")
    if code.has("X") and not upper and carry_out:
        raise code.unknown()
    a, b, by = registers.word(of), registers.word(addend), np.uint32(shift)

    def shifted() -> np.ndarray:
        if not upper:
            return a() << by
        return integers.shifted_high(a(), high() if high else integers.sign_word(a()), shift)

    if not (carry_in or carry_out):
        return lambda mask: write(shifted() + b(), mask)
    negated = _is_negated(of), _is_negated(addend)

    def act(mask: Mask) -> None:
        total, out = integers.add_with_carry(
            [shifted(), b()], [read() for read in carry_in], negated
        )
        write(total, mask)
        if carry_out:
            carry_out(out != 0, mask)

    return act


# --- products -------------------------------------------------------------------------------------


@instruction("IMAD", "UIMAD")
def multiply_add(code: Code, execution: Execution) -> Action:
    code.only("MOV", "IADD", "SHL", "U32", "X", "WIDE", "HI")
    only_suffixes(code)
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, execution)
    destination, *factors, addend = code.operands[:4]
    registers = execution.registers
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


def _multiply_wide(code: Code, execution: Execution) -> Action:
    """.WIDE: 64 bits of a * b + c; .HI: the upper word; c is a register pair."""
    registers, rest = execution.registers, list(code.operands)
    destination = rest.pop(0)
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in PREDICATES else None
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
        product = integers.multiply_wide(a(), b(), np.uint64(0), signed)
        total, out = integers.add_with_carry([product, c()], [carry_in()] if carry_in else [])
        write(total, mask)
        if carry_out:
            carry_out(out != 0, mask)

    return act


# --- logic and extrema ----------------------------------------------------------------------------


@instruction("LOP3", "ULOP3")
def logic(code: Code, execution: Execution) -> Action:
    """A bitwise function of three words; the predicate is whether the result is nonzero."""
    code.only("LUT", "PAND")
    only_suffixes(code)
    registers, rest = execution.registers, list(code.operands)
    flag = rest.pop(0) if rest[0].kind in PREDICATES else None
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


@instruction("VIMNMX")
def extremum(code: Code, execution: Execution) -> Action:
    """A row of ROWS; of two pairs of halves, two predicates tell which halves are taken."""
    predicates = [operand for operand in code.operands[1:-1] if operand.kind in PREDICATES]
    sources = [operand for operand in code.operands[1:-1] if operand not in predicates]
    act = function_of_sources(
        replace(code, operands=(code.operands[0], *sources, code.operands[-1])), execution
    )
    if all(predicate.is_true for predicate in predicates):
        return act
    if len(predicates) != 2 or first_of(code, _PACKED, None) is None:
        raise code.unknown()
    registers, signed = execution.registers, not code.has("U16x2", "U8x4")
    chosen = [registers.writer(predicate) for predicate in predicates]
    a, b = (registers.word(operand) for operand in sources)
    least = registers.condition(code.operands[-1])

    def choose(mask: Mask) -> None:
        first = _first_halves(a(), b(), least(), signed)
        for half, write in enumerate(chosen):
            write(first[..., half], mask)
        act(mask)

    return choose


def _first_halves(a: np.ndarray, b: np.ndarray, least: np.ndarray, signed: bool) -> np.ndarray:
    """Whether each half of a is taken, the low one first; it is if both are equal."""
    x, y = (floats.halves(array).view(np.int16 if signed else np.uint16) for array in (a, b))
    return np.where(least[..., np.newaxis], x <= y, x >= y)


# --- predicate logic -----------------------------------------------------------------------------


@instruction("PLOP3", "UPLOP3")
def predicate_logic(code: Code, execution: Execution) -> Action:
    """Two truth tables of three predicates; R5.SIGN is a register's sign bit."""
    code.only("LUT")
    only_suffixes(code, ".SIGN")
    registers = execution.registers
    first, second = (registers.writer(operand) for operand in code.operands[:2])
    readers = []
    for operand in code.operands[2:5]:
        if operand.kind in ("P", "UP"):
            readers.append(registers.condition(operand))
            continue
        unsigned(code, operand)
        if operand.suffix != ".SIGN":
            raise code.unknown(f"operand {operand.text}")
        raw = registers.raw(operand)
        readers.append(lambda raw=raw: raw() >> np.uint32(31) != 0)
    tables = [int(operand.value) for operand in code.operands[5:7]]

    def act(mask: Mask) -> None:
        truths = [read() for read in readers]
        made = [integers.logic(*truths, table) for table in tables]
        first(made[0], mask)
        second(made[1], mask)

    return act
