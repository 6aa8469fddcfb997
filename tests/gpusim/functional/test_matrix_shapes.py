"""stmatrix, and mma of tf32 and float64."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from accesses import needs_compiler
from compared import VALUES, Compared, check
from exhaustive import every, sampled_tuples

pytestmark = needs_compiler
RNG = np.random.default_rng(0)
LANES = np.arange(32)


def stored(count: int, transposed: bool) -> Compared:
    """stmatrix of `count` matrices: element h of register j of lane l is 8 l + 2 j + h."""
    names = ", ".join(f"%{1 + j}" for j in range(count))
    values = ", ".join(f'"r"(a[{j}])' for j in range(count))
    shape = f"m8n8.x{count}{'.trans' if transposed else ''}"
    text = f"""extern "C" __global__ void k(unsigned short* y) {{
      __shared__ alignas(16) unsigned short tile[{64 * count}];
      int i = threadIdx.x;
      unsigned a[{count}];
      for (int j = 0; j < {count}; j++) a[j] = (i * 8 + j * 2) | (i * 8 + j * 2 + 1) << 16;
      unsigned at = (unsigned)__cvta_generic_to_shared(tile + i % {8 * count} * 8);
      asm volatile("stmatrix.sync.aligned.{shape}.shared.b16 [%0], {{{names}}};"
                   :: "r"(at), {values} : "memory");
      CLEAN(__syncwarp();)
      for (int j = i; j < {64 * count}; j += 32) y[j] = tile[j];
    }}"""
    expected = np.zeros((count, 8, 8), np.uint16)
    for j in range(count):
        for h in (0, 1):
            expected[j, LANES // 4, LANES % 4 * 2 + h] = LANES * 8 + j * 2 + h
    if transposed:
        expected = expected.swapaxes(1, 2)
    arguments = {"y": np.zeros(64 * count, np.uint16)}
    return Compared(shape, text, arguments, expected, "warp-synchronous")


def product(kind: str, height: int, depth: int) -> Compared:
    """mma of whole numbers; the faulty twin transposes B's fragment."""
    single, tall = kind == "tf32", height // 8
    a, b, d = tall * depth // 4, depth // 4, 2 * tall
    names = [f"%{n}" for n in range(d + a + b)]
    groups = [", ".join(part) for part in (names[:d], names[d : d + a], names[d + a :])]
    letter, number = ("r", "float") if single else ("d", "double")
    outputs = ", ".join(f'"+{"f" if single else "d"}"(d[{n}])' for n in range(d))
    inputs = ", ".join([f'"{letter}"(a[{n}])' for n in range(a)])
    inputs += ", " + ", ".join([f'"{letter}"(b[{n}])' for n in range(b)])
    types = "f32.tf32.tf32.f32" if single else "f64.f64.f64.f64"
    bits = "__float_as_uint" if single else ""
    text = f"""extern "C" __global__ void k({number}* y, const {number}* A, const {number}* B) {{
      int r = threadIdx.x / 4, c = threadIdx.x % 4;
      {"unsigned" if single else "double"} a[{a}], b[{b}];
      {number} d[{d}] = {{}};
      for (int n = 0; n < {a}; n++)
        a[n] = {bits}(A[(r + 8 * (n % {tall})) * {depth} + c + 4 * (n / {tall})]);
      for (int n = 0; n < {b}; n++)
        b[n] = {bits}(B[CLEAN((c + 4 * n) * 8 + r) FAULT(r % 4 * 8 + c)]);
      asm volatile("mma.sync.aligned.m{height}n8k{depth}.row.col.{types}"
                   "{{{groups[0]}}}, {{{groups[1]}}}, {{{groups[2]}}}, {{{groups[0]}}};"
                   : {outputs} : {inputs});
      for (int n = 0; n < {d}; n++) y[(r + 8 * (n / 2)) * 8 + 2 * c + n % 2] = d[n];
    }}"""
    dtype = np.float32 if single else np.float64
    left, right = (
        RNG.integers(-9, 10, shape).astype(dtype) for shape in ((height, depth), (depth, 8))
    )
    name = f"{kind} m{height}n8k{depth}"
    arguments = {"y": np.zeros((height, 8), dtype), "A": left, "B": right}
    return Compared(name, text, arguments, left @ right, VALUES)


CASES = [
    *(stored(*form) for form in ((1, False), (2, False), (4, False), (2, True), (4, True))),
    product("tf32", 16, 8),
    product("tf32", 16, 4),
    *(product("float64", height, depth) for height, depth in ((8, 4), (16, 4), (16, 8), (16, 16))),
]


@pytest.mark.parametrize("case", every(CASES, 4), ids=lambda case: case.name)
def test_result(case):
    check(case)


def test_tf32_drops_the_lower_bits():
    case = product("tf32", 16, 8)
    left = np.full((16, 8), 1 + 2**-11 + 2**-12, np.float32)
    arguments = {**case.arguments, "A": left, "B": np.eye(8, dtype=np.float32)}
    found, _ = Compared("", case.text, arguments, case.expected, VALUES).run()
    assert (found == 1).all()


WARPGROUP = """
__device__ unsigned place(const void* p) {{ return (unsigned)__cvta_generic_to_shared(p); }}
extern "C" __global__ void __launch_bounds__(128) k(float* y, const {type}* A, const {type}* B) {{
  __shared__ alignas(128) {type} tile[8 * {depth}];
  int i = threadIdx.x;
  for (int at = i; at < 8 * {depth}; at += 128) {{
    int n = at / {depth}, k = at % {depth};
    // Core matrices of 8 rows of 16 bytes, one after the other, without swizzle.
    tile[k / {line} * 8 * {line} + n * {line} + k % {line}] = B[at];
  }}
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  int r = i / 32 * 16 + i % 32 / 4, c = i % 4;
  const unsigned* words = (const unsigned*)A;
  unsigned a[4];
  for (int p = 0; p < 4; ++p) a[p] = words[(r + 8 * (p % 2)) * 8 + c + 4 * (p / 2)];
  unsigned long long b = (place(tile) & 0x3ffff) >> 4 | (128ull >> 4) << 16 | (256ull >> 4) << 32;
  float d[4] = {{}};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k{depth}.f32.{kind}.{kind}"
               " {{%0, %1, %2, %3}}, {{%4, %5, %6, %7}}, %8, 0, 1{signs};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;\\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int n = 0; n < 4; ++n) y[(r + 8 * (n / 2)) * 8 + 2 * c + n % 2] = d[n];
}}
"""


@pytest.mark.parametrize(
    ("kind", "dtype", "sign"),
    [
        ("f16", np.float16, -1),
        ("tf32", np.float32, 1),
        ("s8", np.int8, 1),
        pytest.param("f16", np.float16, 1, marks=pytest.mark.exhaustive),
        pytest.param("e5m2", ml_dtypes.float8_e5m2, 1, marks=pytest.mark.exhaustive),
    ],
)
def test_wgmma_with_a_in_registers(kind, dtype, sign):
    depth, whole = 32 // np.dtype(dtype).itemsize, kind == "s8"
    text = WARPGROUP.format(
        type={"f16": "__half", "tf32": "float"}.get(kind, "signed char"),
        kind=kind,
        depth=depth,
        line=depth // 2,
        signs=f", {sign}, 0" if kind == "f16" else "" if whole else ", 1",
    )
    if whole:
        text = text.replace("float* y", "int* y").replace("float d[4]", "int d[4]")
        text = text.replace('"+f"', '"+r"').replace("f32.s8", "s32.s8").replace("0, 1;", "0;")
    left, right = (RNG.integers(-4, 5, (rows, depth)).astype(dtype) for rows in (64, 8))
    out = np.int32 if whole else np.float32
    arguments = {"y": np.zeros((64, 8), out)}
    arguments |= {name: one.view(np.int8) for name, one in (("A", left), ("B", right))}
    expected = sign * (left.astype(out) @ right.T.astype(out))
    text = text.replace('  asm volatile("fence.proxy', '  CLEAN(asm volatile("fence.proxy')
    text = text.replace(
        'shared::cta;" ::: "memory");\n  __sync', 'shared::cta;" ::: "memory");)\n  __sync'
    )
    text = "#include <cuda_fp16.h>\n" + text
    check(Compared(kind, text, arguments, expected, "proxy-fence", 128))


SPARSE = """#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void k(float* y, const TYPE* A, const TYPE* B, const unsigned* meta) {
  int i = threadIdx.x, r = i / 4, c = i % 4;
  unsigned a[4], b[4], e = meta[i];
  const unsigned *left = (const unsigned*)A, *right = (const unsigned*)B;
  for (int p = 0; p < K / 8; ++p) a[p] = left[(r + 8 * (p % 2)) * K / 4 + c + 4 * (p / 2)];
  for (int p = 0; p < K / 8; ++p) b[p] = right[r * K / 2 + c + 4 * p];
  float d[4] = {};
  MULTIPLY
  for (int n = 0; n < 4; ++n) y[(r + 8 * (n / 2)) * 8 + 2 * c + n % 2] = d[n];
}
"""


@pytest.mark.parametrize("of", ["f16", "bf16"])
@pytest.mark.parametrize(
    ("depth", "selector"), sampled_tuples([(16, 0), (16, 3), (32, 0), (32, 1)], [(16, 3)])
)
def test_sparse_mma(of, depth, selector):
    """Two of four elements of each row of A; `places` says which, in rising order."""
    dtype = np.dtype(np.float16 if of == "f16" else ml_dtypes.bfloat16)
    held = RNG.integers(1, 5, (16, depth // 4, 2))
    right = RNG.integers(-4, 5, (8, depth))
    pairs = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    places = pairs[RNG.integers(0, 6, (16, depth // 4))]
    whole = np.zeros((16, depth // 4, 4), int)
    np.put_along_axis(whole, places, held, axis=2)
    # 16 columns of row r in the lower half of a word, of row r + 8 in the upper one.
    bits = (places.reshape(16, -1, 8) << np.arange(0, 16, 2)).sum(axis=2).astype(np.uint32)
    words = RNG.integers(0, 1 << 32, (8, 4)).astype(np.uint32)
    threads = depth // 16
    words[:, selector * threads : (selector + 1) * threads] = bits[:8] | bits[8:] << np.uint32(16)
    last = depth // 8
    listed = [", ".join(f"%{n}" for n in range(at, at + last)) for at in (4, 4 + last)]
    given = ", ".join(f'"r"({name}[{n}])' for name in "ab" for n in range(last))
    multiply = (
        f'asm("mma.sp::ordered_metadata.sync.aligned.m16n8k{depth}.row.col.f32.{of}.{of}.f32 "\n'
        f'"{{%0, %1, %2, %3}}, {{{listed[0]}}}, {{{listed[1]}}}, {{%0, %1, %2, %3}}, '
        f'%{4 + 2 * last}, {selector};" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])'
        f' : {given}, "r"(e));'
    )
    text = SPARSE.replace("MULTIPLY", f"CLEAN({multiply})").replace("K", str(depth))
    text = text.replace("TYPE", "__half" if of == "f16" else "__nv_bfloat16")
    arguments = {"y": np.zeros((16, 8), np.float32)}
    arguments |= {"A": held.astype(dtype).view(np.int16), "B": right.astype(dtype).view(np.int16)}
    arguments["meta"] = words
    expected = (whole.reshape(16, depth) @ right.T).astype(np.float32)
    check(Compared(of, text, arguments, expected, VALUES))
