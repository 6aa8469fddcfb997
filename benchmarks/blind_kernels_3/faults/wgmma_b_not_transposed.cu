// A 64 x 8 matmul of depth 16 by wgmma; B is stored as 16 rows of eight columns, which the instruction has to transpose.
// Fault: the instruction's flag for a transposed B is not set (wrong layout).
#include <cuda_fp16.h>
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void gemm(float* y, const __half* a, const __half* b) {
  __shared__ alignas(128) __half sa[64 * 16], sb[16 * 8];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128) {
    int r = i / 16, k = i % 16;
    sa[(r / 8 * 2 + k / 8) * 64 + r % 8 * 8 + k % 8] = a[i];
  }
  sb[t] = b[t];
  fence_proxy_async();
  __syncthreads();
  float c[4] = {0, 0, 0, 0};
  unsigned long long da = (smem(sa) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
  unsigned long long db = (smem(sb) & 0x3ffff) >> 4 | 8ull << 16 | 8ull << 32;
#ifdef FAULT
#define TRANSPOSED "0"
#else
#define TRANSPOSED "1"
#endif
  wgmma_fence();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, " TRANSPOSED ";"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(da), "l"(db));
  wgmma_commit();
  wgmma_wait<0>();
  int r = t / 32 * 16 + t % 32 / 4, n = t % 4 * 2;
  y[r * 8 + n] = c[0];
  y[r * 8 + n + 1] = c[1];
  y[(r + 8) * 8 + n] = c[2];
  y[(r + 8) * 8 + n + 1] = c[3];
}
