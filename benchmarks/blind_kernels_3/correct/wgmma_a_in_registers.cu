// A 64 x 8 matmul of depth 16 by wgmma, with A from registers, doubled on the way.
#include <cuda_fp16.h>
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void gemm(float* y, const __half2* a, const __half* b) {
  __shared__ alignas(128) __half sb[8 * 16];
  int t = threadIdx.x, r = t / 32 * 16 + t % 32 / 4, n = t % 4 * 2;
  sb[t % 16 / 8 * 64 + t / 16 * 8 + t % 8] = b[t];
  fence_proxy_async();
  __syncthreads();
  unsigned fragment[4];
  for (int i = 0; i < 4; ++i) {
    __half2 v = a[(r + i % 2 * 8) * 8 + t % 4 + i / 2 * 4];
    v = __hadd2(v, v);
    fragment[i] = *(unsigned*)&v;
  }
  float c[4] = {0, 0, 0, 0};
  unsigned long long db = (smem(sb) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
  wgmma_fence();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(fragment[0]), "r"(fragment[1]), "r"(fragment[2]), "r"(fragment[3]), "l"(db));
  wgmma_commit();
  wgmma_wait<0>();
  y[r * 8 + n] = c[0];
  y[r * 8 + n + 1] = c[1];
  y[(r + 8) * 8 + n] = c[2];
  y[(r + 8) * 8 + n + 1] = c[3];
}
