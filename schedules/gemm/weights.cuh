// 4-bit weights times float16 on tensor cores (weight_tiles.py, which replaces what begins with @).
//
// The last bit of a float16 in [1024, 2048) counts one: 0x6400 | code is 1024 + code, and four bits
// further up 0x6400 | code << 4 is 1024 + 16 code, a sixteenth of which is 64 + code.
//
// `wgmma`: sixteen rows of weights in each of four warps are the first operand, from registers. The
// other is the rows of A in shared memory, where TMA stores them: two boxes of 64 of K, swizzled.
//@ codes

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
//@ mma
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
//@ wgmma
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
