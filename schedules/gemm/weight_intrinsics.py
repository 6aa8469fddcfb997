"""Products of float16 and 4-bit codes on tensor cores, a group of 128 of K at a time.

mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Here weights are
its A and the few rows of float16 its B, so that eight of them fill an instruction. Codes lie in
memory by lane (`weight_only.place_in_fragment`, as MARLIN has them, arXiv 2408.11743): a word is a
lane's part of A. It becomes float16 in registers, exactly, by half an operation a code (Kim et al.,
"Who Says Elephants Can't Run", 2022), with the zero point taken away by another half. The scale
multiplies the group's sums; with more than 16 rows these are more than the weights, and it
multiplies the weights.

The intrinsic is described as one lane sees it: lane 4 g + t has the sums of rows g and g + 8 of
each fragment of weights with rows 2 t and 2 t + 1 of each eight of A. Plain loops say so, and a CPU
runs them. All 32 lanes have to take part.
"""

from __future__ import annotations

from functools import cache

from tvm import s_tir
from tvm.backend.cuda.op import cuda_func_call
from tvm.script import from_source
from tvm.script import tirx as T

from ..core.tvm_script import quick_parser
from ..workloads.weight_only import FRAGMENT_N, GROUP

# The last bit of a float16 in [1024, 2048) counts one: 0x6400 | code is 1024 + code, and four bits
# further up 0x6400 | code << 4 is 1024 + 16 code, a sixteenth of which is 64 + code.
_SOURCE = """
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

# An axis of one has a loop and no index, as in the block that is tensorized.
_DESCRIPTION = """
@T.prim_func(s_tir=True)
def description(a: T.handle, w: T.handle, s: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, ({rows}, 128), "float16", offset_factor=1, scope="shared.dyn")
    W = T.match_buffer(w, ({fragments}, 2, 4, 4), "int32", offset_factor=1, scope="{scope}")
    S = T.match_buffer(s, ({columns}, 2), "float16", offset_factor=1, scope="{scope}")
    C = T.match_buffer(c, ({sums}), "float32", offset_factor=1, scope="local")
    with T.sblock("root"):
        T.reads(C[{all_sums}], A[0:{rows}, 0:128], W[0:{fragments}, 0:2, 0:4, 0:4],
                S[0:{columns}, 0:2])
        T.writes(C[{all_sums}])
        for n, m, i, p, k, h, t, q, r, e in T.grid({fragments}, {eights}, 2, 2, 2, 2, 4, 2, 2, 2):
            with T.sblock("product"):
                {spatial}vi, vp, vk, vh, vt, vq, vr, ve = T.axis.remap(
                    "{kinds}SSRRRRRR", [{loops}i, p, k, h, t, q, r, e])
                C[{spatial}vi, vp] = C[{spatial}vi, vp] + T.Cast("float32",
                    A[{row}, vk * 64 + vh * 32 + vt * 8 + vq * 4 + vr * 2 + ve]) * T.Cast("float32",
                    (T.Cast("float16",
                        W[{fragment}, vk, vt, vh * 2 + vq] >> ve * 16 + vr * 8 + vi * 4 & 15)
                     - S[{column}vi * 8, 1]) * S[{column}vi * 8, 0])
"""


@cache
@quick_parser()
def int4_group(fragments: int, eights: int, scope: str) -> str:
    """Registers the product of 128 of K for one lane and gives its name.

    `fragments` of 16 rows of weights, in `scope` with their scales and zero points, with `eights`
    times eight rows of A in shared.dyn; float32 sums of shape (fragments, eights, 2, 2) in scope
    local, without the axes that are one.
    """
    rows, columns = 8 * eights - 6, FRAGMENT_N * fragments - 7
    axes = [("n", fragments)] * (fragments > 1) + [("m", eights)] * (eights > 1)
    sums = (*(count for _, count in axes), 2, 2)
    text = _DESCRIPTION.format(
        rows=rows,
        columns=columns,
        fragments=fragments,
        scope=scope,
        sums=", ".join(map(str, sums)),
        all_sums=", ".join(f"0:{count}" for count in sums),
        loops="".join(f"{name}, " for name, _ in axes),
        eights=eights,
        spatial="".join(f"v{name}, " for name, _ in axes),
        kinds="S" * len(axes),
        row="vm * 8 + vp" if eights > 1 else "vp",
        fragment="vn" if fragments > 1 else "0",
        column="vn * 16 + " if fragments > 1 else "",
    )

    def call(c, a, w, s, a_row, w_fragment):
        return cuda_func_call(
            f"int4_group<{fragments}, {eights}>",
            c.access_ptr("rw"),
            a.access_ptr("r"),
            w.access_ptr("r"),
            s.access_ptr("r"),
            a_row,
            w_fragment,
            source_code=_SOURCE,
        )

    whole = [slice(0, count) for count in sums]

    @T.prim_func(s_tir=True)
    def implementation(a: T.handle, w: T.handle, s: T.handle, c: T.handle) -> None:
        a_row, a_one = T.int32(), T.int32()
        w_fragment, w_part, w_lane, w_one = T.int32(), T.int32(), T.int32(), T.int32()
        A = T.match_buffer(
            a, (rows, GROUP), "float16", offset_factor=1, scope="shared.dyn", strides=[a_row, a_one]
        )
        W = T.match_buffer(
            w,
            (fragments, 2, 4, 4),
            "int32",
            offset_factor=1,
            scope=scope,
            strides=[w_fragment, w_part, w_lane, w_one],
        )
        S = T.match_buffer(s, (columns, 2), "float16", offset_factor=1, scope=scope)
        C = T.match_buffer(c, sums, "float32", offset_factor=1, scope="local")
        with T.sblock("root"):
            T.reads(C[whole], A[0:rows, 0:GROUP], W[0:fragments, 0:2, 0:4, 0:4], S[0:columns, 0:2])
            T.writes(C[whole])
            T.evaluate(call(C, A, W, S, a_row, w_fragment))

    name = f"int4_group_{fragments}_{eights}_{scope}"
    s_tir.TensorIntrin.register(name, from_source(text), implementation, override=True)
    return name
