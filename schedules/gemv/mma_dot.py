"""Dot products of 4- and 8-bit codes with float16 on tensor cores, a row along the lanes of a warp.

mma.sync.m16n8k16 adds A B to D: A 16 x 16 and B 16 x 8 in float16, D in float32. Lane 4 g + t holds
two pairs of values of each of rows g and g + 8 of A, the same two pairs of column g of B, and
columns 2 t and 2 t + 1 of rows g and g + 8 of D.

A GEMV multiplies a lane's codes by the same lane's x, for two rows of W. The codes go to rows g and
g + 8 of A, and x to column g of B. D[g, g] and D[g + 8, g] are then the dot products over the quad
of lanes 4 g .. 4 g + 3. The seven other columns mix values of different lanes and are discarded:
7/8 of the work, which costs nothing, because a GEMV leaves the tensor cores idle otherwise.

The tensor intrinsic is described lane by lane, in plain loops, with one difference: the dot
products of the quad's four lanes all end up in the lane that has D[g, g]. The reduction over the
lanes of the warp that follows gives the same result. All 32 lanes must take part.

The conversion of codes to float16 is exact and takes one operation for two codes (the technique of
Kim et al., "Who Says Elephants Can't Run", 2022, and of NVIDIA's FasterTransformer).
"""

from __future__ import annotations

from functools import cache

from tvm import tirx
from tvm.backend.cuda.op import cuda_func_call
from tvm.s_tir import TensorIntrin
from tvm.script import tirx as T
from tvm.sym import Analyzer

from ..core.tvm_script import quick_parser
from ..workloads.quantized import CODES, int4_value, int8_value

ROWS = 2  # rows of W of a lane in one instruction

# --- CUDA -----------------------------------------------------------------------------------------

_COMMON = """
__device__ __forceinline__ unsigned mma_dot_bits(half2 pair) { return *(unsigned*)&pair; }
__device__ __forceinline__ half2 mma_dot_pair(unsigned bits) { return *(half2*)&bits; }
__device__ __forceinline__ void mma_dot_step(float* d, const unsigned* row, const unsigned* next,
                                             unsigned x0, unsigned x1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(row[0]), "r"(next[0]), "r"(row[1]), "r"(next[1]), "r"(x0), "r"(x1));
}
__device__ __forceinline__ void mma_dot_add(float* sums, const float* d) {
  int lane = threadIdx.x & 31;
  bool diagonal = lane >> 3 == (lane & 3);
  float first = lane & 4 ? d[1] : d[0], second = lane & 4 ? d[3] : d[2];
  sums[0] += diagonal ? first : 0.0f;
  sums[1] += diagonal ? second : 0.0f;
}
"""

# The last bit of a float16 in [1024, 2048) counts one: 0x6400 | code is 1024 + code, and four bits
# further up 0x6400 | code << 4 is 1024 + 16 code, a sixteenth of which is 64 + code. Taking away
# what is known, zero point included, is exact where that is at most 2048 in size.
_INT4 = """
__device__ __forceinline__ unsigned mma_dot_cut(unsigned word, unsigned mask) {
  unsigned out;
  asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(out) : "r"(word), "r"(mask), "r"(0x64006400u));
  return out;
}
__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {
  half2 low = __half2half2(__int2half_rn(1024 + zero));
  half2 high = __half2half2(__int2half_rn(-64 - zero));
  half2 sixteenth = __half2half2(__float2half(0.0625f));
  for (int i = 0; i < 4; i += 2, word >>= 8) {
    out[i] = mma_dot_bits(__hsub2(mma_dot_pair(mma_dot_cut(word, 0x000f000f)), low));
    out[i + 1] = mma_dot_bits(
        __hfma2(mma_dot_pair(mma_dot_cut(word, 0x00f000f0)), sixteenth, high));
  }
}
template <int words>
__device__ __forceinline__ void mma_dot_int4(float* sums, const void* codes, const void* x,
                                             int zero) {
  const unsigned* word = (const unsigned*)codes;
  const unsigned* pair = (const unsigned*)x;
  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int j = 0; j < words; ++j, pair += 4) {
    unsigned row[4], next[4];
    mma_dot_values(word[j], zero, row);
    mma_dot_values(word[words + j], zero, next);
    // Codes i and i + 4 of a word come together, and so must their x.
    mma_dot_step(d, row, next, __byte_perm(pair[0], pair[2], 0x5410),
                 __byte_perm(pair[0], pair[2], 0x7632));
    mma_dot_step(d, row + 2, next + 2, __byte_perm(pair[1], pair[3], 0x5410),
                 __byte_perm(pair[1], pair[3], 0x7632));
  }
  mma_dot_add(sums, d);
}
"""

_INT8 = """
__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {
  half2 known = __half2half2(__int2half_rn(1024 + 128 + zero));
  word ^= 0x80808080;
  out[0] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4140)), known));
  out[1] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4342)), known));
}
template <int words>
__device__ __forceinline__ void mma_dot_int8(float* sums, const void* codes, const void* x,
                                             int zero) {
  const unsigned* word = (const unsigned*)codes;
  const unsigned* pair = (const unsigned*)x;
  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int j = 0; j < words; ++j, pair += 2) {
    unsigned row[2], next[2];
    mma_dot_values(word[j], zero, row);
    mma_dot_values(word[words + j], zero, next);
    mma_dot_step(d, row, next, pair[0], pair[1]);
  }
  mma_dot_add(sums, d);
}
"""

_SOURCE = {8: _COMMON + _INT8, 4: _COMMON + _INT4}

# --- the intrinsic --------------------------------------------------------------------------------


def _description(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def value(w, i, j, zero):
        code = (
            int8_value(w[i, j], zero[0]) if bits == 8 else int4_value(w[i, j // 8], j % 8, zero[0])
        )
        # As te.create_prim_func leaves it: tensorize compares expressions as they are written.
        return Analyzer().simplify(code)

    @T.prim_func(s_tir=True)
    def description(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            for i, j in T.grid(ROWS, vector):
                with T.sblock("dot"):
                    vi, vj = T.axis.remap("SR", [i, j])
                    Y[vi, 0] = Y[vi, 0] + value(W, vi, vj, Z) * T.Cast("float32", X[vj])

    return description


def _implementation(bits: int, vector: int) -> tirx.PrimFunc:
    _, _, dtype, per_element = CODES[bits]
    stored = vector // per_element

    def call(y, w, x, z):
        return cuda_func_call(
            f"mma_dot_int{bits}<{vector * bits // 32}>",
            y.access_ptr("rw"),
            w.access_ptr("r"),
            x.access_ptr("r"),
            z[0],
            source_code=_SOURCE[bits],
        )

    @T.prim_func(s_tir=True)
    def implementation(y: T.handle, w: T.handle, x: T.handle, z: T.handle) -> None:
        Y = T.match_buffer(y, (ROWS, 1), "float32", offset_factor=1, scope="local")
        W = T.match_buffer(w, (ROWS, stored), dtype, offset_factor=1, scope="local")
        X = T.match_buffer(x, (vector,), "float16", offset_factor=1, scope="local")
        Z = T.match_buffer(z, (1,), "int32", offset_factor=1)
        with T.sblock("root"):
            T.reads(Y[0:ROWS, 0:1], W[0:ROWS, 0:stored], Z[0:1], X[0:vector])
            T.writes(Y[0:ROWS, 0:1])
            T.evaluate(call(Y, W, X, Z))

    return implementation


@cache
@quick_parser()
def mma_dot(bits: int, vector: int) -> str:
    """Name of the intrinsic for `vector` codes of `bits` bits, registered on first use.

    sums[i] += sum_j (W[i,j] - zero) x[j] for two rows i and whole words of codes j, all in
    registers. Codes become float16, exactly for |zero| <= 896; accumulation is in float32.
    """
    name = f"mma_dot_int{bits}_{vector}"
    TensorIntrin.register(name, _description(bits, vector), _implementation(bits, vector))
    return name
