// C = A B^T of float16, float32 accumulators, by ldmatrix and mma.sync: tiles of 128 x 128 x 32 in
// three stages of cp.async, eight warps of 64 x 32, chunks of 16 bytes swizzled.
#include <cuda_fp16.h>

constexpr int STAGES = 3, TILE = 128, SLICE = 32;

__device__ void mma(float* d, const unsigned* a, const unsigned* b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ void ldmatrix(unsigned* to, unsigned from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(from)
               : "memory");
}

__device__ unsigned swizzled(int row, int chunk) {
  return row * SLICE * 2 + (chunk ^ (row >> 1 & 3)) * 16;
}

__device__ void fetch(unsigned to, const __half* from, int k) {
#pragma unroll
  for (int part = 0; part < 2; ++part) {
    int at = part * 256 + threadIdx.x, row = at / 4, chunk = at % 4;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + swizzled(row, chunk)),
                 "l"(from + size_t(row) * k + 8 * chunk)
                 : "memory");
  }
}

extern "C" __global__ void __launch_bounds__(256)
gemm_mma_async(const __half* __restrict__ a, const __half* __restrict__ b, __half* __restrict__ c,
               int n, int k) {
  __shared__ __align__(128) __half left[STAGES][TILE * SLICE], right[STAGES][TILE * SLICE];
  unsigned x0 = __cvta_generic_to_shared(left), y0 = __cvta_generic_to_shared(right);
  constexpr unsigned BYTES = TILE * SLICE * 2;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int row = warp / 4 * 64, column = warp % 4 * 32;
  a += size_t(blockIdx.y) * TILE * k;
  b += size_t(blockIdx.x) * TILE * k;
  int slices = k / SLICE;
#pragma unroll
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    fetch(x0 + stage * BYTES, a + stage * SLICE, k);
    fetch(y0 + stage * BYTES, b + stage * SLICE, k);
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  float sum[4][4][4] = {};
  int stage = 0, next = STAGES - 1;
  for (int slice = 0; slice < slices; ++slice) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    __syncthreads();
    if (slice + STAGES - 1 < slices) {
      fetch(x0 + next * BYTES, a + (slice + STAGES - 1) * SLICE, k);
      fetch(y0 + next * BYTES, b + (slice + STAGES - 1) * SLICE, k);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
#pragma unroll
    for (int step = 0; step < 2; ++step) {
      unsigned x[4][4], y[2][4];
#pragma unroll
      for (int r = 0; r < 4; ++r)
        ldmatrix(x[r], x0 + stage * BYTES +
                           swizzled(row + 16 * r + lane % 16, 2 * step + lane / 16));
#pragma unroll
      for (int s = 0; s < 2; ++s)
        ldmatrix(y[s], y0 + stage * BYTES + swizzled(column + 16 * s + lane / 16 * 8 + lane % 8,
                                                     2 * step + lane / 8 % 2));
#pragma unroll
      for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int s = 0; s < 4; ++s) mma(sum[r][s], x[r], y[s / 2] + s % 2 * 2);
    }
    stage = stage + 1 == STAGES ? 0 : stage + 1;
    next = next + 1 == STAGES ? 0 : next + 1;
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int s = 0; s < 4; ++s)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        size_t at = size_t(blockIdx.y * TILE + row + 16 * r + lane / 4 + 8 * half) * n;
        at += blockIdx.x * TILE + column + 8 * s + lane % 4 * 2;
        *reinterpret_cast<__half2*>(c + at) =
            __floats2half2_rn(sum[r][s][2 * half], sum[r][s][2 * half + 1]);
      }
}
