// C = A B^T of float16, float32 accumulators, by mma.sync: tiles of 64 x 64 x 32, four warps of
// 32 x 32, one buffer in shared memory with padded rows.
#include <cuda_fp16.h>

constexpr int WIDE = 40;

__device__ void mma(float* d, const unsigned* a, const unsigned* b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ unsigned pair_at(const __half (*tile)[WIDE], int row, int k) {
  return *reinterpret_cast<const unsigned*>(&tile[row][k]);
}

extern "C" __global__ void __launch_bounds__(128)
gemm_mma(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n,
         int k) {
  __shared__ __align__(16) __half left[64][WIDE], right[64][WIDE];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  int i = warp / 2 * 32 + lane / 4, j = warp % 2 * 32 + lane / 4, pair = lane % 4 * 2;
  float sum[2][4][4] = {};
  for (int slice = 0; slice < k; slice += 32) {
    __syncthreads();
#pragma unroll
    for (int part = 0; part < 2; ++part) {
      int at = part * 128 + threadIdx.x, r = at / 4, chunk = at % 4 * 8;
      *reinterpret_cast<uint4*>(&left[r][chunk]) =
          *reinterpret_cast<const uint4*>(a + size_t(row + r) * k + slice + chunk);
      *reinterpret_cast<uint4*>(&right[r][chunk]) =
          *reinterpret_cast<const uint4*>(b + size_t(column + r) * k + slice + chunk);
    }
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 32; step += 16) {
      unsigned x[2][4], y[4][2];
#pragma unroll
      for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int part = 0; part < 4; ++part)
          x[r][part] =
              pair_at(left, i + 16 * r + part % 2 * 8, step + pair + part / 2 * 8);
#pragma unroll
      for (int s = 0; s < 4; ++s)
#pragma unroll
        for (int part = 0; part < 2; ++part)
          y[s][part] = pair_at(right, j + 8 * s, step + pair + part * 8);
#pragma unroll
      for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int s = 0; s < 4; ++s) mma(sum[r][s], x[r], y[s]);
    }
  }
#pragma unroll
  for (int r = 0; r < 2; ++r)
#pragma unroll
    for (int s = 0; s < 4; ++s)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        size_t at = size_t(row + i + 16 * r + 8 * half) * n;
        at += column + warp % 2 * 32 + 8 * s + pair;
        *reinterpret_cast<float2*>(c + at) =
            make_float2(sum[r][s][2 * half], sum[r][s][2 * half + 1]);
      }
}
