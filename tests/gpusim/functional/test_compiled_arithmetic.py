"""What ptxas makes of PTX whose meaning is known, run on the machine, against Python's numbers.

Divisions, square roots and 64-bit integers are whole programs of FFMA, MUFU, IMAD, carries and
calls; their results are exact by definition, so that any instruction that is wrong shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
import rationals
from rationals import FLOAT32, FLOAT64, Layout, specials, value

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

THREADS = 256
M32, M64 = 2**32 - 1, 2**64 - 1
# PTX's letter for a register -> C's type, NumPy's, how to draw patterns.
TYPES = {
    "r": ("unsigned", np.uint32),
    "f": ("float", np.uint32),
    "l": ("unsigned long long", np.uint64),
    "d": ("double", np.uint64),
}
LAYOUTS = {"f": FLOAT32, "d": FLOAT64}


class Case(NamedTuple):
    """Types of result and operands ('r:rr'), PTX, and the same in Python; None: not defined."""

    signature: str
    ptx: str
    reference: Callable[..., int | None]


def signed(x: int, bits: int) -> int:
    return x - (1 << bits) if x >> (bits - 1) else x


def quotient(x: int, y: int) -> int:
    """As C has it, towards zero."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def divided(a: int, b: int, of: Layout, rounding: str) -> int:
    x, y, sign = value(a, of), value(b, of), (a ^ b) & of.sign
    infinite = [isinstance(one, str) for one in (x, y)]
    if "nan" in (x, y) or all(infinite) or (not any(infinite) and x == y == 0):
        return of.nan
    if infinite[0] or (not infinite[1] and y == 0):
        return of.infinity | sign
    return sign if infinite[1] else rationals.rounded(x / y, of, rounding, bool(sign))


def square_root(a: int, of: Layout, rounding: str) -> int:
    x = value(a, of)
    if x == 0:
        return a
    if x == "nan" or a & of.sign:
        return of.nan
    if x == "inf":
        return of.infinity
    scale = 1200
    scaled = x * 4**scale
    root = math.isqrt(scaled.numerator // scaled.denominator)
    # A bit below all that matters says whether there was more.
    return rationals.rounded(
        Fraction(2 * root + (root**2 != scaled), 2 ** (scale + 1)), of, rounding
    )


def integer_cases(bits: int) -> list[Case]:
    letter = "r" if bits == 32 else "l"
    mask, pair = 2**bits - 1, f"{letter}:{letter}{letter}"
    cases = []
    for kind in ("u", "s"):
        t = f"{kind}{bits}"

        def read(x: int, kind: str = kind) -> int:
            return signed(x, bits) if kind == "s" else x

        def over(how: Callable[[int, int], int], read=read) -> Callable[[int, int], int | None]:
            return lambda a, b: how(read(a), read(b)) & mask if b else None

        cases += [
            Case(pair, f"div.{t} %0, %1, %2;", over(quotient)),
            Case(pair, f"rem.{t} %0, %1, %2;", over(lambda x, y: x - y * quotient(x, y))),
            Case(pair, f"mul.hi.{t} %0, %1, %2;", over(lambda x, y: x * y >> bits)),
            Case(pair, f"mul.lo.{t} %0, %1, %2;", over(lambda x, y: x * y)),
            Case(pair, f"min.{t} %0, %1, %2;", over(min)),
            Case(pair, f"max.{t} %0, %1, %2;", over(max)),
            *(
                Case(
                    f"{pair}{letter}",
                    f".reg .{t} y; {how}.{t} y, %1, %2; {how}.{t} %0, y, %3;",
                    lambda a, b, c, of=of, read=read: of(map(read, (a, b, c))) & mask,
                )
                for how, of in (("min", min), ("max", max))
            ),
            Case(
                f"{letter}:{letter}r",
                f"shr.{t} %0, %1, %2;",
                lambda a, n, read=read: read(a) >> min(n, bits) & mask,
            ),
            Case(
                f"{pair}{letter}",
                f"mad.hi.{t} %0, %1, %2, %3;",
                lambda a, b, c, read=read: (read(a) * read(b) >> bits) + c & mask,
            ),
            *(
                Case(
                    f"r:{letter}{letter}",
                    f".reg .pred p; setp.{how}.{t} p, %1, %2; selp.u32 %0, 1, 0, p;",
                    lambda a, b, holds=holds, read=read: int(holds(read(a), read(b))),
                )
                for how, holds in {
                    "lt": int.__lt__,
                    "le": int.__le__,
                    "eq": int.__eq__,
                    "ne": int.__ne__,
                    "gt": int.__gt__,
                    "ge": int.__ge__,
                }.items()
            ),
        ]
    one = f"{letter}:{letter}"
    return [
        *cases,
        Case(f"{one}r", f"shl.b{bits} %0, %1, %2;", lambda a, n: a << min(n, bits) & mask),
        # With 64 bits, LEA with the carry of a negated operand.
        Case(
            pair,
            f".reg .b{bits} y; shl.b{bits} y, %1, 6; sub.u{bits} %0, %2, y;",
            lambda a, b: b - (a << 6) & mask,
        ),
        # With 64 bits, IMAD.WIDE of a negated addend.
        Case(
            f"{letter}:r{letter}",
            f".reg .u{bits} y; cvt.u{bits}.u32 y, %1; shl.b{bits} y, y, 5; sub.u{bits} %0, y, %2;",
            lambda a, b: (a << 5) - b & mask,
        ),
        Case(f"r:{letter}", f"clz.b{bits} %0, %1;", lambda a: bits - a.bit_length()),
        Case(f"r:{letter}", f"popc.b{bits} %0, %1;", lambda a: a.bit_count()),
        Case(
            f"r:{letter}",
            f"bfind.s{bits} %0, %1;",
            lambda a: (a ^ mask if a >> (bits - 1) else a).bit_length() - 1 & M32,
        ),
        Case(one, f"abs.s{bits} %0, %1;", lambda a: abs(signed(a, bits))),
        Case(one, f"brev.b{bits} %0, %1;", lambda a: int(f"{a:0{bits}b}"[::-1], 2)),
    ]


def saturated(x: int) -> int:
    return min(max(x, -(2**31)), 2**31 - 1) & M32


def distances(a: int, b: int) -> int:
    return sum(abs(x - y) for x, y in zip(a.to_bytes(4), b.to_bytes(4), strict=True))


OTHER_CASES = [
    Case("l:lll", ".reg .u64 t; add.u64 t, %1, %2; add.u64 %0, t, %3;", lambda *x: sum(x) & M64),
    Case(
        "l:lll",
        ".reg .u64 t; sub.u64 t, %1, %2; sub.u64 %0, t, %3;",
        lambda a, b, c: a - b - c & M64,
    ),
    Case(
        "l:rrl",
        "mad.wide.s32 %0, %1, %2, %3;",
        lambda a, b, c: signed(a, 32) * signed(b, 32) + c & M64,
    ),
    Case("r:rr", "add.sat.s32 %0, %1, %2;", lambda a, b: saturated(signed(a, 32) + signed(b, 32))),
    Case("r:rr", "sub.sat.s32 %0, %1, %2;", lambda a, b: saturated(signed(a, 32) - signed(b, 32))),
    Case(
        "r:rrr",
        "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;",
        lambda a, b, c: distances(a, b) + c & M32,
    ),
    Case(
        "r:rrr",
        "sad.s32 %0, %1, %2, %3;",
        lambda a, b, c: abs(signed(a, 32) - signed(b, 32)) + c & M32,
    ),
    Case(
        "r:rrr",
        "bfe.u32 %0, %1, %2, %3;",
        lambda a, n, w: a >> (n & 255) & ((1 << (w & 255)) - 1) & M32,
    ),
]


def packed(kind: str) -> Case:
    """cvt.pack.sat: two integers saturated to a type, and a third word above them."""
    bits = int(kind[1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)

    def reference(a: int, b: int, c: int) -> int:
        upper, lower = (min(max(signed(x, 32), low), high) & (1 << bits) - 1 for x in (a, b))
        above = c << 2 * bits & M32 if bits < 16 else 0
        return above | upper << bits | lower

    more = ".b32 %0, %1, %2, %3;" if bits < 16 else " %0, %1, %2;"
    return Case("r:rrr", f"cvt.pack.sat.{kind}.s32{more}", reference)


OTHER_CASES += [packed(f"{sign}{bits}") for sign in "su" for bits in (2, 4, 8, 16)]


def packed_floats(kind: str, cut: str) -> Case:
    """The same of two float32, converted by `cut`, which ptxas makes one instruction."""
    together = packed(kind)
    whole = math.trunc if cut == "rzi" else round

    def integer(bits: int) -> int:
        x = value(bits, FLOAT32)
        if x == "nan":
            return 0
        minus = bool(bits & FLOAT32.sign)
        far = isinstance(x, str) or abs(x) > 2**30
        return (-(2**31) if minus else 2**31 - 1) if far else whole(x)

    return Case(
        "r:ffr",
        f".reg .s32 p, q; cvt.{cut}.s32.f32 p, %1; cvt.{cut}.s32.f32 q, %2; "
        + together.ptx.replace("%1, %2", "p, q"),
        lambda a, b, c: together.reference(integer(a) & M32, integer(b) & M32, c),
    )


OTHER_CASES += [packed_floats(kind, cut) for kind in ("s8", "u8") for cut in ("rzi", "rni")]


def scaled(factor: float) -> Case:
    """A product times a power of two, which ptxas makes one instruction; not of NaN, infinity."""

    def reference(a: int, b: int) -> int | None:
        x, y = value(a, FLOAT32), value(b, FLOAT32)
        if isinstance(x, str) or isinstance(y, str):
            return None
        minus = bool((a ^ b) & FLOAT32.sign)
        product = value(rationals.rounded(x * y, FLOAT32, "RN", minus), FLOAT32)
        if isinstance(product, str):
            return None
        return rationals.rounded(product * Fraction(factor), FLOAT32, "RN", minus)

    bits = int(np.float32(factor).view(np.uint32))
    return Case("f:ff", f".reg .f32 y; mul.f32 y, %1, %2; mul.f32 %0, y, 0f{bits:08X};", reference)


def float_cases() -> list[Case]:
    cases = [scaled(factor) for factor in (0.125, 0.25, 0.5, 2, 4, 8)]
    for rounding in ("RN", "RZ", "RM", "RP"):
        for t, of, letter in (("f32", FLOAT32, "f"), ("f64", FLOAT64, "d")):
            if t == "f64" and rounding != "RN":
                continue
            one = of.bias << of.fraction
            name = f"{rounding.lower()}.{t}"
            cases += [
                Case(
                    f"{letter}:{letter}{letter}",
                    f"div.{name} %0, %1, %2;",
                    lambda a, b, of=of, r=rounding: divided(a, b, of, r),
                ),
                Case(
                    f"{letter}:{letter}",
                    f"rcp.{name} %0, %1;",
                    lambda b, of=of, r=rounding, one=one: divided(one, b, of, r),
                ),
                Case(
                    f"{letter}:{letter}",
                    f"sqrt.{name} %0, %1;",
                    lambda a, of=of, r=rounding: square_root(a, of, r),
                ),
            ]
    return cases


def kernel(name: str, case: Case) -> str:
    made, given = case.signature.split(":")
    parameters = ", ".join(f"const {TYPES[t][0]}* a{n}" for n, t in enumerate(given))
    reads = ", ".join(f'"{t}"(a{n}[threadIdx.x])' for n, t in enumerate(given))
    return (
        f'extern "C" __global__ void {name}({TYPES[made][0]}* out, {parameters}) {{\n'
        f'  {TYPES[made][0]} y; asm("{{ {case.ptx} }}" : "={made}"(y) : {reads});\n'
        f"  out[threadIdx.x] = y;\n}}\n"
    )


def drawn(letter: str, seed: int) -> np.ndarray:
    """Patterns of a type: special ones among random ones of any size."""
    draw = np.random.default_rng(seed)
    bits = 64 if letter in "ld" else 32
    raw = draw.integers(0, 2**63, THREADS, np.uint64) * np.uint64(2) + np.uint64(seed & 1)
    raw >>= np.uint64(64 - bits)
    if letter in LAYOUTS:
        near = draw.normal(size=THREADS).astype(np.float32 if bits == 32 else np.float64)
        raw = np.where(draw.random(THREADS) < 0.5, raw, near.view(TYPES[letter][1]))
        known = specials(LAYOUTS[letter])
    else:
        raw >>= draw.integers(0, bits, THREADS).astype(np.uint64)
        known = [0, 1, 2, 7, bits - 1, bits, 2**bits - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1]
    raw[: len(known)] = known
    return draw.permutation(raw).astype(TYPES[letter][1])


def of_halves(how: Callable[..., int], kind: str) -> Callable[..., int]:
    """What two words of two 16-bit integers each come to, or three."""

    def reference(*words: int) -> int:
        low, high = (
            how(*(signed(half, 16) if kind == "s" else half for half in halves)) & 0xFFFF
            for halves in zip(*((word & 0xFFFF, word >> 16) for word in words), strict=True)
        )
        return low | high << 16

    return reference


# What NVRTC of CUDA 13 makes of three operands, VIMNMX3, in all its forms.
EXTREMA = [
    Case(
        "r:rrr",
        f".reg .b32 y; {how}.{t} y, %1, %2; {how}.{t} %0, y, %3;",
        of_halves(of, t[0]),
    )
    for how, of in (("min", min), ("max", max))
    for t in ("s16x2", "u16x2")
] + [
    Case(
        "r:rrr",
        f".reg .s32 y; {how}.s32 y, %1, %2; {how}.s32.relu %0, y, %3;",
        lambda a, b, c, of=of: max(of(signed(x, 32) for x in (a, b, c)), 0),
    )
    for how, of in (("min", min), ("max", max))
]


def test_three_operands_are_one_instruction():
    text = "".join(kernel(f"k{n}", case) for n, case in enumerate(EXTREMA))
    code = disassemble(Compiler(Target.parse("sm_90")).compile(text).cubin)
    told = " ".join(one.text for lines in code.values() for one in lines)
    assert {"VIMNMX3.RELU", "VIMNMX3.S16x2", "VIMNMX3.U16x2"} <= set(told.split())


@pytest.mark.parametrize(
    "cases",
    [integer_cases(32), integer_cases(64), OTHER_CASES, float_cases(), EXTREMA],
    ids=["32 bits", "64 bits", "others", "floats", "extrema"],
)
def test_ptx_means_what_it_says(cases):
    text = "".join(kernel(f"k{n}", case) for n, case in enumerate(cases))
    compiled = Compiler(Target.parse("sm_90")).compile(text)
    cubin, code = read_cubin(compiled.cubin), disassemble(compiled.cubin)
    for number, case in enumerate(cases):
        made, given = case.signature.split(":")
        arrays = {"out": np.zeros(THREADS, TYPES[made][1])}
        arrays |= {f"a{n}": drawn(t, 10 + n) for n, t in enumerate(given)}
        device = Device(arrays, options=Options(check=False, count=False))
        name = f"k{number}"
        program = Program.of(name, code[name])
        shape = (1, 1, 1), (THREADS, 1, 1), 0
        device.launch(Call(cubin.kernel(name), program, *shape, list(arrays)))
        got = device.array("out").tolist()
        operands = zip(*(arrays[f"a{n}"].tolist() for n in range(len(given))), strict=True)
        for result, row in zip(got, operands, strict=True):
            expected = case.reference(*row)
            if expected is None or both_nan(result, expected, made):
                continue
            assert result == expected, (case.ptx, [hex(x) for x in (*row, expected, result)])


def both_nan(a: int, b: int, letter: str) -> bool:
    """Payloads of float64 are not held to."""
    return letter == "d" and value(a, FLOAT64) == value(b, FLOAT64) == "nan"
