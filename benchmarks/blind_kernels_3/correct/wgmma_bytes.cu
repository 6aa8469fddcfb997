// A 64 x 8 matmul of signed bytes of depth 32 by wgmma, without swizzle.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void gemm(int* y, const unsigned* a, const unsigned* b) {
  __shared__ alignas(128) unsigned sa[64 * 8], sb[8 * 8];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 128) {
    int r = i / 8, k = i % 8;
    sa[(r / 8 * 2 + k / 4) * 32 + r % 8 * 4 + k % 4] = a[i];
  }
  if (t < 64) sb[t % 8 / 4 * 32 + t / 8 * 4 + t % 4] = b[t];
  fence_proxy_async();
  __syncthreads();
  int c[4] = {0, 0, 0, 0};
  unsigned long long da = (smem(sa) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
  unsigned long long db = (smem(sb) & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
  wgmma_fence();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%0, %1, %2, %3}, %4, %5, 1;"
               : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "l"(da), "l"(db));
  wgmma_commit();
  wgmma_wait<0>();
  int r = t / 32 * 16 + t % 32 / 4, n = t % 4 * 2;
  for (int i = 0; i < 4; ++i) y[(r + i / 2 * 8) * 8 + n + i % 2] = c[i];
}
