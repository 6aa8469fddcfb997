// A B^T of 64 x 32 and 24 x 32 halves by two wgmma m64n24k16; threads write the operands as 8 x 8 core matrices without swizzle.
#include <cuda_fp16.h>
__device__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned long long descriptor(const void* p) {
  // Core matrices of 128 bytes: neighbours along the depth are 128 bytes apart, groups of eight rows 256 bytes.
  return (unsigned long long)(smem(p) >> 4 & 0x3fff) | 8ull << 16 | 16ull << 32;
}
__global__ void product(float* y, const __half* a, const __half* b) {
  __shared__ __align__(128) __half tile_a[2][64 * 16];
  __shared__ __align__(128) __half tile_b[2][24 * 16];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 32; i += 128) {
    const int r = i / 32, k = i % 32;
    tile_a[k / 16][((r / 8) * 2 + k % 16 / 8) * 64 + r % 8 * 8 + k % 8] = a[i];
  }
  for (int i = t; i < 24 * 32; i += 128) {
    const int r = i / 32, k = i % 32;
    tile_b[k / 16][((r / 8) * 2 + k % 16 / 8) * 64 + r % 8 * 8 + k % 8] = b[i];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[12] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int k = 0; k < 2; k++)
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}, %12, %13, 1, 1, "
        "1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
          "+f"(d[10]), "+f"(d[11])
        : "l"(descriptor(tile_a[k])), "l"(descriptor(tile_b[k]))
        : "memory");
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
                 "+f"(d[9]), "+f"(d[10]), "+f"(d[11])::"memory");
  const int row = t / 32 * 16 + t % 32 / 4, column = t % 4 * 2;
#pragma unroll
  for (int i = 0; i < 12; i++) y[(row + (i >> 1 & 1) * 8) * 24 + i / 4 * 8 + column + (i & 1)] = d[i];
}
