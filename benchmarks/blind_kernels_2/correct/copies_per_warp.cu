// Each warp has its own two-stage cp.async pipeline and synchronizes with __syncwarp only.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async4(unsigned s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void warps(float* y, const float* x) {
  __shared__ __align__(16) float s[2][2][32];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  const float* p = x + w * 192;
  cp_async4(smem(&s[w][0][lane]), p + lane);
  cp_async_commit();
  float acc = 0;
  for (int k = 0; k < 6; ++k) {
    if (k < 5) {
      cp_async4(smem(&s[w][(k + 1) & 1][lane]), p + (k + 1) * 32 + lane);
      cp_async_commit();
      cp_async_wait<1>();
    } else
      cp_async_wait<0>();
    __syncwarp();
    acc = acc * 0.5f + s[w][k & 1][(lane + 7) % 32];
    __syncwarp();
  }
  y[threadIdx.x] = acc;
}
