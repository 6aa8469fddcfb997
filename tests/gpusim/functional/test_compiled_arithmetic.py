"""PTX of which the GPUs' recorded sequences (tests/gpusim/test_instruction_sequences.py) have none:
extrema of three operands, packing with saturation, products times a power of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.device import Device
from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

pytestmark = needs_compiler
THREADS = 256
M32 = 2**32 - 1


class Case(NamedTuple):
    """PTX of three words, and the same in Python; None: not compared."""

    ptx: str
    reference: Callable[[int, int, int], int | None]


def signed(x: int, bits: int = 32) -> int:
    return x - (1 << bits) if x >> (bits - 1) else x


def packed(kind: str) -> Case:
    """cvt.pack.sat: two integers saturated to a type, and a third word above them."""
    bits = int(kind[1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)

    def reference(a: int, b: int, c: int) -> int:
        upper, lower = (min(max(signed(x), low), high) & (1 << bits) - 1 for x in (a, b))
        above = c << 2 * bits & M32 if bits < 16 else 0
        return above | upper << bits | lower

    more = ".b32 %0, %1, %2, %3;" if bits < 16 else " %0, %1, %2;"
    return Case(f"cvt.pack.sat.{kind}.s32{more}", reference)


def as_float(bits: int) -> np.float32:
    return np.uint32(bits).view(np.float32)


def packed_floats() -> Case:
    """Two float32, cut to integers, saturated and packed: one instruction, F2IP."""
    together = packed("s8")

    def integer(bits: int) -> int:
        x = as_float(bits)
        return 0 if np.isnan(x) else int(np.clip(np.float64(x), -(2**31), 2**31 - 1)) & M32

    return Case(
        ".reg .f32 x, y; .reg .s32 p, q; mov.b32 x, %1; mov.b32 y, %2; cvt.rzi.s32.f32 p, x; "
        "cvt.rzi.s32.f32 q, y; " + together.ptx.replace("%1, %2", "p, q"),
        lambda a, b, c: together.reference(integer(a), integer(b), c),
    )


def scaled(factor: float) -> Case:
    """A product times a power of two: one instruction, FMUL.D2 and others; not of NaN, infinity."""

    def reference(a: int, b: int, c: int) -> int | None:
        with np.errstate(all="ignore"):
            made = as_float(a) * as_float(b) * np.float32(factor)
        return int(made.view(np.uint32)) if np.isfinite(made) else None

    bits = int(np.float32(factor).view(np.uint32))
    return Case(
        ".reg .f32 x, y; mov.b32 x, %1; mov.b32 y, %2; mul.f32 y, x, y; "
        f"mul.f32 y, y, 0f{bits:08X}; mov.b32 %0, y;",
        reference,
    )


def of_halves(how: Callable[..., int], kind: str) -> Callable[..., int]:
    """What three words of two 16-bit integers each come to."""

    def reference(*words: int) -> int:
        low, high = (
            how(*(signed(half, 16) if kind == "s" else half for half in halves)) & 0xFFFF
            for halves in zip(*((word & 0xFFFF, word >> 16) for word in words), strict=True)
        )
        return low | high << 16

    return reference


# What NVRTC of CUDA 13 makes of three operands, VIMNMX3, in all its forms.
EXTREMA = [
    case
    for how, of in (("min", min), ("max", max))
    for case in (
        *(
            Case(
                f".reg .b32 y; {how}.{t} y, %1, %2; {how}.{t} %0, y, %3;",
                of_halves(of, t[0]),
            )
            for t in ("s16x2", "u16x2")
        ),
        Case(
            f".reg .u32 y; {how}.u32 y, %1, %2; {how}.u32 %0, y, %3;",
            lambda a, b, c, of=of: of(a, b, c),
        ),
        Case(
            f".reg .s32 y; {how}.s32 y, %1, %2; {how}.s32 %0, y, %3;",
            lambda a, b, c, of=of: of(map(signed, (a, b, c))) & M32,
        ),
        Case(
            f".reg .s32 y; {how}.s32 y, %1, %2; {how}.s32.relu %0, y, %3;",
            lambda a, b, c, of=of: max(of(map(signed, (a, b, c))), 0),
        ),
    )
]
PACKED = [packed(f"{sign}{bits}") for sign in "su" for bits in (2, 4, 8, 16)]
SCALED = [scaled(factor) for factor in (0.5, 0.25, 0.125, 2, 4, 8)]


def kernel(name: str, case: Case) -> str:
    return f"""extern "C" __global__ void {name}(
    unsigned* out, const unsigned* a, const unsigned* b, const unsigned* c) {{
  int t = threadIdx.x;
  unsigned y;
  asm("{{ {case.ptx} }}" : "=r"(y) : "r"(a[t]), "r"(b[t]), "r"(c[t]));
  out[t] = y;
}}
"""


def drawn(seed: int) -> np.ndarray:
    """Special patterns among random ones of any size."""
    draw = np.random.default_rng(seed)
    raw = draw.integers(0, 2**32, THREADS) >> draw.integers(0, 32, THREADS)
    known = [0, 1, 2, 7, 31, 32, 2**32 - 1, 1 << 31, (1 << 31) - 1]
    raw[: len(known)] = known
    return draw.permutation(raw).astype(np.uint32)


@pytest.mark.parametrize(
    ("cases", "opcode"),
    [(EXTREMA, "VIMNMX3"), (PACKED, "I2IP"), ([packed_floats()], "F2IP"), (SCALED, "FMUL.D4")],
)
def test_ptx_means_what_it_says(cases, opcode):
    text = "".join(kernel(f"k{n}", case) for n, case in enumerate(cases))
    cubin = Compiler(Target.parse("sm_90")).compile(text).cubin
    code, loaded = disassemble(cubin), read_cubin(cubin)
    told = {one.opcode for lines in code.values() for one in lines}
    assert any(name.startswith(opcode) for name in told), told
    for number, case in enumerate(cases):
        arrays = {"out": np.zeros(THREADS, np.uint32)}
        arrays |= {f"a{n}": drawn(10 + n) for n in range(3)}
        device, name = Device(arrays, options=Options(check=False, count=False)), f"k{number}"
        program = Program.of(name, code[name])
        shape = (1, 1, 1), (THREADS, 1, 1), 0
        device.launch(Call(loaded.kernel(name), program, *shape, list(arrays)))
        operands = zip(*(arrays[f"a{n}"].tolist() for n in range(3)), strict=True)
        for result, row in zip(device.array("out").tolist(), operands, strict=True):
            expected = case.reference(*row)
            assert expected in (None, result), (case.ptx, [hex(x) for x in (*row, result)])
