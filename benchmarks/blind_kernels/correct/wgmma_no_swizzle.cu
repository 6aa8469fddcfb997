// A 64 x 16 matmul of depth 32 by wgmma, both operands in shared memory as 8 x 8 core matrices without a swizzle.
#include <cuda_fp16.h>
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }
__device__ __forceinline__ void wgmma_m64n16k16(float (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]) : "l"(a), "l"(b));
}
// Core matrices next to each other along K, rows of four of them below each other.
__device__ unsigned long long descriptor(const void* p) {
  unsigned long long address = (unsigned)__cvta_generic_to_shared(p) & 0x3ffff, along_k = 128, along_rows = 512;
  return address >> 4 | along_k >> 4 << 16 | along_rows >> 4 << 32;
}

extern "C" __global__ void product(float* d, const __half* a, const __half* b) {
  __shared__ alignas(128) __half as[64 * 32], bs[16 * 32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  auto place = [](int row, int k) { return (row / 8 * 4 + k / 8) * 64 + row % 8 * 8 + k % 8; };
  for (int i = t; i < 64 * 32; i += 128) as[place(i / 32, i % 32)] = a[i];
  for (int i = t; i < 16 * 32; i += 128) bs[place(i / 32, i % 32)] = b[i];
  fence_proxy_async();
  __syncthreads();
  float acc[8] = {};
  wgmma_fence();
  wgmma_m64n16k16(acc, descriptor(as), descriptor(bs));
  wgmma_m64n16k16(acc, descriptor(as + 128), descriptor(bs + 128));  // two core matrices further
  wgmma_commit();
  wgmma_wait();
  for (int i = 0; i < 8; ++i) d[(warp * 16 + lane / 4 + i / 2 % 2 * 8) * 16 + i / 4 * 8 + lane % 4 * 2 + i % 2] = acc[i];
}
