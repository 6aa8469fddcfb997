// A 64 x 8 matmul of depth 64 by wgmma: four steps through one pair of operand buffers.
// Fault: no wait_group before the buffers are filled for the next step, while a wgmma may still read them (race with the asynchronous proxy).
#include <cuda_fp16.h>
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void wgmma_m64n8k16(float* c, unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(a), "l"(b));
}
extern "C" __global__ void gemm(float* y, const __half* a, const __half* b) {
  __shared__ alignas(128) __half sa[64 * 16], sb[8 * 16];
  int t = threadIdx.x;
  float c[4] = {0, 0, 0, 0};
  for (int k0 = 0; k0 < 64; k0 += 16) {
    for (int i = t; i < 1024; i += 128) {
      int r = i / 16, k = i % 16;
      sa[(r / 8 * 2 + k / 8) * 64 + r % 8 * 8 + k % 8] = a[r * 64 + k0 + k];
    }
    sb[t % 16 / 8 * 64 + t / 16 * 8 + t % 8] = b[t / 16 * 64 + k0 + t % 16];
    fence_proxy_async();
    __syncthreads();
    unsigned long long da = (smem(sa) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
    unsigned long long db = (smem(sb) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
    wgmma_fence();
    wgmma_m64n8k16(c, da, db);
    wgmma_commit();
#ifndef FAULT
    wgmma_wait<0>();
#endif
    __syncthreads();
  }
  wgmma_wait<0>();
  int r = t / 32 * 16 + t % 32 / 4, n = t % 4 * 2;
  y[r * 8 + n] = c[0];
  y[r * 8 + n + 1] = c[1];
  y[(r + 8) * 8 + n] = c[2];
  y[(r + 8) * 8 + n + 1] = c[3];
}
