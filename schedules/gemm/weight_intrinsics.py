"""4-bit codes multiplied by float16 on tensor cores, a group of 128 of K at a time.

mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Here the weights
are its A, and the few rows of float16 are its B, so eight rows fill an instruction. Codes are
stored in the order of the lanes (`weight_only.place_in_fragment`, like MARLIN's, arXiv 2408.11743):
a word is a lane's part of A. It is converted to float16 in registers, exactly, by half an operation
per code (Kim et al., "Who Says Elephants Can't Run", 2022); subtracting the zero point takes
another half. The scale multiplies the accumulators of the group. With more than 16 rows there are
more accumulators than weights, and the scale multiplies the weights.

The description of the intrinsic states what one lane computes: lane 4 g + t has the accumulators of
rows g and g + 8 of each fragment of weights with rows 2 t and 2 t + 1 of each eight rows of A. It
consists of plain loops, which a CPU can run. All 32 lanes must take part.
"""

from __future__ import annotations

from functools import cache

from tvm import s_tir
from tvm.backend.cuda.op import cuda_func_call
from tvm.script import from_source
from tvm.script import tirx as T

from ..core.tvm_script import quick_parser
from ..workloads.weight_only import FRAGMENT_N, GROUP
from .wgmma_intrinsics import PHASE, STAGE, WGMMA_CODES

# The last bit of a float16 in [1024, 2048) counts one: 0x6400 | code is 1024 + code, and four bits
# further up 0x6400 | code << 4 is 1024 + 16 code, a sixteenth of which is 64 + code.
_CODES = """
__device__ __forceinline__ unsigned int4_pair(unsigned word, unsigned mask) {
  unsigned out;
  asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(out) : "r"(word), "r"(mask), "r"(0x64006400u));
  return out;
}
// Codes less the zero points of rows g and g + 8: a lane's part of 16 x 16 weights.
__device__ __forceinline__ void int4_fragment(unsigned word, const half2* zeros, half2* out) {
  half2 sixteenth = __half2half2(__float2half(0.0625f));
#pragma unroll
  for (int i = 0; i < 4; i += 2, word >>= 8) {
    unsigned lower = int4_pair(word, 0x000f000f), upper = int4_pair(word, 0x00f000f0);
    out[i] = __hsub2(*(half2*)&lower, zeros[0]);
    out[i + 1] = __hfma2(*(half2*)&upper, sixteenth, zeros[1]);
  }
}
"""

_MMA = """\
__device__ __forceinline__ void int4_product(float* d, const half2* values, unsigned x0,
                                             unsigned x1) {
  const unsigned* w = (const unsigned*)values;
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(x0), "r"(x1));
}
// `a` is row 2 t of the lane's, `w` the words of lane 4 g, `scale_zero` those of row g, as the
// schedule sees them.
template <int fragments, int eights>
__device__ __forceinline__ void int4_group(float* c, const half* a, const int* w,
                                           const half* scale_zero, int a_row, int w_fragment) {
  // With many rows a scale is in more sums than weights, and sums of the group alone are registers.
  constexpr bool early = eights > 2;
  int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  a += (g - 2 * t) * a_row + 8 * t;
  w += 4 * t;
  float group[fragments * eights * 4] = {};
  float* sums = early ? c : group;
  half2 scales[fragments][2], zeros[fragments][2];
#pragma unroll
  for (int n = 0; n < fragments; ++n)
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);
      scales[n][i] = __half2half2(__low2half(both));
      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);
      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));
    }
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    uint4 words[fragments];
#pragma unroll
    for (int n = 0; n < fragments; ++n) words[n] = *(const uint4*)(w + n * w_fragment + k * 128);
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      uint4 values[eights];
#pragma unroll
      for (int m = 0; m < eights; ++m)
        values[m] = *(const uint4*)(a + m * 8 * a_row + k * 64 + h * 32);
#pragma unroll
      for (int q = 0; q < 2; ++q)
#pragma unroll
        for (int n = 0; n < fragments; ++n) {
          half2 weights[4];
          int4_fragment((&words[n].x)[2 * h + q], zeros[n], weights);
#pragma unroll
          for (int i = 0; i < 4; ++i)
            if (early) weights[i] = __hmul2(weights[i], scales[n][i & 1]);
#pragma unroll
          for (int m = 0; m < eights; ++m)
            int4_product(sums + (n * eights + m) * 4, weights, (&values[m].x)[2 * q],
                         (&values[m].x)[2 * q + 1]);
        }
    }
  }
  if (early) return;
#pragma unroll
  for (int n = 0; n < fragments; ++n)
#pragma unroll
    for (int i = 0; i < 4 * eights; ++i)
      c[n * eights * 4 + i] += __low2float(scales[n][i / 2 % 2]) * group[n * eights * 4 + i];
}
"""

# Sixteen rows of weights in each of four warps are the first operand, from registers. The other is
# the rows of A in shared memory, where TMA stores them: two boxes of 64 of K, swizzled.
_WGMMA = """\
__device__ __forceinline__ void int4_hold(float* c) { asm volatile("" : @SUMS :: "memory"); }
__device__ __forceinline__ void int4_wgmma(float* c, const unsigned* w, unsigned long long rows) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n@COLUMNSk16.f32.f16.f16 {@REGISTERS}, "
               "{%@0, %@1, %@2, %@3}, %@4, 1, 1, 1, 0;"
               : @SUMS : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "l"(rows));
}
// `a` is row 2 t of A's, `w` the words of lane 4 g, `scale_zero` those of row g, as the schedule
// sees them.
template <int fragments>
__device__ __forceinline__ void int4_group_wgmma(float* c, const half* a, const int* w,
                                                 const half* scale_zero, int w_fragment, void* full,
                                                 int phase) {
  int t = threadIdx.x & 3;
  unsigned address = (unsigned)__cvta_generic_to_shared(a) - 2 * t * 128;
  w += 4 * t;
  half2 scales[fragments][2], zeros[fragments][2];
#pragma unroll
  for (int n = 0; n < fragments; ++n)
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      half2 both = *(const half2*)(scale_zero + (16 * n + 8 * i) * 2);
      scales[n][i] = __half2half2(__low2half(both));
      half zero = __high2half(both), known = __float2half(i ? -64.0f : 1024.0f);
      zeros[n][i] = __half2half2(i ? __hsub(known, zero) : __hadd(known, zero));
    }
  tma_wait(full, phase);
  uint4 words[fragments];
#pragma unroll
  for (int k = 0; k < 4; ++k) {  // 32 of K
    unsigned long long rows = wgmma_operand(address + k / 2 * @COLUMNS * 128) + k % 2 * 4;
    unsigned weights[fragments][2][4];
#pragma unroll
    for (int n = 0; n < fragments; ++n) {
      if (k % 2 == 0) words[n] = *(const uint4*)(w + n * w_fragment + k / 2 * 128);
#pragma unroll
      for (int q = 0; q < 2; ++q) {
        half2 values[4];
        int4_fragment((&words[n].x)[k % 2 * 2 + q], zeros[n], values);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          half2 scaled = __hmul2(values[i], scales[n][i & 1]);
          weights[n][q][i] = *(unsigned*)&scaled;
          asm volatile("" : "+r"(weights[n][q][i]) :: "memory");
        }
      }
    }
#pragma unroll
    for (int n = 0; n < fragments; ++n) int4_hold(c + n * @COUNT);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int q = 0; q < 2; ++q)
#pragma unroll
      for (int n = 0; n < fragments; ++n)
        int4_wgmma(c + n * @COUNT, weights[n][q], rows + 2 * q);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int n = 0; n < fragments; ++n) int4_hold(c + n * @COUNT);
}
"""


def int4_wgmma_text(eights: int) -> str:
    """CUDA text of `int4_group_wgmma` for eight times `eights` rows of A, with four accumulators
    per lane for each eight; `hopper_text` puts in their names, and has the functions it calls."""
    count = 4 * eights
    text = (_CODES + _WGMMA).replace("@COUNT", str(count))
    for operand in range(5):
        text = text.replace(f"@{operand}", str(count + operand))
    return text


# An axis of one has a loop and no index, as in the block that is tensorized.
_BLOCK = """
@T.prim_func(s_tir=True)
def {name}(a: T.handle, w: T.handle, s: T.handle, c: T.handle) -> None:
    {strides}
    A = T.match_buffer(a, ({a_shape}), "float16", offset_factor=1, scope="shared.dyn"{a_strides})
    W = T.match_buffer(
        w, ({fragments}, 2, 4, 4), "int32", offset_factor=1, scope="{scope}"{w_strides})
    S = T.match_buffer(s, ({columns}, 2), "float16", offset_factor=1, scope="{scope}")
    C = T.match_buffer(c, ({sums}), "float32", offset_factor=1, scope="local")
    with T.sblock("root"):
        T.reads(C[{all_sums}], A[{all_a}], W[0:{fragments}, 0:2, 0:4, 0:4],
                S[0:{columns}, 0:2])
        T.writes(C[{all_sums}])
"""
_PRODUCTS = """\
        for n, m, i, p, {k_loops}, e in T.grid({fragments}, {eights}, 2, 2, {k_extents}, 2):
            with T.sblock("product"):
                {spatial}vi, vp, {k_axes}, ve = T.axis.remap(
                    "{kinds}SSRRRRRR", [{loops}i, p, {k_loops}, e])
                C[{spatial}vi, vp] = C[{spatial}vi, vp] + T.Cast("float32",
                    A[{a_index}]) * T.Cast("float32",
                    (T.Cast("float16",
                        W[{fragment}, vk, vt, vh * 2 + vq] >> ve * 16 + vr * 8 + vi * 4 & 15)
                     - S[{column}vi * 8, 1]) * S[{column}vi * 8, 0])
"""


# Strides of A and W as the implementation sees them.
_STRIDES = {
    "a": ("a_row", "a_one"),
    "a_wgmma": ("a_half", "a_row", "a_one"),
    "w": ("w_fragment", "w_part", "w_lane", "w_one"),
}


@cache
@quick_parser()
def int4_group(fragments: int, eights: int, scope: str, wgmma: bool = False) -> str:
    """Registers the product of 128 of K for one lane and gives its name.

    `fragments` of 16 rows of weights, in `scope` with their scales and zero points, with `eights`
    times eight rows of A in shared.dyn; float32 sums of shape (fragments, eights, 2, 2) in scope
    local, without the axes that are one. With `wgmma` four warps take part together, and A is of
    shape (2, rows, 64), as TMA stores it.
    """
    rows, columns = 8 * eights - 6, FRAGMENT_N * fragments - 7
    axes = [("n", fragments)] * (fragments > 1) + [("m", eights)] * (eights > 1)
    sums = (*(count for _, count in axes), 2, 2)
    row = "vm * 8 + vp" if eights > 1 else "vp"
    a_shape = (2, rows, GROUP // 2) if wgmma else (rows, GROUP)
    k_axes = {"k": 2, "h": 2, "t": 4, "q": 2, "r": 2}
    if wgmma:
        k_axes = {"k": 2, "h": 2, "q": 2, "r": 2, "t": 4}
    values = {
        "a_shape": ", ".join(map(str, a_shape)),
        "all_a": ", ".join(f"0:{extent}" for extent in a_shape),
        "a_index": f"vk, {row}, vh * 32 + vq * 16 + vr * 8 + vt * 2 + ve"
        if wgmma
        else f"{row}, vk * 64 + vh * 32 + vt * 8 + vq * 4 + vr * 2 + ve",
        "k_loops": ", ".join(k_axes),
        "k_axes": ", ".join(f"v{name}" for name in k_axes),
        "k_extents": ", ".join(map(str, k_axes.values())),
        "columns": columns,
        "fragments": fragments,
        "scope": scope,
        "sums": ", ".join(map(str, sums)),
        "all_sums": ", ".join(f"0:{count}" for count in sums),
        "loops": "".join(f"{name}, " for name, _ in axes),
        "eights": eights,
        "spatial": "".join(f"v{name}, " for name, _ in axes),
        "kinds": "S" * len(axes),
        "fragment": "vn" if fragments > 1 else "0",
        "column": "vn * 16 + " if fragments > 1 else "",
    }
    described = _BLOCK.format(name="description", strides="", a_strides="", w_strides="", **values)
    described += _PRODUCTS.format(**values)
    a_strides, w_strides = _STRIDES["a_wgmma" if wgmma else "a"], _STRIDES["w"]
    strides = (*a_strides, *w_strides)
    implemented = _BLOCK.format(
        name="implementation",
        strides=f"{', '.join(strides)} = {', '.join(['T.int32()'] * len(strides))}",
        a_strides=f", strides=[{', '.join(a_strides)}]",
        w_strides=f", strides=[{', '.join(w_strides)}]",
        **values,
    )
    implemented += "        T.evaluate(call(C, A, W, S, a_row, w_fragment))\n"

    def call(c, a, w, s, a_row, w_fragment):
        operands = (c.access_ptr("rw"), *(operand.access_ptr("r") for operand in (a, w, s)))
        if wgmma:
            left_open = (T.call_extern("int32", name) for name in (STAGE, PHASE))
            function = f"{WGMMA_CODES}<{fragments}>"
            return T.call_extern("void", function, *operands, w_fragment, *left_open)
        function = f"int4_group<{fragments}, {eights}>"
        return cuda_func_call(function, *operands, a_row, w_fragment, source_code=_CODES + _MMA)

    name = f"int4_group_{fragments}_{eights}_{scope}" + ("_wgmma" if wgmma else "")
    s_tir.TensorIntrin.register(
        name,
        from_source(described),
        from_source(implemented, {"T": T, "call": call}),
        override=True,
    )
    return name
