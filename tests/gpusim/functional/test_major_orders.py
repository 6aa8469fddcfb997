"""wgmma of operands in either major order and every swizzle, against NumPy, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.device import Device
from gpusim.findings import Unsupported
from gpusim.isa.cubin import read_cubin
from gpusim.isa.decoder import decode, operand
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import Call, Options, Program
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

ROWS, COLUMNS, DEPTH = 64, 128, 64
SHARED = (ROWS + COLUMNS) * DEPTH * 2
SWIZZLES = {128: 1, 64: 2, 32: 3}
ORDERS = ("K", "MN")
NAMES = {"f16": "float16", "bf16": "bfloat16"}


def _kernel(of: str, a: str, b: str) -> str:
    """c (64 x 128) = a b^T from words that lie in shared memory as they are given.

    `at` has the upper halves of both descriptors, and of each step in depth the lower halves.
    """
    sums = ", ".join(f"%{at}" for at in range(64))
    registers = ", ".join(f'"+f"(c[{at}])' for at in range(64))
    return f"""
    extern "C" __global__ void {of}_{a}_{b}(float* out, const unsigned* in, const unsigned* at) {{
      extern __shared__ __align__(1024) unsigned words[];
      float c[64];
      for (int i = 0; i < 64; i++) c[i] = 0;
      for (int i = threadIdx.x; i < {SHARED // 4}; i += 128) words[i] = in[i];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      unsigned base = (unsigned)__cvta_generic_to_shared(words) >> 4;
      for (int step = 0; step < {DEPTH // 16}; step++) {{
        unsigned long long a = at[2 + 2 * step] + base | (unsigned long long)at[0] << 32;
        unsigned long long b = at[3 + 2 * step] + base | (unsigned long long)at[1] << 32;
        asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.{of}.{of} {{{sums}}}, %64, %65, "
                     "1, 1, 1, {int(a == "MN")}, {int(b == "MN")};"
                     : {registers} : "l"(a), "l"(b));
      }}
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
      for (int i = 0; i < 64; i++) {{
        int row = threadIdx.x / 32 * 16 + i / 2 % 2 * 8 + threadIdx.x % 32 / 4;
        out[row * {COLUMNS} + i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2] = c[i];
      }}
    }}"""


@cache
def _compiled() -> tuple:
    text = "\n".join(_kernel(of, a, b) for of in NAMES for a in ORDERS for b in ORDERS)
    cubin = Compiler(Target.parse("sm_90")).cubin(text)
    return read_cubin(cubin).kernels, disassemble(cubin)


@dataclass
class Tile:
    """A factor as TMA lays boxes of `swizzle` bytes' width side by side, and its descriptors."""

    bits: np.ndarray
    upper: int
    lower: list[int]


def tile(bits: np.ndarray, order: str, swizzle: int, start: int) -> Tile:
    """Of `bits` (rows, depth), uint16, to lie `start` bytes into shared memory."""
    rows = len(bits)
    lines = bits if order == "K" else bits.T
    width = swizzle // 2
    boxes = lines.reshape(len(lines), -1, width).swapaxes(0, 1)
    # TMA: the chunks of 16 bytes of a line change places, by the line's place in 1024 bytes, 512
    # or 256.
    chunks = boxes.reshape(len(boxes), -1, swizzle // 16, 8)
    line = np.arange(chunks.shape[1])[:, None]
    chunk = np.arange(swizzle // 16)
    laid = chunks[:, line, chunk ^ line * swizzle // 128 % (swizzle // 16)]
    box_bytes = len(lines) * swizzle
    # From one step of 16 in depth to the next: along the line, or sixteen lines on.
    along = [
        (step * 32 // swizzle * box_bytes + step * 32 % swizzle) for step in range(DEPTH // 16)
    ]
    steps = along if order == "K" else [step * 16 * swizzle for step in range(DEPTH // 16)]
    leading = box_bytes if order == "MN" and rows > width else 0
    lower = [(start + step) >> 4 | leading >> 4 << 16 for step in steps]
    return Tile(laid.ravel(), SWIZZLES[swizzle] << 30 | 8 * swizzle >> 4, lower)


def halves(rng: np.random.Generator, shape: tuple[int, int], of: str) -> tuple:
    """Whole numbers that both formats hold, and their bits."""
    values = rng.integers(-8, 9, shape).astype(np.float32)
    if of == "f16":
        return values, values.astype(np.float16).view(np.uint16)
    return values, (values.view(np.uint32) >> 16).astype(np.uint16)


def multiplied(of: str, orders: tuple[str, str], swizzles: tuple[int, int], spoil=None) -> tuple:
    """What the machine makes of two tiles, what is found, and the product."""
    rng = np.random.default_rng(1)
    a, a_bits = halves(rng, (ROWS, DEPTH), of)
    b, b_bits = halves(rng, (COLUMNS, DEPTH), of)
    left = tile(a_bits, orders[0], swizzles[0], 0)
    right = tile(b_bits, orders[1], swizzles[1], a_bits.nbytes)
    if spoil:
        spoil(right)
    at = [left.upper, right.upper]
    for pair in zip(left.lower, right.lower, strict=True):
        at += pair
    arrays = {
        "out": np.full((ROWS, COLUMNS), np.nan, np.float32),
        "in": np.concatenate([left.bits, right.bits]).view(np.uint32),
        "at": np.array(at, np.uint32),
    }
    images, sass = _compiled()
    name = f"{of}_{orders[0]}_{orders[1]}"
    program = Program.of(name, sass[name])
    device = Device(arrays, {"out"}, Options(count=False))
    call = Call(images[name], program, (1, 1, 1), (128, 1, 1), SHARED, list(arrays))
    ran = device.launch(call)
    return device.array("out"), list(ran.findings.wrong), a @ b.T


@needs_compiler
@pytest.mark.parametrize("of", NAMES)
@pytest.mark.parametrize("a", ORDERS)
@pytest.mark.parametrize("b", ORDERS)
@pytest.mark.parametrize("swizzles", [(128, 128), (64, 64), (32, 32), (128, 32), (32, 64)])
def test_a_product_in_any_order_is_numpys(of, a, b, swizzles):
    made, found, right = multiplied(of, (a, b), swizzles)
    assert found == []
    np.testing.assert_array_equal(made, right)


def _swap_strides(of: Tile) -> None:
    leading, stride = of.lower[0] >> 16, of.upper & 0x3FFF
    of.lower = [lower & 0xFFFF | stride << 16 for lower in of.lower]
    of.upper = of.upper & ~0x3FFF | leading


def _forget_leading(of: Tile) -> None:
    of.lower = [lower & 0xFFFF for lower in of.lower]


def _other_swizzle(of: Tile) -> None:
    of.upper = of.upper & 0x3FFFFFFF | SWIZZLES[64] << 30


@needs_compiler
@pytest.mark.parametrize("spoil", [_swap_strides, _forget_leading, _other_swizzle])
def test_a_wrong_descriptor_gives_another_product(spoil):
    made, _, right = multiplied("f16", ("K", "MN"), (128, 128), spoil)
    assert (made != right).mean() > 0.4


# --- refused --------------------------------------------------------------------------------------


def _base_offset(of: Tile) -> None:
    of.upper |= 1 << 17


def _within_a_line(of: Tile) -> None:
    of.lower = [lower + 2 for lower in of.lower]


@needs_compiler
@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_base_offset, "with a base offset"),
        (_within_a_line, "begins within a line and goes beyond"),
    ],
)
def test_a_layout_that_is_not_known_is_refused_with_its_line(spoil, told):
    said = rf"`HGMMA.*tnspB, .*`, an operand .*{told}.* \(CUDA line \d+\)"
    with pytest.raises(Unsupported, match=said):
        multiplied("f16", ("K", "MN"), (128, 128), spoil)


def test_the_factors_that_are_transposed_are_read():
    read = [operand(f"gdesc[UR12]{which}") for which in ("", ".tnspA", ".tnspB", ".tnspA.tnspB")]
    assert [one.transposed for one in read] == ["", "A", "B", "AB"]
    assert {(one.suffix, one.index) for one in read} == {("gdesc", 12)}


@pytest.mark.parametrize("text", ["gdesc[UR12].tnspC", "gdesc[UR12].tnspA.X", "desc[UR12].tnspB"])
def test_another_suffix_is_refused_with_its_line(text):
    control = (1, False, None, None, 0, 0)
    code = Instruction(0, "", "HGMMA.64x64x16.F32", f"R24, {text}, R24", 7, *control)
    with pytest.raises(Unsupported, match=r"does not support `HGMMA.*\(CUDA line 7\)"):
        _ = decode(0, code).registers
