// A B^T by wgmma from tiles that the threads write themselves in the 128-byte swizzle, with a fence for the async proxy.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wgmma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void wgmma8(float* c, unsigned long long a, unsigned long long b, int keep) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "l"(a), "l"(b), "r"(keep));
}
__device__ __forceinline__ int place(int r, int k) { return r * 64 + (k / 8 ^ r % 8) * 8 + k % 8; }
extern "C" __global__ void product(float* y, const unsigned* a, const unsigned* b) {
  __shared__ alignas(1024) unsigned short sa[64 * 64], sb[8 * 64];
  int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
  for (int i = t; i < 64 * 32; i += 128) *(unsigned*)&sa[place(i / 32, i % 32 * 2)] = a[i];
  for (int i = t; i < 8 * 32; i += 128) *(unsigned*)&sb[place(i / 32, i % 32 * 2)] = b[i];
  fence_proxy();
  __syncthreads();
  unsigned long long layout = 1ull << 62 | 64ull << 32 | 1ull << 16;
  unsigned long long da = layout | (shared_address(sa) & 0x3ffff) >> 4, db = layout | (shared_address(sb) & 0x3ffff) >> 4;
  float r[4] = {0, 0, 0, 0};
  wgmma_fence();
  for (int i = 0; i < 4; ++i) wgmma8(r, da + 2 * i, db + 2 * i, i > 0);
  wgmma_commit();
  wgmma_wait<0>();
  for (int j = 0; j < 4; ++j) y[(row + j / 2 * 8) * 8 + col + j % 2] = r[j];
}
