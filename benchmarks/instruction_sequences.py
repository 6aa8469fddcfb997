"""Random sequences of instructions, as CUDA text: every form that ptxas makes, on special values.

A kernel is a list of steps. Each is one PTX statement whose operands are inputs or results of
previous steps. Every thread stores each step's result, so that a difference is traced to a step.
Texts and inputs follow from a seed alone.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import NamedTuple

import numpy as np

SEED = 1
THREADS = 512
# Operands can be results of this many previous steps.
_KEPT = 6


class Kind(NamedTuple):
    """The meaning of a letter of a signature: the letter of the PTX register, its bits, and their
    format (exponent and fraction, `copies` of them side by side; none for integers)."""

    register: str
    bits: int
    exponent: int = 0
    fraction: int = 0
    copies: int = 1


KINDS = {
    "r": Kind("r", 32),
    "l": Kind("l", 64),
    "w": Kind("h", 16),
    "f": Kind("f", 32, 8, 23),
    "d": Kind("d", 64, 11, 52),
    "h": Kind("h", 16, 5, 10),
    "b": Kind("h", 16, 8, 7),
    "x": Kind("r", 32, 5, 10, 2),
    "y": Kind("r", 32, 8, 7, 2),
}
_C = {
    "r": "unsigned",
    "l": "unsigned long long",
    "h": "unsigned short",
    "f": "float",
    "d": "double",
}


class Operation(NamedTuple):
    """Result and operands as letters ('f:ff'), and PTX with %0, %1 and so on for them.

    `within` is None where the bits are defined; else how far the hardware may be from the true
    value: in absolute terms, and relative to it.
    """

    signature: str
    ptx: str
    within: tuple[float, float] | None = None

    @property
    def made(self) -> str:
        return self.signature[0]

    @property
    def given(self) -> str:
        return self.signature[2:]


def _each(signature: str, template: str, **choices: str) -> list[Operation]:
    """Operations of a template, for each combination of space-separated words ('_' is none)."""
    texts = [template]
    for name, words in choices.items():
        texts = [
            text.replace(f"<{name}>", "" if word == "_" else word)
            for text in texts
            for word in words.split()
        ]
    return [Operation(signature, text) for text in texts]


def _test(comparison: str) -> str:
    """PTX that sets a predicate and converts it to a word."""
    return f".reg .pred p; {comparison} p, %1, %2; selp.u32 %0, 1, 0, p;"


def _combined(kind: str) -> str:
    """A comparison and its opposite, each joined with another comparison."""
    return (
        f".reg .pred p, q, r; setp.gt.{kind} r, %3, %1; setp.<c>.<o>.{kind} p|q, %1, %2, r; "
        "selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2;"
    )


_JOINED = "and or xor"
_ROUND, _WHOLE = "rn rz rm rp", "rni rzi rmi rpi"
_ORDERED = "eq ne lt le gt ge"
_COMPARED = f"{_ORDERED} equ neu ltu leu gtu geu num nan"
_SIGNS, _SUMS = "s u", "add sub"


def _integers() -> list[Operation]:
    add = ".reg .u32 t; add.u32 t, %1, %2; "
    both = _test("setp.<c>.<s>32")
    return [
        *_each("r:rr", "<o>.<s>32 %0, %1, %2;", o="mul.lo mul.hi min max div rem shr", s=_SIGNS),
        *_each("r:rr", "<o>.<s>32 %0, %1, %2;", o="add sub", s=_SIGNS),
        *_each("r:rr", "<o>.b32 %0, %1, %2;", o="and or xor shl bmsk.clamp bmsk.wrap"),
        *_each("r:rr", "szext.<m>.<s>32 %0, %1, %2;", m="clamp wrap", s=_SIGNS),
        *_each("r:rr", "<o>.s32 %0, %1, %2;", o="add.sat sub.sat min.relu max.relu"),
        *_each("r:rr", "<o>.<s>16x2 %0, %1, %2;", o="min max", s=_SIGNS),
        *_each("r:rr", "add.u16x2 %0, %1, %2;"),
        *_each("r:rrr", "<o>.<s>32 %0, %1, %2, %3;", o="mad.lo mad.hi sad", s=_SIGNS),
        *_each("r:rrr", ".reg .u32 t; <a>.u32 t, %1, %2; <b>.u32 %0, t, %3;", a=_SUMS, b=_SUMS),
        *_each("r:rrr", add + "<o>.<s>32 %0, t, %3;", o="min max", s=_SIGNS),
        *_each("r:rr", ".reg .s32 t; shr.s32 t, %1, <n>; add.s32 %0, t, %2;", n="1 7"),
        *_each("r:rr", ".reg .u32 t; shr.u32 t, %1, 3; add.u32 %0, t, %2;"),
        *_each("r:rrr", "bfe.<s>32 %0, %1, %2, %3;", s=_SIGNS),
        *_each("r:rrrr", "bfi.b32 %0, %1, %2, %3, %4;"),
        *_each("r:rrr", "shf.<d>.<m>.b32 %0, %1, %2, %3;", d="l r", m="clamp wrap"),
        *_each("r:rrr", "lop3.b32 %0, %1, %2, %3, <t>;", t="0xe2 0x96 0xe8 0x1b 0xca 0x3a 0x40"),
        *_each("r:rrr", "prmt.b32<m> %0, %1, %2, %3;", m="_ .f4e .b4e .rc8 .ecl .ecr .rc16"),
        *_each("r:rrr", "prmt.b32 %0, %1, %2, <n>;", n="0x7610 0x5410 0x8880 0x9910 0x4321"),
        *_each("r:rrr", "dp4a.<a>32.<b>32 %0, %1, %2, %3;", a=_SIGNS, b=_SIGNS),
        *_each("r:rrr", "dp2a.<h>.<a>32.<b>32 %0, %1, %2, %3;", h="lo hi", a=_SIGNS, b=_SIGNS),
        *_each("r:rrr", "vabsdiff4.u32.u32.u32<m> %0, %1, %2, %3;", m="_ .add"),
        *_each("r:r", "<o>.b32 %0, %1;", o="popc clz brev not cnot"),
        *_each("r:r", "<o>.s32 %0, %1;", o="abs neg bfind bfind.shiftamt"),
        *_each("r:r", "<o>.u32 %0, %1;", o="bfind bfind.shiftamt"),
        *_each("r:rr", both, c=_ORDERED, s=_SIGNS),
        *_each("r:rrr", _combined("<s>32"), c="lt ne", o=_JOINED, s=_SIGNS),
        *_each("r:rrr", ".reg .u32 t; shl.b32 t, %1, <n>; add.u32 %0, t, %2;", n="2 5"),
        *_each("l:ll", "<o>64 %0, %1, %2;", o="add.u sub.u mul.lo.u mul.hi.u mul.hi.s min.s max.u"),
        *_each("l:ll", "<o>.<s>64 %0, %1, %2;", o="div rem", s=_SIGNS),
        *_each("l:lll", ".reg .u64 t; add.u64 t, %1, %2; add.u64 %0, t, %3;"),
        *_each("l:lll", "mad.lo.u64 %0, %1, %2, %3;"),
        *_each("l:rr", "mul.wide.<s>32 %0, %1, %2;", s=_SIGNS),
        *_each("l:rrl", "mad.wide.<s>32 %0, %1, %2, %3;", s=_SIGNS),
        *_each("l:lr", "<o>64 %0, %1, %2;", o="shl.b shr.u shr.s"),
        *_each("l:lr", ".reg .u64 t; shl.b64 t, %1, 3; cvt.u64.u32 %0, %2; add.u64 %0, %0, t;"),
        *_each("r:ll", _test("setp.<c>.<s>64"), c=_ORDERED, s=_SIGNS),
        *_each("r:l", "<o>64 %0, %1;", o="popc.b clz.b bfind.s bfind.u"),
        *_each("l:l", "<o>64 %0, %1;", o="brev.b abs.s neg.s not.b"),
        *_each("l:rl", ".reg .s64 t; cvt.s64.s32 t, %1; shl.b64 t, t, 3; add.s64 %0, t, %2;"),
        *_each("w:ww", "<o>.<s>16 %0, %1, %2;", o="add mul.lo mul.hi min max div", s=_SIGNS),
        *_each("r:ww", "mul.wide.<s>16 %0, %1, %2;", s=_SIGNS),
    ]  # fmt: skip


def _floats() -> list[Operation]:
    flags, signed = "_ .ftz .sat .ftz.sat", "_ .ftz .NaN .ftz.NaN .xorsign.abs .NaN.xorsign.abs"
    negated = ".reg .f32 t, u; <s>.f32 t, %1; <t>.f32 u, %2; "
    return [
        *_each("f:ff", "<o>.<r><f>.f32 %0, %1, %2;", o="add mul", r=_ROUND, f=flags),
        *_each("f:fff", "fma.<r><f>.f32 %0, %1, %2, %3;", r=_ROUND, f=flags),
        *_each("f:ff", negated + "<o>.rn.f32 %0, t, u;", s="neg abs", t="neg abs", o="add mul"),
        *_each("f:fff", negated + "fma.rn.ftz.f32 %0, t, %3, u;", s="neg abs", t="neg abs"),
        *_each("f:ff", "<o>.<r>.f32 %0, %1, %2;", o="div", r=_ROUND),
        *_each("f:f", "<o>.<r>.f32 %0, %1;", o="rcp sqrt", r=_ROUND),
        *_each("f:f", "<o>.f32 %0, %1;", o="abs.ftz neg.ftz"),
        *_each("f:ff", "<o><f>.f32 %0, %1, %2;", o="min max", f=signed),
        *_each("r:ff", _test("setp.<c><f>.f32"), c=_COMPARED, f="_ .ftz"),
        *_each("r:fff", _combined("f32"), c="lt neu", o=_JOINED),
        *_each("f:ff", "set.<c><f>.f32.f32 %0, %1, %2;", c="lt neu", f="_ .ftz"),
        *_each("r:ff", "set.<c>.u32.f32 %0, %1, %2;", c="ge num"),
        *_each("f:fff", ".reg .pred p; setp.gt.f32 p, %1, %2; selp.f32 %0, %2, %3, p;"),
    ]


def _doubles() -> list[Operation]:
    negated = ".reg .f64 t, u; <s>.f64 t, %1; <t>.f64 u, %2; "
    return [
        *_each("d:dd", "<o>.<r>.f64 %0, %1, %2;", o="add mul", r=_ROUND),
        *_each("d:ddd", "fma.<r>.f64 %0, %1, %2, %3;", r=_ROUND),
        *_each("d:dd", negated + "<o>.rn.f64 %0, t, u;", s="neg abs", t="neg", o="add mul"),
        *_each("d:ddd", negated + "fma.rn.f64 %0, t, %3, u;", s="neg", t="neg abs"),
        *_each("d:dd", "<o>.f64 %0, %1, %2;", o="min max div.rn"),
        *_each("d:d", "<o>.rn.f64 %0, %1;", o="rcp sqrt"),
        *_each("r:dd", _test("setp.<c>.f64"), c=_COMPARED),
        *_each("r:ddd", _combined("f64"), c="lt neu", o=_JOINED),
    ]


def _halves() -> list[Operation]:
    flags = "_ .ftz .sat .ftz.sat"
    operations = [
        *_each("x:xx", "<o><f>.f16x2 %0, %1, %2;", o="add sub mul", f=flags),
        *_each("h:hh", "<o><f>.f16 %0, %1, %2;", o="add sub mul", f=flags),
        *_each("x:xxx", "fma.rn<f>.f16x2 %0, %1, %2, %3;", f=f"{flags} .relu .ftz.relu"),
        *_each("h:hhh", "fma.rn<f>.f16 %0, %1, %2, %3;", f=f"{flags} .relu"),
        *_each("x:xx", "<o><f>.f16x2 %0, %1, %2;", o="min max", f="_ .ftz .NaN .NaN.xorsign.abs"),
        *_each("y:yy", "<o>.rn.bf16x2 %0, %1, %2;", o="add sub mul"),
        *_each("b:bb", "<o>.rn.bf16 %0, %1, %2;", o="add sub mul"),
        *_each("y:yyy", "fma.rn<f>.bf16x2 %0, %1, %2, %3;", f="_ .relu"),
        *_each("b:bbb", "fma.rn<f>.bf16 %0, %1, %2, %3;", f="_ .relu"),
        *_each("y:yy", "<o><f>.bf16x2 %0, %1, %2;", o="min max", f="_ .NaN .NaN.xorsign.abs"),
        *_each("h:hhh", ".reg .f16 t; <o>.f16 t, %1, %2; <o>.f16 %0, t, %3;", o="max min"),
    ]
    for of, pair, half in (("f16", "x", "h"), ("bf16", "y", "b")):
        two = ".reg .pred p, q; setp.<c>." + of + "x2 p|q, %1, %2; selp.u32 %0, 1, 0, p; "
        operations += [
            *_each(f"r:{pair}{pair}", two + "@q add.u32 %0, %0, 2;", c=_COMPARED),
            *_each(f"r:{half}{half}", _test(f"setp.<c>.{of}"), c="lt neu nan ge"),
            *_each(f"{pair}:{pair}", f"<o>.{of}x2 %0, %1;", o="abs neg"),
            *_each(f"{half}:{half}", f"<o>.{of} %0, %1;", o="abs neg"),
        ]
    return [
        *operations,
        *_each("x:xx", "set.<c>.f16x2.f16x2 %0, %1, %2;", c="lt geu"),
        *_each("y:yy", "set.<c>.bf16x2.bf16x2 %0, %1, %2;", c="lt geu"),
    ]


def _conversions() -> list[Operation]:
    small = "cvt.<r>.<t>.f32 q, %1; cvt.u32.<t> %0, q;"
    byte = ".reg .u32 t; shr.u32 t, %1, <n>; and.b32 t, t, 255; cvt.rn.f32.u32 %0, t;"
    four = (
        ".reg .b16 t, u; cvt.rn.satfinite.<e>x2.f32 t, %1, %2; "
        "cvt.rn.satfinite.<e>x2.f32 u, %3, %1; mov.b32 %0, {t, u};"
    )
    return [
        *_each("h:f", "cvt.<r>.f16.f32 %0, %1;", r=f"{_ROUND} rn.relu"),
        *_each("h:d", "cvt.<r>.f16.f64 %0, %1;", r=_ROUND),
        *_each("x:ff", "cvt.<r>.f16x2.f32 %0, %1, %2;", r="rn rz rn.relu rz.relu"),
        *_each("y:ff", "cvt.<r>.bf16x2.f32 %0, %1, %2;", r="rn rz rn.relu rz.relu"),
        *_each("b:f", "cvt.<r>.bf16.f32 %0, %1;", r="rn rz rn.relu rz.relu"),
        *_each("f:h", "cvt<f>.f32.f16 %0, %1;", f="_ .ftz"),
        *_each("f:x", ".reg .f16 t, u; mov.b32 {t, u}, %1; cvt.f32.f16 %0, u;"),
        *_each("f:b", "cvt.f32.bf16 %0, %1;"),
        *_each("b:d", "cvt.rn.bf16.f64 %0, %1;"),
        *_each("b:h", "cvt.rn.bf16.f16 %0, %1;"),
        *_each("h:b", "cvt.rn.f16.bf16 %0, %1;"),
        *_each("b:b", "cvt.<r>.bf16.bf16 %0, %1;", r=_WHOLE),
        *_each("d:h", "cvt.f64.f16 %0, %1;"),
        *_each("d:f", "cvt<f>.f64.f32 %0, %1;", f="_ .ftz"),
        *_each("f:d", "cvt.<r>.f32.f64 %0, %1;", r=f"{_ROUND} rn.ftz rn.sat"),
        *_each("w:ff", "cvt.rn.satfinite<f>.<e>x2.f32 %0, %1, %2;", f="_ .relu", e="e4m3 e5m2"),
        *_each("w:x", "cvt.rn.satfinite.<e>x2.f16x2 %0, %1;", e="e4m3 e5m2"),
        *_each("x:w", "cvt.rn<f>.f16x2.<e>x2 %0, %1;", f="_ .relu", e="e4m3 e5m2"),
        *_each("r:fff", four, e="e4m3 e5m2"),
        *_each("r:f", "cvt.<r><f>.<s>32.f32 %0, %1;", r=_WHOLE, f="_ .ftz", s=_SIGNS),
        *_each("r:d", "cvt.<r>.<s>32.f64 %0, %1;", r=_WHOLE, s=_SIGNS),
        *_each("r:h", "cvt.<r>.<s>32.f16 %0, %1;", r=_WHOLE, s=_SIGNS),
        *_each("r:b", "cvt.rzi.<s>32.bf16 %0, %1;", s=_SIGNS),
        *_each("l:f", "cvt.<r>.<s>64.f32 %0, %1;", r=_WHOLE, s=_SIGNS),
        *_each("l:d", "cvt.<r>.<s>64.f64 %0, %1;", r=_WHOLE, s=_SIGNS),
        *_each("l:h", "cvt.rzi.<s>64.f16 %0, %1;", s=_SIGNS),
        *_each("l:b", "cvt.rzi.<s>64.bf16 %0, %1;", s=_SIGNS),
        *_each("r:h", ".reg .b16 q; cvt.rzi.<t>.f16 q, %1; cvt.u32.<t> %0, q;", t="s8 u8 s16 u16"),
        *_each("r:b", ".reg .b16 q; cvt.rzi.<t>.bf16 q, %1; cvt.u32.<t> %0, q;", t="s16 u16"),
        *_each("r:f", ".reg .s16 q; " + small, r=_WHOLE, t="s8 s16"),
        *_each("r:f", ".reg .u16 q; " + small, r=_WHOLE, t="u8 u16"),
        *_each("f:f", "cvt.<r><f>.f32.f32 %0, %1;", r=_WHOLE, f="_ .ftz .sat"),
        *_each("d:d", "cvt.<r>.f64.f64 %0, %1;", r=_WHOLE),
        *_each("h:h", "cvt.<r>.f16.f16 %0, %1;", r=_WHOLE),
        *_each("f:r", "cvt.<r>.f32.<s>32 %0, %1;", r=_ROUND, s=_SIGNS),
        *_each("d:r", "cvt.<r>.f64.<s>32 %0, %1;", r=_ROUND, s=_SIGNS),
        *_each("f:l", "cvt.<r>.f32.<s>64 %0, %1;", r=_ROUND, s=_SIGNS),
        *_each("d:l", "cvt.<r>.f64.<s>64 %0, %1;", r=_ROUND, s=_SIGNS),
        *_each("f:w", "cvt.rn.f32.<s><n> %0, %1;", s=_SIGNS, n="8 16"),
        *_each("d:w", "cvt.rn.f64.<s><n> %0, %1;", s=_SIGNS, n="8 16"),
        *_each("h:w", "cvt.rn.f16.<s><n> %0, %1;", s=_SIGNS, n="8 16"),
        *_each("h:r", "cvt.<r>.f16.<s>32 %0, %1;", r="rn rz", s=_SIGNS),
        *_each("b:r", "cvt.rn.bf16.<s>32 %0, %1;", s=_SIGNS),
        *_each("b:w", "cvt.rn.bf16.<s>16 %0, %1;", s=_SIGNS),
        *_each("h:l", "cvt.rn.f16.<s>64 %0, %1;", s=_SIGNS),
        *_each("b:l", "cvt.rn.bf16.<s>64 %0, %1;", s=_SIGNS),
        *_each("f:r", byte, n="0 8 16 24"),
    ]


def _special() -> list[Operation]:
    """Instructions of the special function unit, whose rounding is undefined, and those that use
    their results."""
    ulp, denormal = 2.0**-23, 2.0**-148
    bounds = {
        "rcp.approx": (denormal, ulp),
        "rsqrt.approx": (0, 2 * ulp),
        "sqrt.approx": (0, 2 * ulp),
        "ex2.approx": (denormal, 2 * ulp),
        "lg2.approx": (2.0**-22, ulp),
        "sin.approx": (2.0**-20.5, 0),
        "cos.approx": (2.0**-20.5, 0),
    }
    halves = {
        ("h", "f16"): (("ex2.approx", 0, 2**-9.9), ("tanh.approx", 2**-10.9, 0)),
        ("x", "f16x2"): (("ex2.approx", 0, 2**-9.9), ("tanh.approx", 2**-10.9, 0)),
        ("b", "bf16"): (("ex2.approx.ftz", 0, 2**-7), ("tanh.approx", 2**-8, 0)),
        ("y", "bf16x2"): (("ex2.approx.ftz", 0, 2**-7), ("tanh.approx", 2**-8, 0)),
    }
    return [
        *(
            Operation("f:f", f"{name}{ftz}.f32 %0, %1;", within)
            for name, within in bounds.items()
            for ftz in ("", ".ftz")
        ),
        Operation("f:f", "tanh.approx.f32 %0, %1;", (0, 2.0**-10.9)),
        *(
            Operation(f"{letter}:{letter}", f"{name}.{of} %0, %1;", (absolute, relative))
            for (letter, of), both in halves.items()
            for name, absolute, relative in both
        ),
        Operation("d:d", "rcp.approx.ftz.f64 %0, %1;", (0, 2.0**-18)),
        Operation("d:d", "rsqrt.approx.ftz.f64 %0, %1;", (0, 2.0**-18)),
        Operation("f:ff", "div.approx.f32 %0, %1, %2;", (denormal, 3 * ulp)),
        Operation("f:ff", "div.approx.ftz.f32 %0, %1, %2;", (denormal, 3 * ulp)),
        Operation("f:ff", "div.full.f32 %0, %1, %2;", (denormal, 3 * ulp)),
    ]


# Kernel -> its operations.
SEQUENCES = {
    "integers": _integers(),
    "floats": _floats(),
    "doubles": _doubles(),
    "halves": _halves(),
    "conversions": _conversions(),
    "special": _special(),
}
# --- inputs ---------------------------------------------------------------------------------------

# Columns of each kind: all pairs of special patterns (edge_a, edge_b), and edge_a in another order;
# numbers a few ulps above and below 1, whose products are nearly 1; numbers whose ulp is 1, 2 or 4;
# two of numbers with few bits; numbers near 1, near the smallest normal number, and halfway between
# whole numbers; any patterns.
COLUMNS = (
    *("edge_a", "edge_b", "edge_c", "above", "below", "tie"),
    *("few", "short", "near", "tiny", "whole", "any"),
)
_EDGES = 22


def _edges(kind: Kind) -> list[int]:
    """Special patterns of a number or integer, `_EDGES` of them."""
    if not kind.exponent:
        top = 1 << (kind.bits - 1)
        chosen = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255]
        return [*chosen, top, top - 1, top + 1, 2 * top - 1, 2 * top - 2, 0x5555 % (2 * top)]
    sign = 1 << (kind.exponent + kind.fraction)
    infinity = sign - (1 << kind.fraction)
    unit, least = (sign // 2) - (1 << kind.fraction), 1 << kind.fraction
    sizes = [0, 1, least - 1, least, least + 1, unit - 1, unit, unit + 1, infinity - 1, infinity]
    return [size | minus for size in [*sizes, infinity + (least // 2) + 1] for minus in (0, sign)]


def _numbers(kind: Kind, column: str, draw: np.random.Generator, rows: int) -> np.ndarray:
    """Bit patterns (uint64) of a number or integer per row."""
    whole = np.uint64((1 << kind.bits // kind.copies) - 1)
    anything = draw.integers(0, 2**64, rows, np.uint64, endpoint=False) & whole
    index = np.arange(rows)
    edges = np.array(_edges(kind), np.uint64)
    if column.startswith("edge"):
        chosen = {
            "edge_a": index % _EDGES,
            "edge_b": index // _EDGES % _EDGES,
            "edge_c": draw.permutation(index) % _EDGES,
        }[column]
        return edges[chosen]
    if not kind.exponent:
        bits = kind.bits
        shift = draw.integers(0, bits, rows).astype(np.uint64)
        small = {"few": 40, "short": 70, "near": 8, "tie": 300}.get(column)
        if small:
            return draw.integers(0, small, rows).astype(np.uint64)
        return anything >> shift if column in ("tiny", "whole") else anything
    fraction, bias = kind.fraction, (1 << (kind.exponent - 1)) - 1
    sign = np.uint64(1 << (kind.exponent + fraction)) & anything
    below = anything & np.uint64((1 << fraction) - 1)
    near, most = draw.integers(-3, 4, rows), 2 * bias
    last_bits = (1 + index % 3).astype(np.uint64)
    if column == "above":
        field, below = np.full(rows, bias), last_bits
    elif column == "below":
        field, below = np.full(rows, bias - 1), np.uint64(1 << fraction) - 2 * last_bits
    elif column in ("few", "short"):
        lost = np.uint64(fraction - fraction // 2 - 1)
        below = below >> lost << lost
        field = bias + near
    elif column == "tie":
        # Half an ulp is 0.5, 1 or 2.
        below &= np.uint64(7)
        field = np.minimum(bias + fraction + draw.integers(0, 3, rows), most)
    elif column == "near":
        field = bias + near
    elif column == "tiny":
        field = np.maximum(draw.integers(-2, 4, rows), 0)
    elif column == "whole":
        # Halfway between whole numbers or one ulp above, up to beyond 64 bits.
        size = draw.integers(-2, min(68, bias), rows)
        half = np.uint64(1) << np.clip(fraction - 1 - size, 0, fraction - 1).astype(np.uint64)
        below = (below & ~(half - np.uint64(1)) | half) + draw.integers(0, 2, rows).astype(
            np.uint64
        )
        below &= np.uint64((1 << fraction) - 1)
        field = bias + size
    else:
        return anything
    return sign | field.astype(np.uint64) << np.uint64(fraction) | below


@cache
def inputs() -> dict[str, np.ndarray]:
    """Patterns by letter: uint64 of shape (columns, threads), each in the low bits."""
    made = {}
    for number, (letter, kind) in enumerate(KINDS.items()):
        columns = []
        for column in COLUMNS:
            draw = np.random.default_rng((SEED, number, len(columns)))
            patterns = _numbers(kind, column, draw, THREADS)
            if kind.copies == 2:
                other = _numbers(kind, column, draw, THREADS)
                # The upper halves form all pairs too, beside other lower halves.
                half = np.uint64(kind.bits // 2)
                patterns = patterns | np.roll(other, 7) << half
            columns.append(patterns)
        made[letter] = np.stack(columns)
    return made


def input_arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The kernels' inputs of 16, 32 and 64 bits, in the order of `KINDS`."""
    by_bits: dict[int, list[np.ndarray]] = {16: [], 32: [], 64: []}
    for letter, kind in KINDS.items():
        by_bits[kind.bits].append(inputs()[letter])
    types = {16: np.uint16, 32: np.uint32, 64: np.uint64}
    return tuple(np.concatenate(by_bits[bits]).astype(types[bits]) for bits in (16, 32, 64))


# Scalars that kernels get: two words, a float32, a float64, by value.
SCALARS = (np.uint32(0x2F), np.uint32(0x80001003), np.float32(-1.7), np.float64(0.3))
_SCALAR_OF = {"r": ("s0", "s1"), "f": ("s2",), "d": ("s3",)}

# --- text -----------------------------------------------------------------------------------------


class Step(NamedTuple):
    operation: Operation
    operands: tuple[str, ...]


def _column(letter: str, column: str) -> str:
    """C for one input of the thread."""
    kind = KINDS[letter]
    before = [key for key, other in KINDS.items() if other.bits == kind.bits]
    row = before.index(letter) * len(COLUMNS) + COLUMNS.index(column)
    place = f"in{kind.bits}[{row * THREADS} + t]"
    if kind.register == "f":
        return f"__uint_as_float({place})"
    return f"__longlong_as_double({place})" if kind.register == "d" else place


def _constant(letter: str, draw: np.random.Generator) -> str:
    """C for a number that ptxas can put into the instruction, or a scalar parameter."""
    kind = KINDS[letter]
    scalars = _SCALAR_OF.get(kind.register, ()) if not kind.exponent or kind.copies == 1 else ()
    if scalars and draw.random() < 0.4:
        return scalars[draw.integers(len(scalars))]
    if not kind.exponent:
        return f"{draw.integers(0, 300)}u"
    edges = _edges(kind)
    # nvdisasm writes these in decimal, where NaNs cannot be told apart.
    bits = edges[draw.integers(len(edges) - 2)]
    if kind.copies == 2:
        bits |= edges[draw.integers(len(edges) - 2)] << 16
    if kind.register == "f":
        return f"__uint_as_float({bits}u)"
    return f"__longlong_as_double({bits}ull)" if kind.register == "d" else f"{bits}u"


# Round -> columns of its operands: special pairs, ties and their neighbours, whole numbers. Further
# rounds use results of previous steps, constants, and words that are the same in all threads, which
# ptxas computes once per warp.
_RECIPES = {
    "edges": ("edge_a", "edge_b", "edge_c", "any"),
    "ties": ("above", "below", "tie", "near"),
    "short": ("few", "short", "tie", "near"),
    "whole": ("whole", "tiny", "near", "any"),
}
ROUNDS = (*_RECIPES, "flow", "constants", "uniform")


def steps(sequence: str) -> list[Step]:
    """A kernel's steps: every operation once per round, each round in a different order."""
    number = list(SEQUENCES).index(sequence)
    draw = np.random.default_rng((SEED, 100 + number))
    recent: dict[str, deque[str]] = {letter: deque(maxlen=_KEPT) for letter in KINDS}
    made: list[Step] = []
    for way in ROUNDS:
        operations = SEQUENCES[sequence]
        for index in draw.permutation(len(operations)):
            operation = operations[index]
            operands = tuple(
                _operand(letter, way, place, recent, draw, len(operation.given))
                for place, letter in enumerate(operation.given)
            )
            if operation.within is None:
                recent[operation.made].append(f"y{len(made)}")
            made.append(Step(operation, operands))
    return made


def _operand(
    letter: str,
    way: str,
    place: int,
    recent: dict[str, deque[str]],
    draw: np.random.Generator,
    count: int,
) -> str:
    if way in _RECIPES:
        return _column(letter, _RECIPES[way][place])
    if way == "constants" and place == draw.integers(count):
        return _constant(letter, draw)
    if way == "uniform" and letter == "r":
        return _constant(letter, draw) if place else f"s{draw.integers(2)}"
    if recent[letter] and draw.random() < 0.6:
        return recent[letter][draw.integers(len(recent[letter]))]
    return _column(letter, COLUMNS[draw.integers(len(COLUMNS))])


def words_of(operation: Operation) -> int:
    """32-bit words of a result."""
    return 2 if KINDS[operation.made].bits == 64 else 1


def output_words(sequence: str) -> int:
    """Words that each thread writes."""
    return sum(words_of(step.operation) for step in steps(sequence))


def source(sequence: str) -> str:
    """A kernel's CUDA text; word w of thread t is stored to out[w * THREADS + t]."""
    lines = [
        f'extern "C" __global__ void __launch_bounds__({THREADS}) {sequence}(',
        "    const unsigned short* in16, const unsigned* in32, const unsigned long long* in64,",
        "    unsigned* out, unsigned s0, unsigned s1, float s2, double s3) {",
        "  int t = threadIdx.x;",
    ]
    word = 0
    for number, (operation, operands) in enumerate(steps(sequence)):
        register = KINDS[operation.made].register
        given = ", ".join(
            f'"{KINDS[letter].register}"({_typed(letter, operand)})'
            for letter, operand in zip(operation.given, operands, strict=True)
        )
        lines.append(f"  {_C[register]} y{number};")
        lines.append(f'  asm("{{ {operation.ptx} }}" : "={register}"(y{number}) : {given});')
        for stored in _stored(f"y{number}", register):
            lines.append(f"  out[{word * THREADS} + t] = {stored};")
            word += 1
    return "\n".join([*lines, "}", ""])


def _typed(letter: str, operand: str) -> str:
    return f"({_C[KINDS[letter].register]})({operand})"


def _stored(name: str, register: str) -> list[str]:
    if register == "f":
        return [f"__float_as_uint({name})"]
    if register in "ld":
        bits = f"(unsigned long long)__double_as_longlong({name})" if register == "d" else name
        return [f"(unsigned)({bits})", f"(unsigned)({bits} >> 32)"]
    return [f"(unsigned){name}"]
